package dev.provision.template;

import dev.provision.value.Value;
import java.util.List;
import java.util.Map;

/** The arguments of one call, evaluated. */
record Arguments(List<Value> positional, Map<String, Value> keywords) {

  static final Arguments NONE = new Arguments(List.of(), Map.of());

  static Arguments of(Value... positional) {
    return new Arguments(List.of(positional), Map.of());
  }

  boolean isEmpty() {
    return positional.isEmpty() && keywords.isEmpty();
  }

  int size() {
    return positional.size() + keywords.size();
  }

  /** The positional arguments from {@code from} on, with all keywords. */
  Arguments from(int from) {
    return new Arguments(
        positional.subList(Math.min(from, positional.size()), positional.size()), keywords);
  }
}
