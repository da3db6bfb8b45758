package dev.provision.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder outside the tree for what is costly to make: images, archives, compiled helpers. */
public final class LabCache {
  private LabCache() {}

  /** {@code $PROVISION_CACHE}, else {@code provision} in the user's cache folder. It exists. */
  public static Path folder() throws IOException {
    String own = System.getenv("PROVISION_CACHE");
    String common = System.getenv("XDG_CACHE_HOME");
    Path folder;
    if (own != null && !own.isBlank()) {
      folder = Path.of(own);
    } else if (common != null && !common.isBlank()) {
      folder = Path.of(common, "provision");
    } else {
      folder = Path.of(System.getProperty("user.home"), ".cache", "provision");
    }
    return Files.createDirectories(folder.toAbsolutePath());
  }
}
