package dev.provision.lab.container;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A command of the machine that runs the tests. */
final class HostCommand {
  private HostCommand() {}

  /** Runs it, shows its standard error on ours, and returns its standard output. */
  static String run(String... command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(Redirect.from(new File("/dev/null")))
              .redirectError(Redirect.INHERIT)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int exit = process.waitFor();
      if (exit != 0) {
        throw new IllegalStateException(List.of(command) + " ended with " + exit);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while running " + List.of(command), e);
    }
  }
}
