package dev.provision.value;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.ProvisionException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** JSON text to values and back. */
public final class Json {

  private static final int MAX_DEPTH = 200;

  private Json() {}

  /** One line, for views: secrets are masked. */
  public static String show(Value value) {
    StringBuilder out = new StringBuilder();
    write(value, false, out);
    return out.toString();
  }

  /**
   * One line with the real characters of secrets: for the wire and for root-only files on hosts,
   * never for a view.
   */
  public static String reveal(Value value) {
    StringBuilder out = new StringBuilder();
    write(value, true, out);
    return out.toString();
  }

  private static void write(Value value, boolean reveal, StringBuilder out) {
    if (value instanceof Value.Str str) {
      string(reveal ? str.reveal() : str.text().shown(), out);
    } else if (value instanceof Value.Seq seq) {
      String separator = "[";
      for (Value item : seq.items()) {
        out.append(separator);
        write(item, reveal, out);
        separator = ",";
      }
      out.append(seq.items().isEmpty() ? "[]" : "]");
    } else if (value instanceof Value.Dict dict) {
      String separator = "{";
      for (Map.Entry<Value, Value> entry : dict.entries().entrySet()) {
        out.append(separator);
        string(key(entry.getKey(), reveal), out);
        out.append(':');
        write(entry.getValue(), reveal, out);
        separator = ",";
      }
      out.append(dict.entries().isEmpty() ? "{}" : "}");
    } else if (value instanceof Value.Float number) {
      out.append(number(number.value()));
    } else {
      out.append(value);
    }
  }

  private static String key(Value key, boolean reveal) {
    if (key instanceof Value.Str str && reveal) {
      return str.reveal();
    }
    return key.toString();
  }

  /** JSON has neither infinities nor NaN; Python writes these words. */
  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    return Double.toString(value);
  }

  private static void string(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          // Lone surrogates and the two line separators break readers; so do control characters.
          if (c < 0x20 || c == 0x7f || c == 0x2028 || c == 0x2029 || isLoneSurrogate(text, i)) {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static boolean isLoneSurrogate(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }

  /**
   * Reads one JSON value that fills the whole text.
   *
   * @param name what to call the text in messages
   * @throws ProvisionException INVALID_YAML with line and column where it is no JSON
   */
  public static Value parse(String text, String name) {
    Parser parser = new Parser(text, name);
    Value value = parser.value(0);
    parser.blanks();
    if (parser.at < text.length()) {
      throw parser.fault("There is more text after the value.");
    }
    return value;
  }

  private static final class Parser {
    private final String text;
    private final String name;
    private int at;
    private int counted;
    private int line = 1;
    private int lineStart;

    Parser(String text, String name) {
      this.text = text;
      this.name = name;
    }

    Value value(int depth) {
      if (depth > MAX_DEPTH) {
        throw fault("It is nested deeper than " + MAX_DEPTH + " levels.");
      }
      blanks();
      Position origin = position();
      return switch (peek()) {
        case '{' -> object(depth).at(origin);
        case '[' -> array(depth).at(origin);
        case '"' -> Value.of(string()).at(origin);
        case 't' -> word("true", Value.TRUE);
        case 'f' -> word("false", Value.FALSE);
        case 'n' -> word("null", Value.NULL);
        default -> number().at(origin);
      };
    }

    private Value.Dict object(int depth) {
      Map<String, Value> entries = new LinkedHashMap<>();
      at++;
      blanks();
      if (peek() == '}') {
        at++;
        return Value.dict(entries);
      }
      while (true) {
        blanks();
        if (peek() != '"') {
          throw fault("A name in double quotes is expected here.");
        }
        String key = string();
        blanks();
        expect(':');
        entries.put(key, value(depth + 1));
        blanks();
        if (peek() == '}') {
          at++;
          return Value.dict(entries);
        }
        expect(',');
      }
    }

    private Value.Seq array(int depth) {
      List<Value> items = new ArrayList<>();
      at++;
      blanks();
      if (peek() == ']') {
        at++;
        return Value.list(items);
      }
      while (true) {
        items.add(value(depth + 1));
        blanks();
        if (peek() == ']') {
          at++;
          return Value.list(items);
        }
        expect(',');
      }
    }

    private String string() {
      StringBuilder out = new StringBuilder();
      at++;
      while (true) {
        char c = next();
        if (c == '"') {
          return out.toString();
        }
        if (c == '\\') {
          out.append(escape());
        } else {
          out.append(c);
        }
      }
    }

    private char escape() {
      char c = next();
      return switch (c) {
        case '"', '\\', '/' -> c;
        case 'b' -> '\b';
        case 'f' -> '\f';
        case 'n' -> '\n';
        case 'r' -> '\r';
        case 't' -> '\t';
        case 'u' -> unicode();
        default -> throw fault("Unknown escape '\\" + c + "'.");
      };
    }

    private char unicode() {
      int code = 0;
      for (int i = 0; i < 4; i++) {
        int digit = Character.digit(next(), 16);
        if (digit < 0) {
          throw fault("Four hexadecimal digits are expected after '\\u'.");
        }
        code = code * 16 + digit;
      }
      return (char) code;
    }

    private Value number() {
      int start = at;
      while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      String digits = text.substring(start, at);
      try {
        return digits.matches("-?[0-9]+")
            ? Value.of(new BigInteger(digits))
            : Value.of(Double.parseDouble(digits));
      } catch (NumberFormatException e) {
        at = start;
        throw fault("A value is expected here.");
      }
    }

    private Value word(String word, Value value) {
      if (!text.startsWith(word, at)) {
        throw fault("A value is expected here.");
      }
      Position origin = position();
      at += word.length();
      return value.at(origin);
    }

    void blanks() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
    }

    private char peek() {
      if (at >= text.length()) {
        throw fault("The text ends too early.");
      }
      return text.charAt(at);
    }

    private char next() {
      char c = peek();
      at++;
      return c;
    }

    private void expect(char wanted) {
      if (peek() != wanted) {
        throw fault("'" + wanted + "' is expected here.");
      }
      at++;
    }

    /** Counts on from the last place asked for: places are asked for in ascending order. */
    private Position position() {
      for (; counted < at; counted++) {
        if (text.charAt(counted) == '\n') {
          line++;
          lineStart = counted + 1;
        }
      }
      return Position.of(name, line, at - lineStart + 1);
    }

    ProvisionException fault(String detail) {
      return new ProvisionException(
          ErrorCode.INVALID_YAML, position(), "This is not JSON. " + detail);
    }
  }
}
