package dev.provision.template;

import dev.provision.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A mapping whose values are made when asked for, such as {@code hostvars}. Templates see it as a
 * dict; only walking over all of it makes all of it.
 */
public abstract class LazyDict extends Value.Opaque {

  /** The value, perhaps not yet rendered; empty where there is no such key. */
  public abstract Optional<Value> get(String key);

  public abstract List<String> keys();

  /** Whose variables render the values that {@link #get} gives; empty for values that are final. */
  public Optional<Scope> scope() {
    return Optional.empty();
  }

  /** A mapping by functions, its values final or lazy themselves. */
  public static LazyDict of(
      Supplier<List<String>> keys, Function<String, Optional<Value>> valueOf) {
    return new LazyDict() {
      @Override
      public Optional<Value> get(String key) {
        return valueOf.apply(key);
      }

      @Override
      public List<String> keys() {
        return keys.get();
      }
    };
  }

  /**
   * All variables of a scope, each rendered with that scope: {@code vars}, one host's {@code
   * hostvars}.
   */
  public static LazyDict of(Scope scope) {
    return new LazyDict() {
      @Override
      public Optional<Value> get(String key) {
        return scope.lookup(key);
      }

      @Override
      public List<String> keys() {
        return List.copyOf(scope.names());
      }

      @Override
      public Optional<Scope> scope() {
        return Optional.of(scope);
      }
    };
  }

  @Override
  public String typeName() {
    return "dict";
  }

  @Override
  public boolean isTruthy() {
    return !keys().isEmpty();
  }

  @Override
  public String toString() {
    return keys().toString();
  }
}
