package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Filters that read, write and compute numbers. */
final class NumberFilters {

  private NumberFilters() {}

  static void register(Filters.Registry r) {
    r.add("int", "default=0, base=10", (in, a, run) -> toInt(in, a));
    r.add("float", "default=0.0", (in, a, run) -> toFloat(in, a));
    r.add("bool", "", (in, a, run) -> toBool(in));
    r.add("abs", "", (in, a, run) -> abs(in));
    r.add("round", "precision=0, method='common'", (in, a, run) -> round(in, a));
    r.add("log", "base=none", (in, a, run) -> log(in, a));
    r.add("pow", "exponent", (in, a, run) -> pow(in, a.value("exponent")));
    r.add("root", "base=2", (in, a, run) -> root(in, a));
    r.add("human_readable", "isbits=false, unit=none", (in, a, run) -> humanReadable(in, a));
    r.add("human_to_bytes", "default_unit=none, isbits=false", (in, a, run) -> humanToBytes(in, a));
    r.add("filesizeformat", "binary=false", (in, a, run) -> fileSize(in, a.flag("binary")));
  }

  private static Value toInt(Value in, Signature.Bound a) {
    Numbers.defined(in);
    Value found = a.value("default");
    if (in instanceof Value.Float real) {
      return Double.isNaN(real.value())
          ? found
          : Numbers.secretLike(Value.of(Numbers.truncate(real.value())), in);
    }
    if (Numbers.whole(in).isPresent()) {
      return Numbers.secretLike(Value.of(Numbers.whole(in).get()), in);
    }
    if (!(in instanceof Value.Str str)) {
      return found;
    }
    Optional<BigInteger> whole = Numbers.parseInt(str.reveal(), a.integer("base"));
    if (whole.isEmpty()) {
      whole =
          Numbers.parseFloat(str.reveal())
              .filter(real -> !Double.isNaN(real))
              .map(Numbers::truncate);
    }
    return whole.<Value>map(number -> Numbers.secretLike(Value.of(number), in)).orElse(found);
  }

  private static Value toFloat(Value in, Signature.Bound a) {
    Numbers.defined(in);
    if (Numbers.isNumber(in)) {
      return Numbers.secretLike(Value.of(Numbers.real(in)), in);
    }
    if (in instanceof Value.Str str) {
      return Numbers.parseFloat(str.reveal())
          .<Value>map(real -> Numbers.secretLike(Value.of(real), in))
          .orElse(a.value("default"));
    }
    return a.value("default");
  }

  private static final Set<String> TRUE = Set.of("yes", "on", "1", "true");

  static Value toBool(Value in) {
    Numbers.defined(in);
    if (in instanceof Value.Null || in instanceof Value.Bool) {
      return in;
    }
    if (in instanceof Value.Str str) {
      return Value.of(TRUE.contains(str.reveal().toLowerCase(Locale.ROOT)));
    }
    return Value.of(Numbers.isNumber(in) && Numbers.real(in) == 1);
  }

  private static Value number(Value value, String filter) {
    Numbers.defined(value);
    if (!Numbers.isNumber(value)) {
      throw Fault.of(
          "The filter \"" + filter + "\" needs a number, not " + Messages.aType(value) + ".");
    }
    return value;
  }

  private static Value abs(Value in) {
    number(in, "abs");
    return in instanceof Value.Float real
        ? Numbers.secretLike(Value.of(Math.abs(real.value())), in)
        : Numbers.secretLike(Value.of(Numbers.whole(in).orElseThrow().abs()), in);
  }

  private static Value round(Value in, Signature.Bound a) {
    number(in, "round");
    int precision = a.integer("precision");
    String method = a.text("method");
    if (!Set.of("common", "ceil", "floor").contains(method)) {
      throw Fault.of("The method of the filter \"round\" is \"common\", \"ceil\" or \"floor\".");
    }
    if (Math.abs(precision) > 300) {
      throw Fault.of("The precision of the filter \"round\" is too large.");
    }
    if (method.equals("common")) {
      return common(in, precision);
    }
    double scale = Math.pow(10, precision);
    double scaled = Numbers.real(in) * scale;
    double result = (method.equals("ceil") ? Math.ceil(scaled) : Math.floor(scaled)) / scale;
    return Numbers.secretLike(Value.of(result), in);
  }

  /** Half goes to the even neighbour, of the exact binary value. */
  private static Value common(Value in, int precision) {
    if (in instanceof Value.Float real) {
      if (Double.isNaN(real.value()) || Double.isInfinite(real.value())) {
        return in;
      }
      BigDecimal rounded = new BigDecimal(real.value()).setScale(precision, RoundingMode.HALF_EVEN);
      double result = rounded.doubleValue();
      return Numbers.secretLike(Value.of(result == 0 && real.value() < 0 ? -0.0 : result), in);
    }
    BigInteger whole = Numbers.whole(in).orElseThrow();
    if (precision >= 0) {
      return Numbers.secretLike(Value.of(whole), in);
    }
    BigDecimal rounded = new BigDecimal(whole).setScale(precision, RoundingMode.HALF_EVEN);
    return Numbers.secretLike(Value.of(rounded.toBigInteger()), in);
  }

  private static Value log(Value in, Signature.Bound a) {
    double value = Numbers.real(number(in, "log"));
    if (value <= 0) {
      throw Fault.of("The filter \"log\" needs a number above 0.");
    }
    if (a.isNone("base")) {
      return Value.of(Math.log(value));
    }
    double base = Numbers.real(number(a.value("base"), "log"));
    return Value.of(base == 10 ? Math.log10(value) : Math.log(value) / Math.log(base));
  }

  private static Value pow(Value in, Value exponent) {
    double result =
        Math.pow(Numbers.real(number(in, "pow")), Numbers.real(number(exponent, "pow")));
    return Value.of(result);
  }

  private static Value root(Value in, Signature.Bound a) {
    double value = Numbers.real(number(in, "root"));
    double base = Numbers.real(number(a.value("base"), "root"));
    return Value.of(base == 2 ? Math.sqrt(value) : Math.pow(value, 1 / base));
  }

  // Sizes

  private static final List<String> UNITS = List.of("Y", "Z", "E", "P", "T", "G", "M", "K");

  private static double factor(String unit) {
    int power = UNITS.size() - UNITS.indexOf(unit);
    return Math.pow(1024, power);
  }

  private static Value humanReadable(Value in, Signature.Bound a) {
    double size = Numbers.real(toFloatOrFail(in));
    String base = a.flag("isbits") ? "bits" : "Bytes";
    String wanted = a.isNone("unit") ? "" : a.text("unit").toUpperCase(Locale.ROOT);
    for (String unit : UNITS) {
      boolean takes = wanted.isEmpty() ? size >= factor(unit) : wanted.startsWith(unit);
      if (takes) {
        String suffix = unit + (a.flag("isbits") ? "b" : "B");
        return Value.of(NumberFormat.real(size / factor(unit), 'f', 2, false) + " " + suffix);
      }
    }
    return Value.of(NumberFormat.real(size, 'f', 2, false) + " " + base);
  }

  private static Value toFloatOrFail(Value in) {
    Numbers.defined(in);
    if (in instanceof Value.Str str) {
      return Numbers.parseFloat(str.reveal())
          .<Value>map(Value::of)
          .orElseThrow(() -> Fault.of("\"" + str.text().shown() + "\" is no number."));
    }
    return number(in, "human_readable");
  }

  private static final Pattern SIZE =
      Pattern.compile("^\\s*(\\d*\\.?\\d*)\\s*([A-Za-z]+)?", Pattern.UNICODE_CHARACTER_CLASS);

  private static Value humanToBytes(Value in, Signature.Bound a) {
    Text written = Printing.str(Numbers.defined(in));
    Matcher size = SIZE.matcher(written.reveal());
    Optional<Double> number =
        size.find() ? Numbers.parseFloat(size.group(1)) : Optional.<Double>empty();
    if (number.isEmpty()) {
      throw Fault.of("\"" + written.shown() + "\" is no size, such as 10M or 1.5 GB.");
    }
    String unit = size.group(2);
    if (unit == null) {
      unit = a.isNone("default_unit") ? "" : a.text("default_unit");
    }
    double bytes = number.get() * unitFactor(unit, a.flag("isbits"), written);
    return Value.of(BigDecimal.valueOf(bytes).setScale(0, RoundingMode.HALF_EVEN).toBigInteger());
  }

  private static double unitFactor(String unit, boolean bits, Text written) {
    if (unit.isEmpty()) {
      return 1;
    }
    String first = unit.substring(0, 1).toUpperCase(Locale.ROOT);
    String word = bits ? "bit" : "byte";
    String letter = bits ? "b" : "B";
    if (first.equals("B") || unit.toLowerCase(Locale.ROOT).startsWith(word)) {
      boolean fits =
          unit.length() > 1
              ? unit.toLowerCase(Locale.ROOT).matches(word + "s?")
              : unit.equals(letter);
      if (fits) {
        return 1;
      }
    } else if (UNITS.contains(first)) {
      boolean fits =
          unit.length() == 1
              || unit.length() == 2 && unit.endsWith(letter)
              || unit.substring(1).equalsIgnoreCase(word);
      if (fits) {
        return factor(first);
      }
    }
    throw Fault.of("\"" + written.shown() + "\" has a unit that is no number of " + word + "s.");
  }

  private static Value fileSize(Value in, boolean binary) {
    double bytes = Numbers.real(toFloatOrFail(in));
    double base = binary ? 1024 : 1000;
    if (bytes == 1) {
      return Value.of("1 Byte");
    }
    if (bytes < base) {
      return Value.of(NumberFormat.real(Math.floor(bytes), 'f', 0, false) + " Bytes");
    }
    String[] prefixes =
        binary
            ? new String[] {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"}
            : new String[] {"kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"};
    double unit = base;
    int i = 0;
    while (i < prefixes.length - 1 && bytes >= unit * base) {
      unit *= base;
      i++;
    }
    return Value.of(NumberFormat.real(bytes / unit, 'f', 1, false) + " " + prefixes[i]);
  }
}
