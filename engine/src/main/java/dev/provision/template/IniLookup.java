package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lookup {@code ini}: values of INI and properties files. */
final class IniLookup {

  private IniLookup() {}

  static List<Value> run(List<Value> terms, Map<String, Value> options, LookupCall call) {
    List<Value> values = new ArrayList<>();
    for (String term : Lookups.strings(terms)) {
      Map<String, String> how = FileLookups.merged(term, options);
      boolean properties = how.getOrDefault("type", "ini").equals("properties");
      Path path = FileLookups.find("files", how.getOrDefault("file", "ansible.ini"), call);
      Text text = call.controller().read(path);
      boolean caseMatters = isTrue(how.get("case_sensitive"));
      Map<String, Map<String, String>> sections = sections(text.reveal(), properties, caseMatters);
      Map<String, String> section =
          sections.getOrDefault(properties ? "" : how.getOrDefault("section", "global"), Map.of());
      String key = how.getOrDefault("key", FileLookups.key(term));
      if (isTrue(how.get("re"))) {
        PythonRegex regex = PythonRegex.compile(key, false, false);
        section.forEach(
            (name, value) -> {
              if (regex.matcher(name).lookingAt()) {
                values.add(Value.of(Texts.like(text, value)));
              }
            });
      } else {
        String value = section.get(caseMatters ? key : key.toLowerCase(Locale.ROOT));
        String found = value == null ? how.getOrDefault("default", "") : value;
        values.add(Value.of(value == null ? Text.plain(found) : Texts.like(text, found)));
      }
    }
    return values;
  }

  private static boolean isTrue(@Nullable String word) {
    return word != null && NumberFilters.toBool(Value.of(word)).isTruthy();
  }

  private static Map<String, Map<String, String>> sections(
      String text, boolean properties, boolean caseMatters) {
    Map<String, Map<String, String>> sections = new LinkedHashMap<>();
    Map<String, String> section = sections.computeIfAbsent("", name -> new LinkedHashMap<>());
    String last = "";
    for (String line : text.split("\n", -1)) {
      String bare = line.strip();
      boolean continued = !properties && !bare.isEmpty() && Character.isWhitespace(line.charAt(0));
      if (bare.isEmpty() || bare.startsWith("#") || bare.startsWith(";")) {
        continue;
      }
      if (!properties && bare.startsWith("[") && bare.endsWith("]")) {
        String name = bare.substring(1, bare.length() - 1);
        section = sections.computeIfAbsent(name, n -> new LinkedHashMap<>());
        last = "";
      } else if (continued && !last.isEmpty()) {
        section.merge(last, bare, (before, more) -> before + "\n" + more);
      } else {
        int equals = bare.indexOf('=');
        int colon = bare.indexOf(':');
        int at = equals < 0 || colon >= 0 && colon < equals ? colon : equals;
        String name = (at < 0 ? bare : bare.substring(0, at)).strip();
        last = caseMatters ? name : name.toLowerCase(Locale.ROOT);
        section.put(last, at < 0 ? "" : bare.substring(at + 1).strip());
      }
    }
    return sections;
  }
}
