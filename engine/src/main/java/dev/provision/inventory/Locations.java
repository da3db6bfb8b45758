package dev.provision.inventory;

import dev.provision.diag.Position;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/** Gives values that come from no file a place. */
final class Locations {

  private Locations() {}

  /** The same value, all of it said to be written at {@code at}. */
  static Value put(Value value, Position at) {
    if (value instanceof Value.Seq seq) {
      return Value.list(seq.items().stream().map(v -> put(v, at)).toList()).at(at);
    }
    if (value instanceof Value.Dict dict) {
      Map<Value, Value> entries = new LinkedHashMap<>();
      dict.entries().forEach((k, v) -> entries.put(k.at(at), put(v, at)));
      return Value.dictOf(entries).at(at);
    }
    return value.at(at);
  }
}
