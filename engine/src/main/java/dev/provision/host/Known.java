package dev.provision.host;

import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value that a model may or may not be able to tell: never guessed.
 *
 * @param <T> what is told
 */
public final class Known<T> {

  private static final Known<?> UNKNOWN = new Known<>(null);

  private final @Nullable T value;

  private Known(@Nullable T value) {
    this.value = value;
  }

  public static <T> Known<T> of(T value) {
    return new Known<>(value);
  }

  @SuppressWarnings("unchecked")
  public static <T> Known<T> unknown() {
    return (Known<T>) UNKNOWN;
  }

  public boolean isKnown() {
    return value != null;
  }

  public T get() {
    if (value == null) {
      throw new NoSuchElementException("unknown until applied");
    }
    return value;
  }

  public <R> Known<R> map(Function<T, R> f) {
    return value == null ? unknown() : of(f.apply(value));
  }

  @Override
  public String toString() {
    return value == null ? "(known after apply)" : value.toString();
  }
}
