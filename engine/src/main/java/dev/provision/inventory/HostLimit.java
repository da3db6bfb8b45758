package dev.provision.inventory;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The hosts that a run is limited to.
 *
 * @param text as given: {@code ansible_limit}
 * @param names of hosts
 */
public record HostLimit(String text, Set<String> names) {

  public HostLimit {
    names = Set.copyOf(names);
  }

  /**
   * Reads the patterns after {@code --limit}; {@code @file} stands for the lines of a file. Nothing
   * selected is an error.
   */
  public static HostLimit parse(List<String> patterns, Inventory inventory, Problems problems) {
    List<String> parts = new ArrayList<>();
    for (String pattern : patterns) {
      for (String part : HostPattern.split(pattern)) {
        if (part.startsWith("@")) {
          parts.addAll(lines(Path.of(part.substring(1)), problems));
        } else {
          parts.add(part);
        }
      }
    }
    String text = String.join(",", parts);
    Set<String> names = new LinkedHashSet<>();
    if (!parts.isEmpty()) {
      inventory.select(parts, Position.NONE, problems).forEach(host -> names.add(host.name()));
    }
    if (names.isEmpty() && !problems.hasErrors()) {
      problems.error(
          ErrorCode.UNKNOWN_HOST, Position.NONE, "The limit \"" + text + "\" leaves no host.");
    }
    return new HostLimit(String.join(",", patterns), names);
  }

  private static List<String> lines(Path file, Problems problems) {
    try {
      return Files.readAllLines(file).stream()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      problems.error(
          ErrorCode.FILE_UNREADABLE, Position.NONE, "The file of the limit can't be read: " + file);
      return List.of();
    }
  }

  List<Host> of(List<Host> hosts) {
    return hosts.stream()
        .filter(host -> names.contains(host.name()))
        .collect(Collectors.toUnmodifiableList());
  }
}
