package dev.provision.lab.wire;

import dev.provision.lab.LocalCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Namespaces of lines whose program and helper were both killed. Their names tell whose they were.
 */
final class StaleNamespaces {
  static final String PREFIX = "provision-wire-";
  private static final Path FOLDER = Path.of("/run/netns");

  private StaleNamespaces() {}

  /** Removes those whose program is no more. */
  static void remove() {
    for (String name : names()) {
      if (!ownerLives(name)) {
        remove(name);
      }
    }
  }

  /** Removes this one, if it is there. */
  static void remove(String name) {
    if (Files.exists(FOLDER.resolve(name))) {
      LocalCommand.run("ip", "netns", "delete", name);
    }
  }

  private static List<String> names() {
    if (!Files.isDirectory(FOLDER)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(PREFIX))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean ownerLives(String name) {
    String pid = name.substring(PREFIX.length()).split("-")[0];
    return ProcessHandle.of(Long.parseLong(pid)).isPresent();
  }
}
