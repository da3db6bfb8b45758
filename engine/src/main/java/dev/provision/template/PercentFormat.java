package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Python's {@code 'format' % values}. */
final class PercentFormat {

  private final Text format;
  private final String chars;
  private final Value values;
  private final List<Value> positional;
  private final Text.Builder out = new Text.Builder();
  private int at;
  private int used;

  private PercentFormat(Text format, Value values) {
    this.format = format;
    this.chars = format.reveal();
    this.values = values;
    this.positional =
        values instanceof Value.Seq seq && seq.isTuple() ? seq.items() : List.of(values);
  }

  static Text format(Text format, Value values) {
    return new PercentFormat(format, Numbers.defined(values)).run();
  }

  private Text run() {
    while (at < chars.length()) {
      int percent = chars.indexOf('%', at);
      if (percent < 0) {
        out.append(format.slice(at, chars.length()));
        break;
      }
      out.append(format.slice(at, percent));
      at = percent + 1;
      conversion();
    }
    // Python lets a dict or a list be left over whole, but no tuple and no scalar.
    boolean container =
        values instanceof Value.Dict || values instanceof Value.Seq seq && !seq.isTuple();
    if (used < positional.size() && !container) {
      throw Fault.of("Not all values were used by the format of \"%\".");
    }
    return out.build();
  }

  private void conversion() {
    Value mapped = key();
    String flags = span("#0- +");
    int width = size(-1);
    int precision = -1;
    if (peek() == '.') {
      at++;
      precision = size(0);
    }
    span("hlL");
    char type = peek();
    at++;
    if (type == '%') {
      out.append("%");
      return;
    }
    Value value = mapped == null ? next() : mapped;
    boolean left = flags.indexOf('-') >= 0 || width < -1;
    out.append(padded(convert(value, type, flags, precision), type, flags, Math.abs(width), left));
  }

  private @Nullable Value key() {
    if (peek() != '(') {
      return null;
    }
    int end = chars.indexOf(')', at);
    if (end < 0) {
      throw Fault.of("The format of \"%\" has a key without \")\".");
    }
    String key = chars.substring(at + 1, end);
    at = end + 1;
    if (!(values instanceof Value.Dict dict)) {
      throw Fault.of("The format of \"%\" names the key \"" + key + "\" and needs a dict.");
    }
    used = 1;
    return dict.get(key)
        .orElseThrow(() -> Fault.of("The format of \"%\" needs the key \"" + key + "\"."));
  }

  private char peek() {
    if (at >= chars.length()) {
      throw Fault.of("The format of \"%\" ends in the middle of a conversion.");
    }
    return chars.charAt(at);
  }

  private String span(String set) {
    int from = at;
    while (set.indexOf(peek()) >= 0) {
      at++;
    }
    return chars.substring(from, at);
  }

  private int size(int preset) {
    if (peek() == '*') {
      at++;
      return Numbers.toInt(next(), "The width in the format of \"%\"");
    }
    String digits = span("0123456789");
    if (digits.length() > 6) {
      throw Fault.of("The width in the format of \"%\" is too large.");
    }
    return digits.isEmpty() ? preset : Integer.parseInt(digits);
  }

  private Value next() {
    if (used >= positional.size()) {
      throw Fault.of("The format of \"%\" needs more values than it got.");
    }
    return Numbers.defined(positional.get(used++));
  }

  private static Text convert(Value value, char type, String flags, int precision) {
    return switch (type) {
      case 's' -> cut(Printing.str(value), precision);
      case 'r', 'a' -> cut(Printing.repr(value), precision);
      case 'c' -> character(value);
      case 'd', 'i', 'u', 'x', 'X', 'o' -> whole(value, type, flags, precision);
      case 'e', 'E', 'f', 'F', 'g', 'G' -> real(value, type, flags, precision);
      default -> throw Fault.of("The format of \"%\" has no conversion \"" + type + "\".");
    };
  }

  private static Text cut(Text text, int precision) {
    int length = Texts.length(text.reveal());
    return precision < 0 || precision >= length
        ? text
        : text.slice(0, Texts.offset(text.reveal(), precision));
  }

  private static Text character(Value value) {
    if (value instanceof Value.Str str && Texts.length(str.reveal()) == 1) {
      return str.text();
    }
    int point = Numbers.toInt(value, "The value of \"%c\"");
    return Text.plain(NumberFormat.character(point));
  }

  private static Text whole(Value value, char type, String flags, int precision) {
    BigInteger number;
    if (value instanceof Value.Float real && "diu".indexOf(type) >= 0) {
      number = Numbers.truncate(real.value());
    } else {
      number = Numbers.whole(value).orElseThrow(() -> needsNumber(value, type));
    }
    String digits =
        NumberFormat.whole(
            number.abs(), "iu".indexOf(type) >= 0 ? 'd' : type, flags.indexOf('#') >= 0);
    digits = "0".repeat(Math.max(0, precision - digits.length())) + digits;
    String text = sign(number.signum() < 0, flags) + digits;
    return value.hasSecret() ? Text.secret(text) : Text.plain(text);
  }

  private static Text real(Value value, char type, String flags, int precision) {
    if (!Numbers.isNumber(value)) {
      throw needsNumber(value, type);
    }
    double number = Numbers.real(value);
    String digits =
        NumberFormat.real(
            Math.abs(number), type, precision < 0 ? 6 : precision, flags.indexOf('#') >= 0);
    boolean negative = number < 0 || number == 0 && 1 / number < 0;
    String text = sign(negative, flags) + digits;
    return value.hasSecret() ? Text.secret(text) : Text.plain(text);
  }

  private static Fault needsNumber(Value value, char type) {
    return Fault.of("\"%" + type + "\" needs a number, not " + Messages.aType(value) + ".");
  }

  private static String sign(boolean negative, String flags) {
    if (negative) {
      return "-";
    }
    return flags.indexOf('+') >= 0 ? "+" : flags.indexOf(' ') >= 0 ? " " : "";
  }

  private static Text padded(Text text, char type, String flags, int width, boolean left) {
    int missing = width - Texts.length(text.reveal());
    if (missing <= 0) {
      return text;
    }
    if (left) {
      return Texts.pad(text, 0, missing, " ");
    }
    boolean zeros = flags.indexOf('0') >= 0 && "srac".indexOf(type) < 0;
    if (!zeros) {
      return Texts.pad(text, missing, 0, " ");
    }
    int sign = !text.reveal().isEmpty() && "+- ".indexOf(text.reveal().charAt(0)) >= 0 ? 1 : 0;
    return text.slice(0, sign)
        .plus(Text.plain("0".repeat(missing)))
        .plus(text.slice(sign, text.reveal().length()));
  }
}
