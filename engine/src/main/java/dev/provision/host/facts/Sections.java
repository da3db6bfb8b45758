package dev.provision.host.facts;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of a facts script's output. Nothing in it is trusted. */
final class Sections {

  private static final String MARK = "#:section ";
  private static final Pattern ASSIGNMENT = Pattern.compile("^([A-Za-z_][A-Za-z0-9_]*)=(.*)$");

  private final Map<String, List<String>> byName = new LinkedHashMap<>();

  private Sections() {}

  static Sections parse(String output) {
    Sections sections = new Sections();
    List<String> current = new ArrayList<>();
    for (String line : output.split("\n", -1)) {
      if (line.startsWith(MARK)) {
        current = new ArrayList<>();
        sections.byName.put(line.substring(MARK.length()), current);
      } else {
        current.add(line);
      }
    }
    return sections;
  }

  boolean has(String name) {
    return byName.containsKey(name);
  }

  List<String> names() {
    return List.copyOf(byName.keySet());
  }

  List<String> lines(String name) {
    List<String> lines = byName.getOrDefault(name, List.of());
    int end = lines.size();
    while (end > 0 && lines.get(end - 1).isEmpty()) {
      end--;
    }
    return lines.subList(0, end);
  }

  String text(String name) {
    return String.join("\n", lines(name)).strip();
  }

  /** A section's text as a value that is never read as a template. */
  Value string(String name) {
    return unsafe(text(name));
  }

  static Value unsafe(String text) {
    return Value.of(text).asUnsafe();
  }

  /** Lines such as {@code NAME="some value"}. */
  Map<String, String> assignments(String name) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : lines(name)) {
      Matcher matcher = ASSIGNMENT.matcher(line.strip());
      if (matcher.matches()) {
        values.put(matcher.group(1), unquoted(matcher.group(2)));
      }
    }
    return values;
  }

  private static String unquoted(String text) {
    int last = text.length() - 1;
    boolean isQuoted =
        last > 0
            && (text.charAt(0) == '"' || text.charAt(0) == '\'')
            && text.charAt(last) == text.charAt(0);
    return isQuoted ? text.substring(1, last) : text;
  }

  /** Lines such as {@code MemTotal: 123 kB}. */
  Map<String, String> colons(String name) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : lines(name)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        values.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
      }
    }
    return values;
  }

  static Optional<Long> number(String text) {
    try {
      return Optional.of(Long.parseLong(text.strip()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
