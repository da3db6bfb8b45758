package dev.provision.template;

import dev.provision.value.Value;
import org.jspecify.annotations.Nullable;

/** Python's {@code timedelta}: the difference of two times. */
final class Duration extends Value.Opaque implements Attributes {

  private static final long SECOND = 1_000_000;
  private static final long DAY = 86_400 * SECOND;

  private final long micros;

  Duration(long micros) {
    this.micros = micros;
  }

  long micros() {
    return micros;
  }

  @Override
  public @Nullable Value attribute(String name) {
    return switch (name) {
      case "days" -> Value.of(Math.floorDiv(micros, DAY));
      case "seconds" -> Value.of(Math.floorMod(micros, DAY) / SECOND);
      case "microseconds" -> Value.of(Math.floorMod(micros, SECOND));
      case "total_seconds" -> Moment.method(name, a -> Value.of((double) micros / SECOND));
      default -> null;
    };
  }

  @Override
  public String typeName() {
    return "timedelta";
  }

  @Override
  public boolean isTruthy() {
    return micros != 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Duration that && that.micros == micros;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(micros);
  }

  @Override
  public String toString() {
    long days = Math.floorDiv(micros, DAY);
    long rest = Math.floorMod(micros, DAY);
    long seconds = rest / SECOND;
    String text = String.format("%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    String fraction = rest % SECOND == 0 ? "" : String.format(".%06d", rest % SECOND);
    String day = days == 0 ? "" : days + (Math.abs(days) == 1 ? " day, " : " days, ");
    return day + text + fraction;
  }
}
