package dev.provision.lang;

import dev.provision.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What an unquoted word means: YAML 1.1 as PyYAML reads it. {@code yes} is true, {@code 0644} is
 * 420, {@code 1:30} is 90, {@code 1e3} is a string. Dates stay strings.
 */
final class YamlScalars {

  private static final Set<String> TRUE =
      Set.of("yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
  private static final Set<String> FALSE =
      Set.of("no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
  private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");

  private static final Pattern INT =
      Pattern.compile(
          "[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+"
              + "|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+");
  private static final Pattern FLOAT =
      Pattern.compile(
          "[-+]?[0-9][0-9_]*\\.[0-9_]*(?:[eE][-+][0-9]+)?|\\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?"
              + "|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\\.[0-9_]*"
              + "|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)");
  private static final Pattern TIMESTAMP =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \\t]+)[0-9]{1,2}"
              + ":[0-9]{2}:[0-9]{2}(?:\\.[0-9]*)?(?:[ \\t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?");

  private YamlScalars() {}

  /** The value of a plain scalar without a tag; a string where it is nothing else. */
  static Value plain(String text) {
    if (NULL.contains(text)) {
      return Value.NULL;
    }
    if (couldBeNumber(text)) {
      Optional<Value> number = intOf(text).or(() -> floatOf(text));
      return number.orElseGet(() -> Value.of(text));
    }
    return boolOf(text).orElseGet(() -> Value.of(text));
  }

  /**
   * Whether PyYAML would read this text as something else than a string, so that it must be quoted
   * when written.
   */
  static boolean needsQuotes(String text) {
    return !(plain(text) instanceof Value.Str)
        || TIMESTAMP.matcher(text).matches()
        || text.equals("=")
        || text.equals("<<");
  }

  static boolean isNull(String text) {
    return NULL.contains(text);
  }

  static Optional<Value> boolOf(String text) {
    if (TRUE.contains(text)) {
      return Optional.of(Value.TRUE);
    }
    return FALSE.contains(text) ? Optional.of(Value.FALSE) : Optional.empty();
  }

  static Optional<Value> intOf(String text) {
    if (!INT.matcher(text).matches()) {
      return Optional.empty();
    }
    boolean negative = text.startsWith("-");
    String digits = unsigned(text);
    try {
      BigInteger value = magnitude(digits);
      return Optional.of(Value.of(negative ? value.negate() : value));
    } catch (NumberFormatException e) {
      return Optional.empty(); // "0x_": the pattern takes it, but there is no digit
    }
  }

  private static BigInteger magnitude(String digits) {
    if (digits.startsWith("0b")) {
      return new BigInteger(digits.substring(2), 2);
    }
    if (digits.startsWith("0x")) {
      return new BigInteger(digits.substring(2), 16);
    }
    if (digits.contains(":")) {
      BigInteger value = BigInteger.ZERO;
      for (String part : digits.split(":", -1)) {
        value = value.multiply(BigInteger.valueOf(60)).add(new BigInteger(part));
      }
      return value;
    }
    return new BigInteger(digits, digits.startsWith("0") ? 8 : 10);
  }

  static Optional<Value> floatOf(String text) {
    if (!FLOAT.matcher(text).matches()) {
      return Optional.empty();
    }
    double sign = text.startsWith("-") ? -1 : 1;
    String digits = unsigned(text).toLowerCase(Locale.ROOT);
    if (digits.equals(".inf")) {
      return Optional.of(Value.of(sign * Double.POSITIVE_INFINITY));
    }
    if (digits.equals(".nan")) {
      return Optional.of(Value.of(Double.NaN));
    }
    try {
      return Optional.of(Value.of(sign * decimal(digits)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static double decimal(String digits) {
    if (!digits.contains(":")) {
      return new BigDecimal(digits.startsWith(".") ? "0" + digits : digits).doubleValue();
    }
    double value = 0;
    for (String part : digits.split(":", -1)) {
      value = value * 60 + Double.parseDouble(part);
    }
    return value;
  }

  private static String unsigned(String text) {
    String digits = text.replace("_", "");
    return digits.startsWith("-") || digits.startsWith("+") ? digits.substring(1) : digits;
  }

  private static boolean couldBeNumber(String text) {
    char first = text.charAt(0);
    return (first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.';
  }
}
