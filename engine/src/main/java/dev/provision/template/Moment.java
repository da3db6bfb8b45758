package dev.provision.template;

import dev.provision.value.Value;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Python's {@code datetime}: what {@code to_datetime} and {@code now()} give. */
final class Moment extends Value.Opaque implements Attributes {

  private final LocalDateTime time;

  Moment(LocalDateTime time) {
    this.time = time;
  }

  LocalDateTime time() {
    return time;
  }

  static Value arithmetic(String operator, Value left, Value right) {
    if (left instanceof Moment a && right instanceof Moment b && operator.equals("-")) {
      return new Duration(ChronoUnit.MICROS.between(b.time, a.time));
    }
    if (left instanceof Moment a && right instanceof Duration b) {
      if (operator.equals("+")) {
        return new Moment(a.time.plus(b.micros(), ChronoUnit.MICROS));
      }
      if (operator.equals("-")) {
        return new Moment(a.time.minus(b.micros(), ChronoUnit.MICROS));
      }
    }
    if (left instanceof Duration a && right instanceof Duration b) {
      if (operator.equals("+")) {
        return new Duration(a.micros() + b.micros());
      }
      if (operator.equals("-")) {
        return new Duration(a.micros() - b.micros());
      }
    }
    throw Fault.of(
        "\""
            + operator
            + "\" does not work between "
            + Messages.aType(left)
            + " and "
            + Messages.aType(right)
            + ".");
  }

  @Override
  public @Nullable Value attribute(String name) {
    return switch (name) {
      case "year" -> Value.of(time.getYear());
      case "month" -> Value.of(time.getMonthValue());
      case "day" -> Value.of(time.getDayOfMonth());
      case "hour" -> Value.of(time.getHour());
      case "minute" -> Value.of(time.getMinute());
      case "second" -> Value.of(time.getSecond());
      case "microsecond" -> Value.of(time.getNano() / 1000);
      case "weekday" -> method(name, a -> Value.of(time.getDayOfWeek().getValue() - 1L));
      case "isoweekday" -> method(name, a -> Value.of(time.getDayOfWeek().getValue()));
      case "isoformat" -> method(name, a -> Value.of(iso("T")));
      case "timestamp" ->
          method(
              name,
              a ->
                  Value.of(
                      time.atZone(ZoneId.systemDefault()).toInstant().toEpochMilli() / 1000.0));
      case "date" -> method(name, a -> Value.of(time.toLocalDate().toString()));
      case "time" -> method(name, a -> Value.of(iso("T").substring(11)));
      case "strftime" ->
          method(
              name,
              a -> {
                String format = Printing.str(a.positional().get(0)).reveal();
                return Value.of(DateFormat.format(time, ZoneOffset.UTC, format));
              });
      default -> null;
    };
  }

  static Callable method(String name, Function<Arguments, Value> body) {
    return new Callable(name) {
      @Override
      Value call(Arguments arguments, Evaluation run) {
        return body.apply(arguments);
      }
    };
  }

  @SuppressWarnings("JavaLocalDateTimeGetNano") // Only whether there is a fraction is asked.
  private String iso(String separator) {
    String text = DateFormat.format(time, ZoneOffset.UTC, "%Y-%m-%d" + separator + "%H:%M:%S");
    return time.getNano() >= 1000 ? text + DateFormat.format(time, ZoneOffset.UTC, ".%f") : text;
  }

  @Override
  public String typeName() {
    return "datetime";
  }

  @Override
  public boolean isTruthy() {
    return true;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Moment that && that.time.equals(time);
  }

  @Override
  public int hashCode() {
    return time.hashCode();
  }

  @Override
  public String toString() {
    return iso(" ");
  }
}
