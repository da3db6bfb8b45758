package dev.provision.template;

import dev.provision.value.Value;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Filters about time. */
final class DateFilters {

  private DateFilters() {}

  static void register(Filters.Registry r) {
    r.add(
        "to_datetime",
        "format='%Y-%m-%d %H:%M:%S'",
        (in, a, run) -> new Moment(DateFormat.parse(Printing.str(in).reveal(), a.text("format"))));
    r.varying("strftime", "second=none, utc=false", "second", DateFilters::format);
  }

  private static Value format(Value in, Signature.Bound a, Evaluation run) {
    Value second = Numbers.defined(a.value("second"));
    Instant instant =
        second instanceof Value.Null ? run.controller().clock().instant() : instant(second);
    ZoneId zone = a.flag("utc") ? ZoneOffset.UTC : run.controller().clock().getZone();
    LocalDateTime time = LocalDateTime.ofInstant(instant, zone);
    return Value.of(DateFormat.format(time, zone, Printing.str(in).reveal()));
  }

  private static Instant instant(Value second) {
    if (second instanceof Value.Str str) {
      return instant(
          Numbers.parseFloat(str.reveal())
              .map(Value::of)
              .orElseThrow(
                  () ->
                      Fault.of("The filter \"strftime\" needs seconds since 1970, not a string.")));
    }
    if (!Numbers.isNumber(second)) {
      throw Fault.of(
          "The filter \"strftime\" needs seconds since 1970, not " + Messages.aType(second) + ".");
    }
    double seconds = Numbers.real(second);
    return Instant.ofEpochSecond(
        (long) Math.floor(seconds), Math.round((seconds - Math.floor(seconds)) * 1e9));
  }
}
