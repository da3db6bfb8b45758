package dev.provision.connect.ssh;

import dev.provision.diag.Position;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One reading of ssh_config files for one host. Lines count while the Host or Match line above them
 * fits; what Include brings in counts only where the Include itself does.
 */
final class ConfigPass {

  private static final int MAX_DEPTH = 16;

  private final MatchContext context;
  private final SshOptions options;
  private boolean active = true;

  ConfigPass(MatchContext context, SshOptions options) {
    this.context = context;
    this.options = options;
  }

  /**
   * Reads a file; one that is missing has nothing to say.
   *
   * @param base folder of relative names in its Include lines
   */
  void read(Path file, Path base) {
    active = true;
    read(file, base, 0, true);
  }

  private void read(Path file, Path base, int depth, boolean enclosing) {
    List<String> lines;
    try {
      if (!Files.isRegularFile(file)) {
        return;
      }
      lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw SshOptions.invalid(
          Position.ofFile(file.toString()), "The file can't be read: " + e.getMessage() + ".");
    }
    for (int i = 0; i < lines.size(); i++) {
      Position at = Position.of(file.toString(), i + 1, 1);
      line(utf8(lines.get(i)).strip(), at, base, depth, enclosing);
    }
  }

  private static String utf8(String line) {
    return new String(line.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private void line(String line, Position at, Path base, int depth, boolean enclosing) {
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    int end = 0;
    while (end < line.length() && " \t=".indexOf(line.charAt(end)) < 0) {
      end++;
    }
    String keyword = line.substring(0, end).toLowerCase(Locale.ROOT);
    String rest = ConfigWords.valueAfter(line, end);
    switch (keyword) {
      case "host" -> active = enclosing && context.matchesHostLine(words(rest, at));
      case "match" -> active = enclosing && context.matches(rest, at, options);
      case "include" -> include(words(rest, at), at, base, depth);
      default -> {
        if (active) {
          options.add(keyword, rest, at);
        }
      }
    }
  }

  private static List<String> words(String rest, Position at) {
    List<String> words =
        ConfigWords.split(rest).orElseThrow(() -> SshOptions.invalid(at, "A quote is not closed."));
    if (words.isEmpty()) {
      throw SshOptions.invalid(at, "The keyword lacks its value.");
    }
    return words;
  }

  private void include(List<String> patterns, Position at, Path base, int depth) {
    if (depth >= MAX_DEPTH) {
      throw SshOptions.invalid(at, "Includes are nested too deeply, or in a circle.");
    }
    boolean outer = active;
    for (String pattern : patterns) {
      for (Path file : files(pattern, base)) {
        active = outer;
        read(file, base, depth + 1, outer);
      }
    }
    active = outer;
  }

  private List<Path> files(String pattern, Path base) {
    String expanded = context.tokens().tilde(pattern);
    Path path = base.resolve(expanded);
    Path folder = path.getParent();
    if (folder == null || expanded.indexOf('*') < 0 && expanded.indexOf('?') < 0) {
      return List.of(path);
    }
    return globbed(folder.getRoot(), folder.resolve(path.getFileName()));
  }

  /** Files that fit a path with stars in any of its parts, in order of their names. */
  private static List<Path> globbed(Path root, Path pattern) {
    List<Path> found = List.of(root);
    for (Path part : pattern) {
      List<Path> next = new ArrayList<>();
      for (Path folder : found) {
        next.addAll(children(folder, part.toString()));
      }
      found = next;
    }
    return found;
  }

  private static List<Path> children(Path folder, String part) {
    if (part.indexOf('*') < 0 && part.indexOf('?') < 0) {
      Path child = folder.resolve(part);
      return Files.exists(child) ? List.of(child) : List.of();
    }
    List<Path> fitting = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path child : all) {
        String name = String.valueOf(child.getFileName());
        boolean hidden = name.startsWith(".") && !part.startsWith(".");
        if (!hidden && Patterns.matches(name, part)) {
          fitting.add(child);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
    fitting.sort(null);
    return fitting;
  }
}
