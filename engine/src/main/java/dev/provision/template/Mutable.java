package dev.provision.template;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A list or dict that a template changes by {@code .append()} or {@code .update()}. Only templates
 * that name such a method have them; everything but the methods sees the frozen value.
 */
abstract class Mutable extends Value.Opaque {

  abstract Value freeze();

  abstract List<Value> walk();

  /** A changeable copy of a list or dict, at any depth; anything else as it is. */
  static Value thaw(Value value) {
    if (value instanceof Value.Seq seq && !seq.isTuple()) {
      Items items = new Items();
      seq.items().forEach(item -> items.list.add(thaw(item)));
      return items;
    }
    if (value instanceof Value.Dict dict) {
      Entries entries = new Entries();
      dict.entries().forEach((key, item) -> entries.map.put(key, thaw(item)));
      return entries;
    }
    return value;
  }

  /** The value as others see it. */
  static Value freeze(Value value) {
    if (value instanceof Mutable mutable) {
      return mutable.freeze();
    }
    if (value instanceof Value.Seq seq
        && seq.items().stream().anyMatch(Mutable.class::isInstance)) {
      List<Value> items = frozen(seq.items());
      return seq.isTuple() ? Value.tuple(items) : Value.list(items);
    }
    return value;
  }

  private static List<Value> frozen(List<Value> items) {
    return items.stream().map(Mutable::freeze).toList();
  }

  @Override
  public String toString() {
    return freeze().toString();
  }

  static final class Items extends Mutable {

    final List<Value> list = new ArrayList<>();
    private boolean freezing;

    @Override
    Value freeze() {
      if (freezing) {
        throw Fault.of("A list holds itself.");
      }
      freezing = true;
      try {
        return Value.list(frozen(list));
      } finally {
        freezing = false;
      }
    }

    @Override
    List<Value> walk() {
      return List.copyOf(list);
    }

    @Override
    public String typeName() {
      return "list";
    }

    @Override
    public boolean isTruthy() {
      return !list.isEmpty();
    }
  }

  static final class Entries extends Mutable {

    final Map<Value, Value> map = new LinkedHashMap<>();
    private boolean freezing;

    @Override
    Value freeze() {
      if (freezing) {
        throw Fault.of("A dict holds itself.");
      }
      freezing = true;
      try {
        Map<Value, Value> frozen = new LinkedHashMap<>();
        map.forEach((key, value) -> frozen.put(key, Mutable.freeze(value)));
        return Value.dictOf(frozen);
      } finally {
        freezing = false;
      }
    }

    @Override
    List<Value> walk() {
      return List.copyOf(map.keySet());
    }

    @Override
    public String typeName() {
      return "dict";
    }

    @Override
    public boolean isTruthy() {
      return !map.isEmpty();
    }
  }
}
