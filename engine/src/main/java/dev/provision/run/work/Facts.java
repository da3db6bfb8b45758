package dev.provision.run.work;

import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/** The {@code ansible_facts} of a result. */
final class Facts {

  private Facts() {}

  static Map<String, Value> of(Value.Dict result) {
    Map<String, Value> facts = new LinkedHashMap<>();
    result
        .get("ansible_facts")
        .filter(Value.Dict.class::isInstance)
        .map(Value.Dict.class::cast)
        .ifPresent(
            dict ->
                dict.entries()
                    .forEach(
                        (key, value) -> {
                          if (key instanceof Value.Str name) {
                            facts.put(name.reveal(), value);
                          }
                        }));
    return facts;
  }
}
