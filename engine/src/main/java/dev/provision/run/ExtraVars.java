package dev.provision.run;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.lang.Action;
import dev.provision.lang.Conversions;
import dev.provision.lang.FreeForm;
import dev.provision.lang.VariableFiles;
import dev.provision.lang.YamlReader;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what stands behind {@code -e}: files, mappings, or {@code k=v}. */
final class ExtraVars {

  private static final String NAME = "--extra-vars";

  private final VariableFiles files;
  private final Problems problems;

  ExtraVars(VariableFiles files, Problems problems) {
    this.files = files;
    this.problems = problems;
  }

  /** Later ones win. */
  Map<String, Value> read(List<String> written) {
    Map<String, Value> all = new LinkedHashMap<>();
    for (String each : written) {
      read(each.strip()).entries().forEach((name, value) -> all.put(Conversions.text(name), value));
    }
    return all;
  }

  private Value.Dict read(String text) {
    if (text.startsWith("@")) {
      return files
          .variables(Path.of(text.substring(1)), problems)
          .orElseGet(() -> Value.dict(Map.of()));
    }
    if (text.startsWith("{") || text.startsWith("[")) {
      return mapping(text);
    }
    Value.Dict pairs = FreeForm.parse(Value.of(text).at(Position.of(NAME, 1, 1)), false, problems);
    Optional<Value> rest = pairs.get(Action.FREE_FORM);
    if (rest.isPresent()) {
      wrong("\"" + rest.get() + "\" is no key=value.");
      return Value.dict(Map.of());
    }
    return pairs;
  }

  private Value.Dict mapping(String text) {
    Optional<Value> value =
        new YamlReader(problems, files.sources(), files.vault()).read(text, NAME);
    if (value.isPresent() && value.get() instanceof Value.Dict dict) {
      return dict;
    }
    value.ifPresent(v -> wrong("Extra variables are a mapping, not a " + v.typeName() + "."));
    return Value.dict(Map.of());
  }

  private void wrong(String detail) {
    problems.error(ErrorCode.WRONG_TYPE, Position.ofFile(NAME), detail);
  }
}
