package dev.provision.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Runs programs of this machine. */
final class Command {

  private static final int SHOWN_LINES = 15;
  private static final int SHOWN_CHARACTERS = 2_000;

  /** Children must not go on when this program is told to end. */
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroy), "lab-children"));
  }

  private Command() {}

  /** What a program did. */
  record Result(int exit, String out, String err) {
    boolean succeeded() {
      return exit == 0;
    }
  }

  /**
   * Runs it to its end, without standard input. The child and what it started are killed when the
   * time is over or this thread is interrupted.
   */
  static Result run(List<String> words, Duration limit) {
    try {
      Path out = Files.createTempFile("provision-lab", ".out");
      Path err = Files.createTempFile("provision-lab", ".err");
      try {
        ProcessBuilder builder =
            builder(words).redirectOutput(out.toFile()).redirectError(err.toFile());
        int exit = await(builder.start(), words, limit);
        return new Result(exit, text(out), text(err));
      } finally {
        Files.deleteIfExists(out);
        Files.deleteIfExists(err);
      }
    } catch (IOException e) {
      throw LabFailure.of("\"" + words.get(0) + "\" can't be run: " + e.getMessage(), e);
    }
  }

  /** The output of a program that has to succeed. */
  static String output(List<String> words, Duration limit) {
    Result result = run(words, limit);
    if (!result.succeeded()) {
      throw failed(words, result.exit(), result.err() + result.out());
    }
    return result.out();
  }

  /** Runs a program that has to succeed and whose output goes to the end of {@code log}. */
  static void logged(
      List<String> words, Map<String, String> environment, Path log, Duration limit) {
    try {
      Files.createDirectories(log.toAbsolutePath().getParent());
      Files.writeString(
          log,
          "+ " + shortened(String.join(" ", words)) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      ProcessBuilder builder =
          builder(words)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      builder.environment().putAll(environment);
      int exit = await(builder.start(), words, limit);
      if (exit != 0) {
        throw failed(words, exit, text(log) + "\nThe whole log is in " + log + ".");
      }
    } catch (IOException e) {
      throw LabFailure.of("\"" + words.get(0) + "\" can't be run: " + e.getMessage(), e);
    }
  }

  private static String shortened(String line) {
    return line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + "…";
  }

  private static ProcessBuilder builder(List<String> words) {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().put("LC_ALL", "C.UTF-8");
    // Users often lack the folders with the tools of administrators.
    builder.environment().merge("PATH", "/usr/sbin:/sbin", (old, extra) -> old + ":" + extra);
    return builder;
  }

  private static int await(Process process, List<String> words, Duration limit) {
    RUNNING.add(process);
    try {
      if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        return process.exitValue();
      }
      throw LabFailure.of(
          "\"" + words.get(0) + "\" did not end within " + limit.toSeconds() + " s.");
    } catch (InterruptedException e) {
      throw LabFailure.interrupted();
    } finally {
      RUNNING.remove(process);
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static RuntimeException failed(List<String> words, int exit, String output) {
    List<String> lines = output.strip().lines().toList();
    String end =
        String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
    return LabFailure.of("\"" + words.get(0) + "\" ended with " + exit + ":\n" + end);
  }

  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
