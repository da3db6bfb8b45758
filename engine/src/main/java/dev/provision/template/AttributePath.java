package dev.provision.template;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;

/** {@code attribute='a.b.0'} of filters such as {@code map}: a path into each item. */
final class AttributePath {

  private final List<Value> parts;

  private AttributePath(List<Value> parts) {
    this.parts = parts;
  }

  static AttributePath of(Value attribute) {
    if (!(Numbers.defined(attribute) instanceof Value.Str str)) {
      return new AttributePath(List.of(attribute));
    }
    List<Value> parts = new ArrayList<>();
    for (String part : str.reveal().split("\\.", -1)) {
      parts.add(part.matches("\\d{1,9}") ? Value.of(Long.parseLong(part)) : Value.of(part));
    }
    return new AttributePath(parts);
  }

  /** Several paths with commas between. */
  static List<AttributePath> several(Value attribute) {
    if (!(Numbers.defined(attribute) instanceof Value.Str str)) {
      return List.of(of(attribute));
    }
    List<AttributePath> paths = new ArrayList<>();
    for (String path : str.reveal().split(",", -1)) {
      paths.add(of(Value.of(path)));
    }
    return paths;
  }

  /** What is there, perhaps undefined. */
  Value get(Value item, Evaluation run) {
    Value value = item;
    for (Value part : parts) {
      value = run.finish(run.item(value, part, ""));
    }
    return value;
  }
}
