package dev.provision.module;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts a registered result together. What came from a host is never read as a template. */
public final class Results {

  private final Map<String, Value> entries = new LinkedHashMap<>();

  public Results put(String key, Value value) {
    entries.put(key, value);
    return this;
  }

  public Results put(String key, String value) {
    return put(key, Value.of(value).asUnsafe());
  }

  public Results put(String key, Text value) {
    return put(key, Value.of(value).asUnsafe());
  }

  public Results put(String key, long value) {
    return put(key, Value.of(value));
  }

  public Results put(String key, boolean value) {
    return put(key, Value.of(value));
  }

  public Results put(String key, List<String> values) {
    return put(key, Value.list(values.stream().map(v -> Value.of(v).asUnsafe()).toList()));
  }

  public Value.Dict toValue() {
    return Value.dict(entries);
  }
}
