package dev.provision.run.play;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The paths of this machine that fit a shell pattern. */
final class ControllerGlob {

  private final Path pattern;

  ControllerGlob(String pattern) {
    this.pattern = Path.of(pattern);
  }

  /** In order; names that begin with a dot only where the pattern does too. */
  List<String> files() {
    Path root = pattern.getRoot();
    List<Path> found = List.of(root == null ? Path.of("") : root);
    for (Path part : pattern) {
      found = next(found, part.toString());
    }
    return found.stream().map(Path::toString).sorted().toList();
  }

  private static List<Path> next(List<Path> folders, String part) {
    List<Path> found = new ArrayList<>();
    boolean plain = part.chars().noneMatch(c -> "*?[".indexOf(c) >= 0);
    for (Path folder : folders) {
      if (plain) {
        Path file = folder.resolve(part);
        if (Files.exists(file)) {
          found.add(file);
        }
      } else {
        found.addAll(matching(folder, part));
      }
    }
    return found;
  }

  private static List<Path> matching(Path folder, String part) {
    // Braces mean nothing in Python's globs.
    String glob = part.replace("{", "\\{").replace("}", "\\}");
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
    Path place = folder.toString().isEmpty() ? Path.of(".") : folder;
    if (!Files.isDirectory(place)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(place)) {
      return entries
          .map(Path::getFileName)
          .filter(name -> part.startsWith(".") || !name.toString().startsWith("."))
          .filter(matcher::matches)
          .map(folder::resolve)
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
