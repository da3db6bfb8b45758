package dev.provision.template;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Digits of numbers as Python's {@code %} and {@code format} write them, without width or sign. */
final class NumberFormat {

  private NumberFormat() {}

  /**
   * Digits of a number that is not negative.
   *
   * @param type {@code e f g E F G} or {@code %}
   * @param alternate whether {@code g} keeps trailing zeros
   */
  static String real(double value, char type, int precision, boolean alternate) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      String word = Double.isNaN(value) ? "nan" : "inf";
      return Character.isUpperCase(type) ? word.toUpperCase(Locale.ROOT) : word;
    }
    return switch (Character.toLowerCase(type)) {
      case 'f' -> exact(value).setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
      case '%' ->
          exact(value * 100).setScale(precision, RoundingMode.HALF_EVEN).toPlainString() + "%";
      case 'e' -> exponent(exact(value), precision, type);
      default -> general(value, precision == 0 ? 1 : precision, type, alternate);
    };
  }

  private static BigDecimal exact(double value) {
    return new BigDecimal(value);
  }

  private static String exponent(BigDecimal value, int precision, char letter) {
    BigDecimal rounded = value.round(new MathContext(precision + 1, RoundingMode.HALF_EVEN));
    int exponent = rounded.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
    String digits = rounded.unscaledValue().toString();
    digits = digits + "0".repeat(Math.max(0, precision + 1 - digits.length()));
    String mantissa =
        precision == 0
            ? digits.substring(0, 1)
            : digits.charAt(0) + "." + digits.substring(1, precision + 1);
    return mantissa
        + letter
        + (exponent < 0 ? "-" : "+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }

  private static String general(double value, int precision, char type, boolean alternate) {
    BigDecimal rounded = exact(value).round(new MathContext(precision, RoundingMode.HALF_EVEN));
    int exponent = rounded.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
    if (exponent < -4 || exponent >= precision) {
      String text = exponent(exact(value), precision - 1, Character.isUpperCase(type) ? 'E' : 'e');
      int letter = Math.max(text.indexOf('e'), text.indexOf('E'));
      String mantissa = text.substring(0, letter);
      return (alternate ? mantissa : withoutZeros(mantissa)) + text.substring(letter);
    }
    String plain =
        exact(value).setScale(precision - 1 - exponent, RoundingMode.HALF_EVEN).toPlainString();
    return alternate ? plain : withoutZeros(plain);
  }

  private static String withoutZeros(String digits) {
    if (digits.indexOf('.') < 0) {
      return digits;
    }
    String cut = digits.replaceAll("0+$", "");
    return cut.endsWith(".") ? cut.substring(0, cut.length() - 1) : cut;
  }

  /** Digits of a whole number that is not negative. */
  static String whole(BigInteger value, char type, boolean alternate) {
    String digits =
        switch (type) {
          case 'x' -> value.toString(16);
          case 'X' -> value.toString(16).toUpperCase(Locale.ROOT);
          case 'o' -> value.toString(8);
          case 'b' -> value.toString(2);
          default -> value.toString();
        };
    return alternate && type != 'd' ? "0" + type + digits : digits;
  }

  /** The character of a code point. */
  static String character(int point) {
    if (!Character.isValidCodePoint(point)) {
      throw Fault.of("There is no character with this number.");
    }
    return Character.toString(point);
  }

  /** Digits of the part before the fraction with a mark between groups. */
  static String grouped(String digits, char mark, int size) {
    int end = 0;
    while (end < digits.length() && Character.isLetterOrDigit(digits.charAt(end))) {
      end++;
    }
    StringBuilder out = new StringBuilder(digits);
    for (int at = end - size; at > 0; at -= size) {
      out.insert(at, mark);
    }
    return out.toString();
  }
}
