package dev.provision.run.vars;

import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/** Marks what came from a host: braces in it must never be read as a template. */
public final class Unsafe {

  private Unsafe() {}

  public static Value mark(Value value) {
    if (value instanceof Value.Str str) {
      return str.asUnsafe();
    }
    if (value instanceof Value.Seq seq) {
      return Value.list(seq.items().stream().map(Unsafe::mark).toList()).at(seq.origin());
    }
    return value instanceof Value.Dict dict ? mark(dict) : value;
  }

  public static Value.Dict mark(Value.Dict dict) {
    Map<Value, Value> entries = new LinkedHashMap<>();
    dict.entries().forEach((key, value) -> entries.put(mark(key), mark(value)));
    return Value.dictOf(entries).at(dict.origin());
  }
}
