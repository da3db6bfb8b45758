package dev.provision.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The lines of a file that a problem points into; none of files that are encrypted, huge or no
 * text.
 */
final class FileLines implements Function<String, Optional<List<String>>> {

  private static final long MAX_BYTES = 4L << 20;

  @Override
  public Optional<List<String>> apply(String name) {
    try {
      Path file = Path.of(name);
      if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
        return Optional.empty();
      }
      List<String> lines = Files.readAllLines(file);
      boolean encrypted = !lines.isEmpty() && lines.get(0).startsWith("$ANSIBLE_VAULT;");
      return encrypted ? Optional.empty() : Optional.of(lines);
    } catch (IOException | InvalidPathException e) {
      // A problem without its line is still a problem well told.
      return Optional.empty();
    }
  }
}
