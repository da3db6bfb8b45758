package dev.provision.lab.container;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.testcontainers.utility.DockerImageName;

/** Turns a recipe into an image; the engine keeps what was built before. */
final class ImageRecipe {
  private static final String SCRIPT = "lab/testbed/container-image.sh";
  private static final Map<ContainerImage, DockerImageName> BUILT =
      new EnumMap<>(ContainerImage.class);

  private ImageRecipe() {}

  static DockerImageName build(ContainerImage image) {
    synchronized (BUILT) {
      return BUILT.computeIfAbsent(
          image,
          each -> DockerImageName.parse(HostCommand.run("bash", script(), each.recipe()).strip()));
    }
  }

  /** Tests run in the folder of their Maven module. */
  private static String script() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null) {
      Path script = folder.resolve(SCRIPT);
      if (Files.exists(script)) {
        return script.toString();
      }
      folder = folder.getParent();
    }
    throw new IllegalStateException("No folder above this one has " + SCRIPT);
  }
}
