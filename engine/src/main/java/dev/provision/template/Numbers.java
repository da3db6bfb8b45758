package dev.provision.template;

import dev.provision.value.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Python's arithmetic. */
final class Numbers {

  /** No string or list that a template makes may be longer: a slip must not end the process. */
  private static final long MAX_SIZE = 1L << 26;

  private static final long MAX_ITEMS = 1L << 22;

  private static final int MAX_BITS = 1 << 20;

  private Numbers() {}

  static void checkSize(long size) {
    if (size > MAX_SIZE) {
      throw Fault.of("The result would be longer than " + MAX_SIZE + ".");
    }
  }

  static void checkItems(long count) {
    if (count > MAX_ITEMS) {
      throw Fault.of("The list would have more than " + MAX_ITEMS + " items.");
    }
  }

  static boolean isNumber(Value value) {
    return value instanceof Value.Int
        || value instanceof Value.Float
        || value instanceof Value.Bool;
  }

  /** An int or a bool as a whole number. */
  static Optional<BigInteger> whole(Value value) {
    if (value instanceof Value.Int number) {
      return Optional.of(number.value());
    }
    if (value instanceof Value.Bool bool) {
      return Optional.of(bool.value() ? BigInteger.ONE : BigInteger.ZERO);
    }
    return Optional.empty();
  }

  static double real(Value value) {
    if (value instanceof Value.Float number) {
      return number.value();
    }
    double result = whole(value).orElseThrow(() -> Fault.of("Not a number.")).doubleValue();
    if (Double.isInfinite(result)) {
      throw Fault.of("The whole number is too large to be a float.");
    }
    return result;
  }

  /**
   * A whole number that fits an int.
   *
   * @param what starts the message: {@code The argument "width" of the filter "indent"}
   */
  static int toInt(Value value, String what) {
    defined(value);
    BigInteger whole =
        whole(value)
            .orElseThrow(
                () ->
                    Fault.of(what + " must be a whole number, not " + Messages.aType(value) + "."));
    if (whole.bitLength() > 31) {
      throw Fault.of(what + " is too large.");
    }
    return whole.intValue();
  }

  static Value defined(Value value) {
    if (value instanceof Undefined missing) {
      throw missing.fault();
    }
    return value;
  }

  static Value add(Value left, Value right) {
    if (isNumber(left) && isNumber(right)) {
      return wholes(left, right)
          ? secretLike(Value.of(whole(left, 0).add(whole(right, 0))), left, right)
          : secretLike(Value.of(real(left) + real(right)), left, right);
    }
    if (left instanceof Value.Str a && right instanceof Value.Str b) {
      return Value.of(a.text().plus(b.text()));
    }
    if (left instanceof Value.Seq a && right instanceof Value.Seq b && a.isTuple() == b.isTuple()) {
      checkItems((long) a.items().size() + b.items().size());
      List<Value> joined = new ArrayList<>(a.items());
      joined.addAll(b.items());
      return a.isTuple() ? Value.tuple(joined) : Value.list(joined);
    }
    throw unsupported("+", left, right);
  }

  static Value subtract(Value left, Value right) {
    if (!isNumber(left) || !isNumber(right)) {
      throw unsupported("-", left, right);
    }
    return wholes(left, right)
        ? secretLike(Value.of(whole(left, 0).subtract(whole(right, 0))), left, right)
        : secretLike(Value.of(real(left) - real(right)), left, right);
  }

  static Value multiply(Value left, Value right) {
    if (isNumber(left) && isNumber(right)) {
      return wholes(left, right)
          ? secretLike(Value.of(whole(left, 0).multiply(whole(right, 0))), left, right)
          : secretLike(Value.of(real(left) * real(right)), left, right);
    }
    if (whole(right).isPresent() && isRepeatable(left)) {
      return repeat(left, whole(right, 0));
    }
    if (whole(left).isPresent() && isRepeatable(right)) {
      return repeat(right, whole(left, 0));
    }
    throw unsupported("*", left, right);
  }

  private static boolean isRepeatable(Value value) {
    return value instanceof Value.Str || value instanceof Value.Seq;
  }

  private static Value repeat(Value value, BigInteger times) {
    long count =
        times.signum() <= 0 ? 0 : times.bitLength() > 31 ? MAX_SIZE + 1 : times.longValue();
    if (value instanceof Value.Str str) {
      return Value.of(Texts.repeat(str.text(), count));
    }
    Value.Seq seq = (Value.Seq) value;
    checkItems(count * seq.items().size());
    List<Value> items = new ArrayList<>();
    for (long i = 0; i < count && !seq.items().isEmpty(); i++) {
      items.addAll(seq.items());
    }
    return seq.isTuple() ? Value.tuple(items) : Value.list(items);
  }

  static Value divide(Value left, Value right) {
    if (!isNumber(left) || !isNumber(right)) {
      throw unsupported("/", left, right);
    }
    return secretLike(Value.of(real(left) / nonZero(real(right))), left, right);
  }

  static Value floorDivide(Value left, Value right) {
    if (!isNumber(left) || !isNumber(right)) {
      throw unsupported("//", left, right);
    }
    if (wholes(left, right)) {
      BigInteger divisor = nonZero(whole(right, 0));
      BigInteger[] parts = whole(left, 0).divideAndRemainder(divisor);
      boolean down = parts[1].signum() != 0 && parts[1].signum() != divisor.signum();
      return secretLike(Value.of(down ? parts[0].subtract(BigInteger.ONE) : parts[0]), left, right);
    }
    return secretLike(Value.of(Math.floor(real(left) / nonZero(real(right)))), left, right);
  }

  static Value modulo(Value left, Value right) {
    if (left instanceof Value.Str format) {
      return Value.of(PercentFormat.format(format.text(), right));
    }
    if (!isNumber(left) || !isNumber(right)) {
      throw unsupported("%", left, right);
    }
    if (wholes(left, right)) {
      BigInteger divisor = nonZero(whole(right, 0));
      BigInteger rest = whole(left, 0).remainder(divisor);
      boolean wrap = rest.signum() != 0 && rest.signum() != divisor.signum();
      return secretLike(Value.of(wrap ? rest.add(divisor) : rest), left, right);
    }
    double divisor = nonZero(real(right));
    double rest = real(left) % divisor;
    return secretLike(
        Value.of(rest != 0 && (rest < 0) != (divisor < 0) ? rest + divisor : rest), left, right);
  }

  static Value power(Value left, Value right) {
    if (!isNumber(left) || !isNumber(right)) {
      throw unsupported("**", left, right);
    }
    if (wholes(left, right) && whole(right, 0).signum() >= 0) {
      BigInteger base = whole(left, 0);
      BigInteger exponent = whole(right, 0);
      boolean small = base.abs().compareTo(BigInteger.ONE) <= 0;
      if (exponent.bitLength() > 31
          || !small && (long) base.bitLength() * exponent.intValue() > MAX_BITS) {
        if (!small) {
          throw Fault.of("The result of \"**\" would be too large.");
        }
        exponent = exponent.testBit(0) ? BigInteger.ONE : BigInteger.TWO;
      }
      return secretLike(Value.of(base.pow(exponent.intValue())), left, right);
    }
    if (real(left) == 0 && real(right) < 0) {
      throw Fault.of("0 can't be raised to a negative power.");
    }
    double result = Math.pow(real(left), real(right));
    if (Double.isNaN(result)) {
      throw Fault.of("A negative number has no real root.");
    }
    return secretLike(Value.of(result), left, right);
  }

  static Value negate(Value value) {
    if (value instanceof Value.Float number) {
      return secretLike(Value.of(-number.value()), value);
    }
    BigInteger whole = whole(value).orElseThrow(() -> unsupported("-", value));
    return secretLike(Value.of(whole.negate()), value);
  }

  static Value plus(Value value) {
    if (value instanceof Value.Float) {
      return value;
    }
    return secretLike(Value.of(whole(value).orElseThrow(() -> unsupported("+", value))), value);
  }

  /** The number, marked if one of those it was made of is a secret. */
  static Value secretLike(Value number, Value... sources) {
    for (Value source : sources) {
      if (source.hasSecret()) {
        return secret(number);
      }
    }
    return number;
  }

  private static Value secret(Value number) {
    if (number instanceof Value.Int whole) {
      return whole.asSecret();
    }
    return number instanceof Value.Float real ? real.asSecret() : number;
  }

  private static boolean wholes(Value left, Value right) {
    return !(left instanceof Value.Float) && !(right instanceof Value.Float);
  }

  private static BigInteger whole(Value value, int fallback) {
    return whole(value).orElseGet(() -> BigInteger.valueOf(fallback));
  }

  private static double nonZero(double divisor) {
    if (divisor == 0) {
      throw Fault.of("Division by zero.");
    }
    return divisor;
  }

  private static BigInteger nonZero(BigInteger divisor) {
    if (divisor.signum() == 0) {
      throw Fault.of("Division by zero.");
    }
    return divisor;
  }

  private static Fault unsupported(String operator, Value left, Value right) {
    defined(left);
    defined(right);
    String hint =
        operator.equals("+") && (left instanceof Value.Str || right instanceof Value.Str)
            ? " Use \"~\" to join them as text, or the filter \"int\" to count."
            : "";
    return Fault.of(
        "\""
            + operator
            + "\" does not work between "
            + Messages.aType(left)
            + " and "
            + Messages.aType(right)
            + "."
            + hint);
  }

  private static Fault unsupported(String operator, Value value) {
    defined(value);
    return Fault.of("\"" + operator + "\" does not work on " + Messages.aType(value) + ".");
  }

  // Python's int() and float() of strings

  /** {@code int(text, base)}; base 0 reads the prefix. Empty where it is no number. */
  static Optional<BigInteger> parseInt(String text, int base) {
    String digits = text.strip().toLowerCase(java.util.Locale.ROOT);
    boolean negative = digits.startsWith("-");
    if (negative || digits.startsWith("+")) {
      digits = digits.substring(1);
    }
    int radix = base;
    for (Map.Entry<String, Integer> prefix : PREFIXES.entrySet()) {
      if (digits.startsWith(prefix.getKey()) && (base == 0 || base == prefix.getValue())) {
        digits = digits.substring(2);
        radix = prefix.getValue();
        if (digits.startsWith("_")) {
          digits = digits.substring(1);
        }
        break;
      }
    }
    radix = radix == 0 ? 10 : radix;
    if (!digits.matches("[0-9a-z]+(_[0-9a-z]+)*") && !digits.matches("\\p{Nd}+")) {
      return Optional.empty();
    }
    try {
      BigInteger number = new BigInteger(digits.replace("_", ""), radix);
      return Optional.of(negative ? number.negate() : number);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static final Map<String, Integer> PREFIXES = prefixes();

  private static Map<String, Integer> prefixes() {
    Map<String, Integer> prefixes = new LinkedHashMap<>();
    prefixes.put("0x", 16);
    prefixes.put("0o", 8);
    prefixes.put("0b", 2);
    return prefixes;
  }

  /** {@code float(text)}. Empty where it is no number. */
  static Optional<Double> parseFloat(String text) {
    String written = text.strip().toLowerCase(java.util.Locale.ROOT);
    String sign = written.startsWith("-") ? "-" : "";
    String bare =
        written.startsWith("-") || written.startsWith("+") ? written.substring(1) : written;
    if (bare.equals("inf") || bare.equals("infinity")) {
      return Optional.of(sign.isEmpty() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
    }
    if (bare.equals("nan")) {
      return Optional.of(Double.NaN);
    }
    String number = "[0-9]+(_[0-9]+)*";
    if (!bare.matches(
        "(" + number + "\\.?(" + number + ")?|\\." + number + ")(e[+-]?" + number + ")?")) {
      return Optional.empty();
    }
    return Optional.of(Double.parseDouble(sign + bare.replace("_", "")));
  }

  /** A float without its fraction, as a whole number. */
  static BigInteger truncate(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw Fault.of("Infinity is no whole number, nor is NaN.");
    }
    return new java.math.BigDecimal(value).toBigInteger();
  }
}
