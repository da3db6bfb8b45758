package dev.provision.template;

import dev.provision.diag.Position;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Marks that no longer follow character by character. */
final class Secrets {

  private Secrets() {}

  /** All strings and numbers in it are secrets: they were read from a secret text. */
  static Value mark(Value value) {
    return map(value, Secrets::marked);
  }

  private static Value marked(Value value) {
    if (value instanceof Value.Str str) {
      return Value.of(Text.secret(str.reveal()));
    }
    if (value instanceof Value.Int number) {
      return number.asSecret().at(Position.NONE);
    }
    return value instanceof Value.Float number ? number.asSecret().at(Position.NONE) : value;
  }

  /** A computed value does not stand in a file. */
  static Value withoutOrigin(Value value) {
    return map(value, scalar -> scalar.at(Position.NONE));
  }

  private static Value map(Value value, UnaryOperator<Value> change) {
    if (value instanceof Value.Seq seq) {
      List<Value> items = seq.items().stream().map(item -> map(item, change)).toList();
      return seq.isTuple() ? Value.tuple(items) : Value.list(items);
    }
    if (value instanceof Value.Dict dict) {
      Map<Value, Value> entries = new LinkedHashMap<>();
      // Keys are names: they are shown even where what they name is not.
      dict.entries().forEach((key, item) -> entries.put(key.at(Position.NONE), map(item, change)));
      return Value.dictOf(entries);
    }
    return change.apply(value);
  }
}
