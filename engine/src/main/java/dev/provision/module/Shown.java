package dev.provision.module;

import dev.provision.value.Secret;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Components of states as values, for diffs and journals. */
final class Shown {

  private Shown() {}

  static Value of(Object component) {
    if (component instanceof Value value) {
      return value;
    }
    if (component instanceof Text text) {
      return Value.of(text);
    }
    if (component instanceof Secret secret) {
      return Value.secret(secret.revealText());
    }
    if (component instanceof Optional<?> optional) {
      return optional.isPresent() ? of(optional.get()) : Value.NULL;
    }
    if (component instanceof Boolean bool) {
      return Value.of(bool);
    }
    if (component instanceof Integer || component instanceof Long) {
      return Value.of(((Number) component).longValue());
    }
    if (component instanceof Collection<?> items) {
      return Value.list(items.stream().map(Shown::of).toList());
    }
    if (component instanceof Map<?, ?> map) {
      Map<Value, Value> entries = new LinkedHashMap<>();
      map.forEach((key, value) -> entries.put(of(key), of(value)));
      return Value.dictOf(entries);
    }
    return Value.of(component.toString());
  }
}
