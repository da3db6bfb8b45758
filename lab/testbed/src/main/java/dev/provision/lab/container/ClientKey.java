package dev.provision.lab.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The key pair with which the tests of this JVM log in. */
final class ClientKey {
  private static final Path PATH = create();

  private ClientKey() {}

  static Path path() {
    return PATH;
  }

  private static Path create() {
    try {
      Path folder = Files.createTempDirectory("provision-key");
      Path key = folder.resolve("id_ed25519");
      HostCommand.run(
          "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "lab", "-f", key.toString());
      for (Path each : new Path[] {folder, key, folder.resolve("id_ed25519.pub")}) {
        each.toFile().deleteOnExit();
      }
      return key;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
