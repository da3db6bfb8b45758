package dev.provision.cli;

import dev.provision.run.Prompter;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the program's words go and who may be asked. The only class that touches standard streams.
 *
 * @param out what was asked for
 * @param err problems and logs
 * @param interactive whether a person sits there
 * @param color whether ANSI colours are understood and wanted
 * @param unicode whether symbols beyond ASCII are understood
 */
record Terminal(
    PrintWriter out,
    PrintWriter err,
    boolean interactive,
    boolean color,
    boolean unicode,
    Map<String, String> environment,
    Prompter prompter) {

  static Terminal system() {
    Map<String, String> environment = System.getenv();
    Console console = console();
    boolean interactive = console != null;
    boolean color =
        interactive
            && !environment.containsKey("NO_COLOR")
            && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    Prompter prompter = console == null ? Prompter.NOBODY : new ConsolePrompter(console);
    return new Terminal(
        writer(FileDescriptor.out),
        writer(FileDescriptor.err),
        interactive,
        color,
        isUtf8(environment),
        environment,
        prompter);
  }

  /** The terminal, if there is one on both sides. */
  @SuppressWarnings("SystemConsoleNull") // What Java 22 and newer give is asked below.
  private static @Nullable Console console() {
    Console console = System.console();
    return console != null && isTerminal(console) ? console : null;
  }

  /**
   * From Java 22 on there is always a console, and a method of Java 22 that tells whether it is a
   * terminal.
   */
  private static boolean isTerminal(Console console) {
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  private static PrintWriter writer(FileDescriptor descriptor) {
    OutputStream stream = new FileOutputStream(descriptor);
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), false);
  }

  /** As the C library decides: the first of these that is set and not empty. */
  private static boolean isUtf8(Map<String, String> environment) {
    for (String name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
      String value = environment.getOrDefault(name, "");
      if (!value.isEmpty()) {
        String lower = value.toLowerCase(Locale.ROOT);
        return lower.contains("utf-8") || lower.contains("utf8");
      }
    }
    return false;
  }

  void flush() {
    out.flush();
    err.flush();
  }

  private record ConsolePrompter(Console console) implements Prompter {
    @Override
    public boolean isInteractive() {
      return true;
    }

    @Override
    public Optional<String> ask(String question, boolean hidden) {
      if (!hidden) {
        return Optional.ofNullable(console.readLine("%s", question));
      }
      char[] answer = console.readPassword("%s", question);
      return answer == null ? Optional.empty() : Optional.of(new String(answer));
    }
  }
}
