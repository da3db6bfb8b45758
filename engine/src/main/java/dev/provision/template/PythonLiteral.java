package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads text as a Python literal, as Ansible does with the result of a template. */
final class PythonLiteral {

  private static final int MAX_DEPTH = 150;

  private final Text text;
  private final String chars;
  private int at;

  private PythonLiteral(Text text) {
    this.text = text;
    this.chars = text.reveal();
  }

  /** The value; empty where the text is no literal. */
  static Optional<Value> parse(Text text) {
    PythonLiteral parser = new PythonLiteral(text);
    try {
      Value value = parser.value(0);
      parser.blanks();
      return parser.at == parser.chars.length() ? Optional.of(value) : Optional.empty();
    } catch (NoLiteral e) {
      return Optional.empty();
    }
  }

  private static final class NoLiteral extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoLiteral() {
      super(null, null, false, false);
    }
  }

  private void blanks() {
    while (at < chars.length() && " \t\n\r\f".indexOf(chars.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    if (at >= chars.length()) {
      throw new NoLiteral();
    }
    return chars.charAt(at);
  }

  private boolean skip(char c) {
    blanks();
    boolean found = at < chars.length() && chars.charAt(at) == c;
    at += found ? 1 : 0;
    return found;
  }

  private Value value(int depth) {
    if (depth > MAX_DEPTH) {
      throw new NoLiteral();
    }
    blanks();
    char c = peek();
    return switch (c) {
      case '[' -> {
        at++;
        yield Value.list(items(']', depth));
      }
      case '(' -> tuple(depth);
      case '{' -> dict(depth);
      case '\'', '"' -> strings();
      case '-', '+' -> signed();
      default -> Character.isDigit(c) || c == '.' ? number() : word();
    };
  }

  private List<Value> items(char close, int depth) {
    List<Value> items = new ArrayList<>();
    while (!skip(close)) {
      items.add(value(depth + 1));
      if (!skip(',')) {
        if (!skip(close)) {
          throw new NoLiteral();
        }
        break;
      }
    }
    return items;
  }

  private Value tuple(int depth) {
    int open = at++;
    List<Value> items = items(')', depth);
    boolean comma = chars.substring(open, at).matches("(?s).*,\\s*\\)");
    return items.size() == 1 && !comma ? items.get(0) : Value.tuple(items);
  }

  private Value dict(int depth) {
    at++;
    Map<Value, Value> entries = new LinkedHashMap<>();
    while (!skip('}')) {
      Value key = value(depth + 1);
      blanks();
      if (entries.isEmpty() && (peek() == ',' || peek() == '}')) {
        return set(key, depth);
      }
      if (!skip(':')
          || key instanceof Value.Seq seq && !seq.isTuple()
          || key instanceof Value.Dict) {
        throw new NoLiteral();
      }
      entries.put(Walking.sameKey(entries, key), value(depth + 1));
      if (!skip(',')) {
        if (!skip('}')) {
          throw new NoLiteral();
        }
        break;
      }
    }
    return Value.dictOf(entries);
  }

  /** A set, whose first element was read; here a list, as in JSON. */
  private Value set(Value first, int depth) {
    List<Value> items = new ArrayList<>(List.of(first));
    if (skip(',')) {
      items.addAll(items('}', depth));
    } else {
      skip('}');
    }
    return Value.list(items);
  }

  private Value strings() {
    Text joined = string();
    blanks();
    while (at < chars.length() && (chars.charAt(at) == '\'' || chars.charAt(at) == '"')) {
      joined = joined.plus(string());
      blanks();
    }
    return Value.of(joined);
  }

  private Text string() {
    char quote = chars.charAt(at);
    int start = at + 1;
    int end = start;
    while (end < chars.length() && chars.charAt(end) != quote) {
      if (chars.charAt(end) == '\n') {
        throw new NoLiteral();
      }
      end += chars.charAt(end) == '\\' ? 2 : 1;
    }
    if (end >= chars.length()) {
      throw new NoLiteral();
    }
    at = end + 1;
    Text raw = text.slice(start, end);
    if (raw.reveal().indexOf('\\') < 0) {
      return raw;
    }
    try {
      String content = PythonEscapes.unescape(raw.reveal());
      return raw.hasSecret() ? Text.secret(content) : Text.plain(content);
    } catch (IllegalArgumentException e) {
      throw new NoLiteral();
    }
  }

  private Value signed() {
    boolean negative = peek() == '-';
    at++;
    blanks();
    Value number = number();
    return negative ? Numbers.negate(number) : number;
  }

  private Value number() {
    int start = at;
    while (at < chars.length() && isNumberPart(start)) {
      at++;
    }
    String written = chars.substring(start, at);
    boolean secret = text.slice(start, at).hasSecret();
    if (written.isEmpty()
        || written.matches("0[0-9_]*[1-9][0-9_]*")
        || !Character.isLetterOrDigit(written.charAt(0)) && written.charAt(0) != '.') {
      throw new NoLiteral();
    }
    Optional<BigInteger> whole = Numbers.parseInt(written, 0);
    if (whole.isPresent()) {
      Value.Int number = Value.of(whole.get());
      return secret ? number.asSecret() : number;
    }
    return Numbers.parseFloat(written)
        .filter(number -> Character.isDigit(written.charAt(0)) || written.charAt(0) == '.')
        .<Value>map(number -> secret ? Value.of(number).asSecret() : Value.of(number))
        .orElseThrow(NoLiteral::new);
  }

  private boolean isNumberPart(int start) {
    char c = chars.charAt(at);
    boolean sign =
        (c == '-' || c == '+')
            && at > start
            && Character.toLowerCase(chars.charAt(at - 1)) == 'e'
            && !chars.startsWith("0x", start);
    return Character.isLetterOrDigit(c) || c == '.' || c == '_' || sign;
  }

  private Value word() {
    int start = at;
    while (at < chars.length() && Character.isLetter(chars.charAt(at))) {
      at++;
    }
    return switch (chars.substring(start, at)) {
      case "True", "true" -> Value.TRUE;
      case "False", "false" -> Value.FALSE;
      case "None", "null" -> Value.NULL;
      default -> throw new NoLiteral();
    };
  }
}
