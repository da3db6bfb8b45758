package dev.provision.lab;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Files that come with this program. */
final class Resources {

  private Resources() {}

  /** A text by its path below this package; empty where there is none. */
  static Optional<String> find(String path) {
    try (InputStream in = Resources.class.getResourceAsStream(path)) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw LabFailure.of("The resource " + path + " can't be read.", e);
    }
  }

  static String text(String path) {
    return find(path).orElseThrow(() -> LabFailure.of("The resource " + path + " is missing."));
  }
}
