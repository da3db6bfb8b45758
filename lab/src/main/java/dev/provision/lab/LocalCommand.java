package dev.provision.lab;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A command of this machine, run to its end. */
public final class LocalCommand {
  private LocalCommand() {}

  /** Runs it without input and returns its standard output; its standard error goes to ours. */
  public static String run(String... command) {
    return run(new ProcessBuilder(command));
  }

  /** As {@link #run(String...)}, for a command that is set up already. */
  public static String run(ProcessBuilder builder) {
    List<String> command = List.copyOf(builder.command());
    try {
      Process process =
          builder
              .redirectInput(new File("/dev/null"))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int exit = process.waitFor();
      if (exit != 0) {
        throw new IllegalStateException(command + " ended with " + exit);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while running " + command, e);
    }
  }
}
