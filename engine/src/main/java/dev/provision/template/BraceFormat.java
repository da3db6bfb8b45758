package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Python's {@code '{}'.format(…)}. */
final class BraceFormat {

  private static final Pattern SPEC =
      Pattern.compile(
          "(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\\d{1,6})?([,_])?(?:\\.(\\d{1,6}))?([a-zA-Z%])?",
          Pattern.DOTALL);

  private final Text format;
  private final String chars;
  private final Arguments arguments;
  private final Evaluation run;
  private int automatic;

  private BraceFormat(Text format, Arguments arguments, Evaluation run) {
    this.format = format;
    this.chars = format.reveal();
    this.arguments = arguments;
    this.run = run;
  }

  static Text format(Text format, Arguments arguments, Evaluation run) {
    BraceFormat job = new BraceFormat(format, arguments, run);
    return job.run(0, format.reveal().length());
  }

  private Text run(int from, int to) {
    Text.Builder out = new Text.Builder();
    int at = from;
    while (at < to) {
      char c = chars.charAt(at);
      boolean doubled = at + 1 < to && chars.charAt(at + 1) == c;
      if ((c == '{' || c == '}') && doubled) {
        out.append(format.slice(at, at + 1));
        at += 2;
      } else if (c == '{') {
        int end = closing(at, to);
        out.append(field(at + 1, end));
        at = end + 1;
      } else if (c == '}') {
        throw Fault.of("A single \"}\" stands in the format.");
      } else {
        out.append(format.slice(at, at + 1));
        at++;
      }
    }
    return out.build();
  }

  private int closing(int open, int to) {
    int depth = 0;
    for (int at = open; at < to; at++) {
      depth += chars.charAt(at) == '{' ? 1 : chars.charAt(at) == '}' ? -1 : 0;
      if (depth == 0) {
        return at;
      }
    }
    throw Fault.of("A \"{\" in the format has no \"}\".");
  }

  private Text field(int from, int to) {
    int name = from;
    while (name < to && chars.charAt(name) != '!' && chars.charAt(name) != ':') {
      name = chars.charAt(name) == '[' ? bracketEnd(name, to) : name + 1;
    }
    Value value = named(chars.substring(from, name));
    int spec = name;
    if (spec < to && chars.charAt(spec) == '!') {
      char conversion = spec + 1 < to ? chars.charAt(spec + 1) : ' ';
      value = Value.of(conversion == 's' ? Printing.str(value) : Printing.repr(value));
      spec += 2;
    }
    String written = spec < to ? run(spec + 1, to).reveal() : "";
    return apply(value, written);
  }

  private int bracketEnd(int at, int to) {
    int end = chars.indexOf(']', at);
    return end < 0 || end >= to ? to : end + 1;
  }

  private static final Pattern PART = Pattern.compile("\\.([^.\\[]+)|\\[([^\\]]+)\\]");

  private Value named(String name) {
    int end = 0;
    while (end < name.length() && name.charAt(end) != '.' && name.charAt(end) != '[') {
      end++;
    }
    Value value = first(name.substring(0, end));
    Matcher parts = PART.matcher(name);
    int at = end;
    while (at < name.length()) {
      if (!parts.find(at) || parts.start() != at) {
        throw Fault.of("The format has the field \"" + name + "\", which can't be read.");
      }
      value =
          parts.group(1) != null
              ? run.attribute(value, parts.group(1), name)
              : run.item(value, index(parts.group(2)), name);
      Numbers.defined(value);
      at = parts.end();
    }
    return value;
  }

  private static Value index(String written) {
    return written.matches("\\d{1,9}") ? Value.of(Long.parseLong(written)) : Value.of(written);
  }

  private Value first(String name) {
    if (!name.isEmpty() && !name.matches("\\d{1,9}")) {
      Value value = arguments.keywords().get(name);
      if (value == null) {
        throw Fault.of("The format needs a value for \"{" + name + "}\".");
      }
      return value;
    }
    int index = name.isEmpty() ? automatic++ : Integer.parseInt(name);
    if (index >= arguments.positional().size()) {
      throw Fault.of("The format needs more values than it got.");
    }
    return arguments.positional().get(index);
  }

  /** {@code format(value, spec)}. */
  static Text apply(Value value, String spec) {
    Numbers.defined(value);
    if (spec.isEmpty()) {
      return Printing.str(value);
    }
    Matcher parsed = SPEC.matcher(spec);
    if (!parsed.matches()) {
      throw Fault.of("The format can't read \"" + spec + "\" after \":\".");
    }
    boolean number = Numbers.isNumber(value);
    Text text = number ? number(value, parsed) : text(value, parsed);
    return padded(text, parsed, number);
  }

  private static Text text(Value value, Matcher spec) {
    String type = spec.group(9);
    if (type != null && !type.equals("s")) {
      throw Fault.of("The format \"" + type + "\" does not fit " + Messages.aType(value) + ".");
    }
    if (!(value instanceof Value.Str) && !(value instanceof Value.Bool)) {
      throw Fault.of("The format can't give a width to " + Messages.aType(value) + ".");
    }
    Text text = Printing.str(value);
    int length = Texts.length(text.reveal());
    int precision = spec.group(8) == null ? length : Integer.parseInt(spec.group(8));
    return precision >= length ? text : text.slice(0, Texts.offset(text.reveal(), precision));
  }

  private static Text number(Value value, Matcher spec) {
    char type = spec.group(9) == null ? ' ' : spec.group(9).charAt(0);
    boolean real = value instanceof Value.Float || "eEfFgG%".indexOf(type) >= 0;
    boolean negative =
        value instanceof Value.Float f
            ? f.value() < 0
            : Numbers.whole(value).orElse(BigInteger.ZERO).signum() < 0;
    String digits = real ? real(value, spec, type) : whole(value, spec, type);
    if (spec.group(7) != null) {
      boolean four = "xXob".indexOf(type) >= 0;
      digits = NumberFormat.grouped(digits, spec.group(7).charAt(0), four ? 4 : 3);
    }
    String sign =
        negative ? "-" : spec.group(3) == null || spec.group(3).equals("-") ? "" : spec.group(3);
    return value.hasSecret() ? Text.secret(sign + digits) : Text.plain(sign + digits);
  }

  private static String real(Value value, Matcher spec, char type) {
    double number = Math.abs(Numbers.real(value));
    if (type == ' ' || type == 'n') {
      return spec.group(8) == null
          ? Printing.number(number)
          : NumberFormat.real(number, 'g', Integer.parseInt(spec.group(8)), false);
    }
    if ("eEfFgG%".indexOf(type) < 0) {
      throw Fault.of("The format \"" + type + "\" does not fit a float.");
    }
    int precision = spec.group(8) == null ? 6 : Integer.parseInt(spec.group(8));
    return NumberFormat.real(number, type, precision, spec.group(4) != null);
  }

  private static String whole(Value value, Matcher spec, char type) {
    BigInteger number = Numbers.whole(value).orElse(BigInteger.ZERO).abs();
    if (type == 'c') {
      return NumberFormat.character(number.bitLength() > 31 ? -1 : number.intValue());
    }
    if (" dnxXob".indexOf(type) < 0 || spec.group(8) != null) {
      throw Fault.of("The format \"" + spec.group() + "\" does not fit an int.");
    }
    return NumberFormat.whole(
        number, type == ' ' || type == 'n' ? 'd' : type, spec.group(4) != null);
  }

  private static Text padded(Text text, Matcher spec, boolean number) {
    int width = spec.group(6) == null ? 0 : Integer.parseInt(spec.group(6));
    int missing = width - Texts.length(text.reveal());
    if (missing <= 0) {
      return text;
    }
    boolean zeros = spec.group(5) != null && spec.group(2) == null;
    String fill = zeros ? "0" : spec.group(1) == null ? " " : spec.group(1);
    String align =
        spec.group(2) != null ? spec.group(2) : zeros && number ? "=" : number ? ">" : "<";
    return switch (align) {
      case "<" -> Texts.pad(text, 0, missing, fill);
      case "^" -> Texts.pad(text, missing / 2, missing - missing / 2, fill);
      case "=" -> {
        int sign = "+- ".indexOf((text.reveal() + "x").charAt(0)) >= 0 ? 1 : 0;
        yield text.slice(0, sign)
            .plus(Text.plain(fill.repeat(missing)))
            .plus(text.slice(sign, text.reveal().length()));
      }
      default -> Texts.pad(text, missing, 0, fill);
    };
  }
}
