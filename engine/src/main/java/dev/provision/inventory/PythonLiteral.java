package dev.provision.inventory;

import dev.provision.value.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a Python literal: how INI inventories type their values. */
final class PythonLiteral {

  private static final Pattern NUMBER =
      Pattern.compile(
          "(0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+)"
              + "|((?:\\d(?:_?\\d)*)?\\.\\d(?:_?\\d)*(?:[eE][-+]?\\d+)?|\\d(?:_?\\d)*\\.?[eE][-+]?\\d+|\\d(?:_?\\d)*\\.)"
              + "|(0(?:_?0)*|[1-9](?:_?\\d)*)(?![\\w.])");

  private final String text;
  private int at;

  private PythonLiteral(String text) {
    this.text = text;
  }

  /** The value of a literal, or the text itself as a string where it is none. */
  static Value parse(String text) {
    PythonLiteral parser = new PythonLiteral(text);
    try {
      Optional<Value> value = parser.whole();
      return value.orElseGet(() -> Value.of(text));
    } catch (NoLiteral e) {
      return Value.of(text);
    }
  }

  private Optional<Value> whole() {
    skip();
    Value value = value(0);
    skip();
    if (at < text.length() && text.charAt(at) == ',') {
      value = tuple(value);
    }
    boolean comment = at < text.length() && text.charAt(at) == '#';
    return at == text.length() || comment ? Optional.of(value) : Optional.empty();
  }

  private Value tuple(Value first) {
    List<Value> items = new ArrayList<>(List.of(first));
    while (take(',')) {
      skip();
      if (at == text.length() || text.charAt(at) == '#') {
        break;
      }
      items.add(value(0));
      skip();
    }
    return Value.tuple(items);
  }

  private Value value(int depth) {
    if (at >= text.length() || depth > 50) {
      throw new NoLiteral();
    }
    char c = text.charAt(at);
    return switch (c) {
      case '[' -> list(depth);
      case '(' -> parenthesis(depth);
      case '{' -> braces(depth);
      case '"', '\'' -> strings();
      default -> word();
    };
  }

  private Value list(int depth) {
    at++;
    return Value.list(items(']', depth));
  }

  private Value parenthesis(int depth) {
    at++;
    int start = at;
    List<Value> items = items(')', depth);
    boolean comma = text.substring(start, at - 1).stripTrailing().endsWith(",");
    return items.size() == 1 && !comma ? items.get(0) : Value.tuple(items);
  }

  private List<Value> items(char end, int depth) {
    List<Value> items = new ArrayList<>();
    skip();
    while (!take(end)) {
      items.add(value(depth + 1));
      skip();
      if (!take(',') && !(at < text.length() && text.charAt(at) == end)) {
        throw new NoLiteral();
      }
      skip();
    }
    return items;
  }

  private Value braces(int depth) {
    at++;
    Map<Value, Value> entries = new LinkedHashMap<>();
    List<Value> set = new ArrayList<>();
    skip();
    while (!take('}')) {
      Value key = value(depth + 1);
      skip();
      if (take(':')) {
        skip();
        entries.put(key, value(depth + 1));
        skip();
      } else {
        set.add(key);
      }
      if (!take(',') && !(at < text.length() && text.charAt(at) == '}')) {
        throw new NoLiteral();
      }
      skip();
    }
    if (!set.isEmpty() && !entries.isEmpty()) {
      throw new NoLiteral();
    }
    return set.isEmpty() ? Value.dictOf(entries) : Value.list(set);
  }

  private Value strings() {
    StringBuilder joined = new StringBuilder();
    while (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'')) {
      joined.append(string());
      skip();
    }
    return Value.of(joined.toString());
  }

  private String string() {
    char quote = text.charAt(at++);
    StringBuilder out = new StringBuilder();
    while (at < text.length() && text.charAt(at) != quote) {
      char c = text.charAt(at++);
      if (c == '\\' && at < text.length()) {
        escape(text.charAt(at++), out);
      } else {
        out.append(c);
      }
    }
    if (!take(quote)) {
      throw new NoLiteral();
    }
    return out.toString();
  }

  private void escape(char c, StringBuilder out) {
    switch (c) {
      case 'n' -> out.append('\n');
      case 't' -> out.append('\t');
      case 'r' -> out.append('\r');
      case '\\', '\'', '"' -> out.append(c);
      case 'x' -> out.appendCodePoint(hex(2));
      case 'u' -> out.appendCodePoint(hex(4));
      default -> out.append('\\').append(c);
    }
  }

  private int hex(int digits) {
    if (at + digits > text.length()) {
      throw new NoLiteral();
    }
    try {
      int value = Integer.parseInt(text.substring(at, at + digits), 16);
      at += digits;
      return value;
    } catch (NumberFormatException e) {
      throw new NoLiteral();
    }
  }

  private Value word() {
    for (Map.Entry<String, Value> known :
        Map.of("None", Value.NULL, "True", (Value) Value.TRUE, "False", Value.FALSE).entrySet()) {
      int end = at + known.getKey().length();
      boolean whole = end >= text.length() || !Character.isLetterOrDigit(text.charAt(end));
      if (text.startsWith(known.getKey(), at) && whole) {
        at = end;
        return known.getValue();
      }
    }
    return number();
  }

  private Value number() {
    boolean negative = false;
    while (at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
      negative ^= text.charAt(at++) == '-';
      skip();
    }
    Matcher matcher = NUMBER.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      throw new NoLiteral();
    }
    at = matcher.end();
    if (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '.')) {
      throw new NoLiteral();
    }
    String digits = matcher.group().replace("_", "");
    if (matcher.group(2) != null) {
      double value = Double.parseDouble(digits);
      return Value.of(negative ? -value : value);
    }
    BigInteger value = whole(digits.toLowerCase(Locale.ROOT));
    return Value.of(negative ? value.negate() : value);
  }

  private static BigInteger whole(String digits) {
    if (digits.length() > 2 && digits.charAt(0) == '0' && !Character.isDigit(digits.charAt(1))) {
      int radix = digits.charAt(1) == 'x' ? 16 : digits.charAt(1) == 'o' ? 8 : 2;
      return new BigInteger(digits.substring(2), radix);
    }
    return new BigInteger(digits);
  }

  private boolean take(char c) {
    boolean there = at < text.length() && text.charAt(at) == c;
    at += there ? 1 : 0;
    return there;
  }

  private void skip() {
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
  }

  private static final class NoLiteral extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoLiteral() {
      super(null, null, false, false);
    }
  }
}
