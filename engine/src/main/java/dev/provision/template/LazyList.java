package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.List;
import java.util.function.Supplier;

/**
 * A thing that can be walked like a list but prints otherwise: {@code range(3)}, {@code d.items()}.
 * It becomes a list where it is stored or printed alone.
 */
final class LazyList extends Value.Opaque {

  private final String typeName;
  private final boolean indexed;
  private final List<Value> items;
  private final Supplier<Text> printed;

  LazyList(String typeName, boolean indexed, List<Value> items, Supplier<Text> printed) {
    this.typeName = typeName;
    this.indexed = indexed;
    this.items = items;
    this.printed = printed;
  }

  List<Value> items() {
    return items;
  }

  /** Whether {@code x[0]} works: in Python a range has elements, a view of a dict has none. */
  boolean isIndexed() {
    return indexed;
  }

  Text printed() {
    return printed.get();
  }

  Value.Seq toSeq() {
    return Value.list(items);
  }

  @Override
  public String typeName() {
    return typeName;
  }

  @Override
  public boolean isTruthy() {
    return !items.isEmpty();
  }

  @Override
  public String toString() {
    return printed().shown();
  }
}
