package dev.provision.lab.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A program that opens a line, says the name of its right end, and is killed. */
final class WireOpener {
  private WireOpener() {}

  static Process start() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            java, "-cp", System.getProperty("java.class.path"), WireOpener.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  public static void main(String[] arguments) throws IOException {
    try (DelayWire wire = DelayWire.open(Duration.ofMillis(2))) {
      System.out.println(wire.right().namespace());
      int end = System.in.read();
      System.out.println("input ended with " + end);
    }
  }
}
