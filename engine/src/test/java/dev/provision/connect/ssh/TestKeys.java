package dev.provision.connect.ssh;

import dev.provision.value.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Throw-away keys in all formats, each with its public half beside it. */
final class TestKeys {

  /** Opens all of the encrypted ones. */
  static final Secret PASSPHRASE = Secret.of("open sesame");

  private TestKeys() {}

  /** The names of all. */
  static List<String> all() {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(".pub"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder() {
    try {
      return Path.of(Objects.requireNonNull(TestKeys.class.getResource("/ssh-keys")).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A private copy of a key, without its public half. */
  static Path copy(String name, Path to) throws IOException {
    Path copy = to.resolve(name);
    Files.copy(folder().resolve(name), copy);
    Sshd.makePrivate(copy);
    return copy;
  }

  /** The line of the public half. */
  static String publicLine(String name) throws IOException {
    return Files.readString(folder().resolve(name + ".pub")).strip();
  }

  static byte[] publicBlob(String name) throws IOException {
    return PublicKeys.parseLine(publicLine(name)).orElseThrow();
  }
}
