package dev.provision.host.facts;

import dev.provision.diag.ProvisionException;
import dev.provision.value.Json;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Facts that files and programs of the host tell: JSON or INI. */
final class LocalFacts {

  private static final String SECTION = "local ";

  private LocalFacts() {}

  static Value of(Sections sections) {
    Map<String, Value> all = new LinkedHashMap<>();
    for (String section : sections.names()) {
      if (section.startsWith(SECTION)) {
        String path = section.substring(SECTION.length());
        String name = path.substring(path.lastIndexOf('/') + 1).replaceFirst("\\.fact$", "");
        all.put(name, parsed(sections.text(section), path));
      }
    }
    return Value.dict(all);
  }

  private static Value parsed(String text, String path) {
    try {
      return unsafe(Json.parse(text, path));
    } catch (ProvisionException e) {
      return ini(text, path);
    }
  }

  private static Value ini(String text, String path) {
    Map<String, Value> parts = new LinkedHashMap<>();
    Map<String, Value> current = new LinkedHashMap<>();
    String name = "";
    for (String written : text.split("\n")) {
      String line = written.strip();
      int equals = Math.max(line.indexOf('='), line.indexOf(':'));
      if (line.isEmpty() || line.startsWith("#") || line.startsWith(";")) {
        continue;
      }
      if (line.startsWith("[") && line.endsWith("]")) {
        name = line.substring(1, line.length() - 1);
        current = new LinkedHashMap<>();
      } else if (!name.isEmpty() && equals > 0) {
        current.put(
            line.substring(0, equals).strip().toLowerCase(Locale.ROOT),
            Sections.unsafe(line.substring(equals + 1).strip()));
      } else {
        return Sections.unsafe(
            "error loading facts as JSON or ini - please check content: " + path);
      }
      parts.put(name, Value.dict(current));
    }
    return Value.dict(parts);
  }

  private static Value unsafe(Value value) {
    if (value instanceof Value.Str str) {
      return str.asUnsafe();
    }
    if (value instanceof Value.Seq seq) {
      return Value.list(seq.items().stream().map(LocalFacts::unsafe).toList());
    }
    if (value instanceof Value.Dict dict) {
      Map<Value, Value> entries = new LinkedHashMap<>();
      dict.entries().forEach((key, item) -> entries.put(unsafe(key), unsafe(item)));
      return Value.dictOf(entries);
    }
    return value;
  }
}
