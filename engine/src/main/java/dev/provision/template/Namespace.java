package dev.provision.template;

import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code namespace()}: attributes that a template may set from inside a loop. */
final class Namespace extends Value.Opaque implements Attributes {

  private final Map<String, Value> attributes = new LinkedHashMap<>();

  void set(String name, Value value) {
    attributes.put(name, value);
  }

  @Override
  public @Nullable Value attribute(String name) {
    return attributes.get(name);
  }

  @Override
  public String typeName() {
    return "namespace";
  }

  @Override
  public boolean isTruthy() {
    return true;
  }

  @Override
  public String toString() {
    return "<Namespace " + Printing.repr(Value.dict(attributes)).shown() + ">";
  }
}
