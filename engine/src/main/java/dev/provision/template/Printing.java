package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;

/** Python's {@code str} and {@code repr}. */
final class Printing {

  private Printing() {}

  /** {@code str(value)}. */
  static Text str(Value value) {
    if (value instanceof Value.Str str) {
      return str.text();
    }
    if (value instanceof Value.Int number) {
      return number.text();
    }
    if (value instanceof Value.Null) {
      return Text.plain("None");
    }
    Text.Builder out = new Text.Builder();
    repr(value, out);
    return out.build();
  }

  /** {@code repr(value)}. */
  static Text repr(Value value) {
    Text.Builder out = new Text.Builder();
    repr(value, out);
    return out.build();
  }

  private static void repr(Value value, Text.Builder out) {
    if (value instanceof Value.Str str) {
      quoted(str.text(), out);
    } else if (value instanceof Value.Bool bool) {
      out.append(bool.value() ? "True" : "False");
    } else if (value instanceof Value.Int number) {
      out.append(number.text());
    } else if (value instanceof Value.Float number) {
      out.append(Texts.like(number, number(number.value())));
    } else if (value instanceof Value.Null) {
      out.append("None");
    } else if (value instanceof Value.Seq seq) {
      sequence(seq, out);
    } else if (value instanceof Value.Dict dict) {
      mapping(dict, out);
    } else {
      opaque(value, out);
    }
  }

  private static void opaque(Value value, Text.Builder out) {
    if (value instanceof Undefined missing) {
      if (!missing.isLenient()) {
        throw missing.fault();
      }
    } else if (value instanceof LazyList list) {
      out.append(list.printed());
    } else if (value instanceof Mutable mutable) {
      repr(mutable.freeze(), out);
    } else {
      out.append(value.toString());
    }
  }

  private static void sequence(Value.Seq seq, Text.Builder out) {
    out.append(seq.isTuple() ? "(" : "[");
    String separator = "";
    for (Value item : seq.items()) {
      out.append(separator);
      repr(item, out);
      separator = ", ";
    }
    out.append(seq.isTuple() && seq.items().size() == 1 ? "," : "");
    out.append(seq.isTuple() ? ")" : "]");
  }

  private static void mapping(Value.Dict dict, Text.Builder out) {
    String separator = "{";
    for (Map.Entry<Value, Value> entry : dict.entries().entrySet()) {
      out.append(separator);
      repr(entry.getKey(), out);
      out.append(": ");
      repr(entry.getValue(), out);
      separator = ", ";
    }
    out.append(dict.entries().isEmpty() ? "{}" : "}");
  }

  /** {@code repr} of a string. */
  static void quoted(Text text, Text.Builder out) {
    String chars = text.reveal();
    char quote = chars.indexOf('\'') >= 0 && chars.indexOf('"') < 0 ? '"' : '\'';
    out.append(String.valueOf(quote));
    if (!text.hasSecret()) {
      StringBuilder plain = new StringBuilder(chars.length() + 2);
      for (int at = 0; at < chars.length(); at += Character.charCount(chars.codePointAt(at))) {
        escaped(chars.codePointAt(at), quote, plain);
      }
      out.append(plain.toString());
    } else {
      for (Text one : Texts.characters(text)) {
        StringBuilder escaped = new StringBuilder();
        escaped(one.reveal().codePointAt(0), quote, escaped);
        out.append(Texts.like(one, escaped.toString()));
      }
    }
    out.append(String.valueOf(quote));
  }

  private static void escaped(int point, char quote, StringBuilder out) {
    if (point == quote || point == '\\') {
      out.append('\\').appendCodePoint(point);
    } else if (point == '\n') {
      out.append("\\n");
    } else if (point == '\r') {
      out.append("\\r");
    } else if (point == '\t') {
      out.append("\\t");
    } else if (isPrintable(point)) {
      out.appendCodePoint(point);
    } else if (point < 0x100) {
      out.append(String.format("\\x%02x", point));
    } else if (point < 0x10000) {
      out.append(String.format("\\u%04x", point));
    } else {
      out.append(String.format("\\U%08x", point));
    }
  }

  private static boolean isPrintable(int point) {
    if (point == ' ') {
      return true;
    }
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /** Python's shortest form of a float that reads back as the same. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0.0" : "0.0";
    }
    BigDecimal shortest = shortest(value);
    int exponent = shortest.precision() - shortest.scale() - 1;
    if (exponent >= -4 && exponent < 16) {
      String plain = shortest.toPlainString();
      return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }
    String digits = shortest.unscaledValue().abs().toString();
    String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    return (value < 0 ? "-" : "")
        + mantissa
        + (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }

  /** The JDK's own form is not the shortest before Java 19. */
  private static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 15; digits < 17; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits));
      if (rounded.doubleValue() == value) {
        return rounded.stripTrailingZeros();
      }
    }
    return exact.round(new MathContext(17)).stripTrailingZeros();
  }
}
