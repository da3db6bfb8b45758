package dev.provision.template;

import dev.provision.value.Value;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The variables that a template sees, as they were written: {@link Templar} renders what it looks
 * up, and only that. So a scope may be a view of millions of values. Read by many threads at once.
 */
public interface Scope {

  /** No variables. */
  Scope EMPTY = of(Map.of());

  /** The variable's value, not yet rendered; empty where nobody set it. */
  Optional<Value> lookup(String name);

  /**
   * All names that {@link #lookup} knows: for messages, {@code vars} and the {@code varnames}
   * lookup.
   */
  Set<String> names();

  /** A scope over a map, which must not change afterwards. */
  static Scope of(Map<String, ? extends Value> variables) {
    return new Scope() {
      @Override
      public Optional<Value> lookup(String name) {
        return Optional.ofNullable(variables.get(name));
      }

      @Override
      public Set<String> names() {
        return Collections.unmodifiableSet(variables.keySet());
      }
    };
  }

  /** This scope with {@code inner} in front of it. */
  default Scope with(Scope inner) {
    Scope outer = this;
    return new Scope() {
      @Override
      public Optional<Value> lookup(String name) {
        Optional<Value> found = inner.lookup(name);
        return found.isPresent() ? found : outer.lookup(name);
      }

      @Override
      public Set<String> names() {
        Set<String> all = new LinkedHashSet<>(outer.names());
        all.addAll(inner.names());
        return all;
      }
    };
  }

  /** This scope with {@code more} in front of it. */
  default Scope with(Map<String, ? extends Value> more) {
    return with(of(more));
  }

  /** This scope with one variable in front of it. */
  default Scope with(String name, Value value) {
    return with(Map.of(name, value));
  }
}
