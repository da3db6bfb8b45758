package dev.provision.lab;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with units as people write them: {@code 8 GiB}, {@code 48ms}, {@code 0.1 %}. */
final class Quantity {

  private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([^\\d\\s].*)?");

  private static final Map<String, Long> BYTES =
      units("KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);
  private static final Map<String, Long> NANOSECONDS =
      units("us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L, "m", 60_000_000_000L);
  private static final Map<String, Long> BITS_PER_SECOND =
      units("kbit/s", 1_000L, "Mbit/s", 1_000_000L, "Gbit/s", 1_000_000_000L);
  private static final Map<String, Long> PERCENT = units("%", 1L);

  private Quantity() {}

  static Optional<Long> bytes(String text) {
    return number(text, BYTES).map(BigDecimal::longValue);
  }

  static Optional<Duration> duration(String text) {
    return number(text, NANOSECONDS).map(BigDecimal::longValue).map(Duration::ofNanos);
  }

  static Optional<Long> bitsPerSecond(String text) {
    return number(text, BITS_PER_SECOND).map(BigDecimal::longValue);
  }

  static Optional<Double> percent(String text) {
    return number(text, PERCENT).map(BigDecimal::doubleValue).filter(value -> value <= 100);
  }

  /** Zero needs no unit. */
  private static Optional<BigDecimal> number(String text, Map<String, Long> units) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(form.group(1));
    if (form.group(2) == null) {
      return number.signum() == 0 ? Optional.of(number) : Optional.empty();
    }
    Long factor = units.get(form.group(2).toLowerCase(Locale.ROOT));
    return Optional.ofNullable(factor).map(BigDecimal::valueOf).map(number::multiply);
  }

  private static Map<String, Long> units(Object... namesAndFactors) {
    Map<String, Long> units = new LinkedHashMap<>();
    for (int i = 0; i < namesAndFactors.length; i += 2) {
      units.put(
          ((String) namesAndFactors[i]).toLowerCase(Locale.ROOT), (Long) namesAndFactors[i + 1]);
    }
    return units;
  }
}
