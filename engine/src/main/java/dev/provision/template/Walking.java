package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Python's iteration, length, indexing and slicing. */
final class Walking {

  private Walking() {}

  /** What a loop over the value sees: elements, keys, characters. */
  static List<Value> items(Value value) {
    if (value instanceof Value.Seq seq) {
      return seq.items();
    }
    if (value instanceof Value.Dict dict) {
      return List.copyOf(dict.entries().keySet());
    }
    if (value instanceof Value.Str str) {
      List<Value> characters = new ArrayList<>();
      Texts.characters(str.text()).forEach(one -> characters.add(Value.of(one)));
      return characters;
    }
    if (value instanceof LazyList list) {
      return list.items();
    }
    if (value instanceof LazyDict lazy) {
      return lazy.keys().stream().<Value>map(Value::of).toList();
    }
    if (value instanceof Mutable mutable) {
      return mutable.walk();
    }
    if (value instanceof Undefined missing) {
      if (missing.isLenient()) {
        return List.of();
      }
      throw missing.fault();
    }
    throw Fault.of(capital(Messages.aType(value)) + " can't be walked like a list.");
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  static boolean isIterable(Value value) {
    return value instanceof Value.Seq
        || value instanceof Value.Dict
        || value instanceof Value.Str
        || value instanceof LazyList
        || value instanceof LazyDict
        || value instanceof Mutable;
  }

  static int length(Value value) {
    if (value instanceof Value.Str str) {
      return Texts.length(str.reveal());
    }
    if (value instanceof Value.Dict dict) {
      return dict.entries().size();
    }
    if (isIterable(value) || value instanceof Undefined) {
      return items(value).size();
    }
    throw Fault.of(capital(Messages.aType(value)) + " has no length.");
  }

  /** The entry under a key that Python holds equal: 1, 1.0 and true are one key. */
  static @Nullable Value find(Map<Value, Value> entries, Value key) {
    Value found = entries.get(key);
    if (found != null || !Numbers.isNumber(key)) {
      return found;
    }
    for (Map.Entry<Value, Value> entry : entries.entrySet()) {
      if (Numbers.isNumber(entry.getKey()) && Comparing.equal(entry.getKey(), key)) {
        return entry.getValue();
      }
    }
    return null;
  }

  /** The key itself if it is in the map, else an equal one that is, else the key. */
  static Value sameKey(Map<Value, Value> entries, Value key) {
    if (!Numbers.isNumber(key) || entries.containsKey(key)) {
      return key;
    }
    return entries.keySet().stream()
        .filter(other -> Numbers.isNumber(other) && Comparing.equal(other, key))
        .findFirst()
        .orElse(key);
  }

  /**
   * {@code container[index]} of a list, a string or a range; null where there is no such element.
   */
  static @Nullable Value element(Value container, Value index) {
    BigInteger whole = Numbers.whole(index).orElse(null);
    if (whole == null || whole.bitLength() > 31) {
      return null;
    }
    if (container instanceof Value.Str str) {
      return character(str.text(), whole.intValue());
    }
    if (container instanceof Value.Seq || container instanceof LazyList list && list.isIndexed()) {
      List<Value> items = items(container);
      int at = whole.intValue() < 0 ? whole.intValue() + items.size() : whole.intValue();
      return at >= 0 && at < items.size() ? items.get(at) : null;
    }
    return null;
  }

  private static @Nullable Value character(Text text, int index) {
    String chars = text.reveal();
    int length = Texts.length(chars);
    int at = index < 0 ? index + length : index;
    if (at < 0 || at >= length) {
      return null;
    }
    int from = Texts.offset(chars, at);
    return Value.of(text.slice(from, from + Character.charCount(chars.codePointAt(from))));
  }

  /** {@code container[start:stop:step]}. */
  static Value slice(
      Value container, @Nullable Value start, @Nullable Value stop, @Nullable Value step) {
    if (container instanceof Undefined missing) {
      throw missing.fault();
    }
    if (container instanceof Value.Str str) {
      List<Text> parts = cut(Texts.characters(str.text()), start, stop, step);
      return Value.of(Texts.join(Text.plain(""), parts));
    }
    if (container instanceof Value.Seq seq) {
      List<Value> items = cut(seq.items(), start, stop, step);
      return seq.isTuple() ? Value.tuple(items) : Value.list(items);
    }
    if (container instanceof LazyList list && list.isIndexed()) {
      return Value.list(cut(list.items(), start, stop, step));
    }
    throw Fault.of(capital(Messages.aType(container)) + " can't be sliced.");
  }

  private static <T> List<T> cut(
      List<T> items, @Nullable Value start, @Nullable Value stop, @Nullable Value step) {
    int by = bound(step, 1);
    if (by == 0) {
      throw Fault.of("The step of a slice must not be zero.");
    }
    int size = items.size();
    int from =
        by > 0 ? limited(start, 0, size, 0, size) : limited(start, size - 1, size, -1, size - 1);
    int to = by > 0 ? limited(stop, size, size, 0, size) : limited(stop, -1, size, -1, size - 1);
    List<T> result = new ArrayList<>();
    for (long i = from; by > 0 ? i < to : i > to; i += by) {
      result.add(items.get((int) i));
    }
    return result;
  }

  private static int limited(@Nullable Value given, int preset, int size, int least, int most) {
    if (given == null || given instanceof Value.Null) {
      return preset;
    }
    int at = bound(given, 0);
    long counted = at < 0 ? (long) at + size : at;
    return (int) Math.max(least, Math.min(most, counted));
  }

  private static int bound(@Nullable Value value, int preset) {
    if (value == null || value instanceof Value.Null) {
      return preset;
    }
    Numbers.defined(value);
    BigInteger whole =
        Numbers.whole(value)
            .orElseThrow(() -> Fault.of("The bounds of a slice must be whole numbers."));
    return whole.bitLength() > 31
        ? (whole.signum() < 0 ? Integer.MIN_VALUE + 1 : Integer.MAX_VALUE)
        : whole.intValue();
  }
}
