package dev.provision.host.sysctl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Edits a sysctl file's text, leaving comments and order alone. */
public final class SysctlText {

  private SysctlText() {}

  /** The value that counts: the last one. */
  public static Optional<String> get(String content, SysctlKey key) {
    return SysctlFiles.entries(content).stream()
        .filter(e -> e.key().equals(key))
        .map(SysctlFiles.Entry::value)
        .reduce((first, second) -> second);
  }

  /** How often the key is set. */
  public static long count(String content, SysctlKey key) {
    return SysctlFiles.entries(content).stream().filter(e -> e.key().equals(key)).count();
  }

  /** One line sets the key: where it first stood, else at the end. */
  public static String set(String content, SysctlKey key, String value) {
    List<String> lines = lines(content);
    List<String> out = new ArrayList<>();
    String wanted = key.name() + "=" + value;
    boolean isSet = false;
    for (String line : lines) {
      boolean isOurs = SysctlFiles.entry(0, line).filter(e -> e.key().equals(key)).isPresent();
      if (!isOurs) {
        out.add(line);
      } else if (!isSet) {
        out.add(wanted);
        isSet = true;
      }
    }
    if (!isSet) {
      out.add(wanted);
    }
    return String.join("\n", out) + "\n";
  }

  public static String remove(String content, SysctlKey key) {
    List<String> out = new ArrayList<>();
    for (String line : lines(content)) {
      if (SysctlFiles.entry(0, line).filter(e -> e.key().equals(key)).isEmpty()) {
        out.add(line);
      }
    }
    return out.isEmpty() ? "" : String.join("\n", out) + "\n";
  }

  /** Without the empty one behind the last line break. */
  private static List<String> lines(String content) {
    List<String> lines = new ArrayList<>(List.of(content.split("\n", -1)));
    if (lines.get(lines.size() - 1).isEmpty()) {
      lines.remove(lines.size() - 1);
    }
    return lines;
  }
}
