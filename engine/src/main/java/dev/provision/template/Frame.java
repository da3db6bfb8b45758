package dev.provision.template;

import dev.provision.value.Value;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names that a template itself has set, innermost first. */
final class Frame {

  private final @Nullable Frame outer;
  private final Map<String, Value> names = new HashMap<>();

  Frame(@Nullable Frame outer) {
    this.outer = outer;
  }

  void set(String name, Value value) {
    names.put(name, value);
  }

  @Nullable Value find(String name) {
    for (Frame frame = this; frame != null; frame = frame.outer) {
      Value value = frame.names.get(name);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  /** The names set here, not those of outer frames. */
  Map<String, Value> own() {
    return names;
  }
}
