package dev.provision.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Cuts an expression, or the inside of a tag, into tokens. */
final class ExpressionLexer {

  private static final List<String> OPERATORS =
      List.of(
          "//", "**", "==", "!=", ">=", "<=", "+", "-", "/", "*", "%", "~", "[", "]", "(", ")", "{",
          "}", ">", "<", "=", ".", ":", "|", ",", ";");

  private final Source source;
  private final String text;
  private final boolean keepBackslashes;
  private int at;

  /**
   * @param keepBackslashes whether a backslash in a string stands for itself
   */
  ExpressionLexer(Source source, boolean keepBackslashes) {
    this.source = source;
    this.text = source.text().reveal();
    this.keepBackslashes = keepBackslashes;
  }

  /** Tokens of a whole text. */
  List<Token> all() {
    List<Token> tokens = new ArrayList<>();
    for (skipBlanks(); at < text.length(); skipBlanks()) {
      tokens.add(next(tokens));
    }
    tokens.add(new Token(Token.Kind.END, "", text.length(), text.length()));
    return tokens;
  }

  /** Tokens up to a closing delimiter, and where that ended. */
  record Inside(List<Token> tokens, String closing, int end) {}

  /**
   * Tokens from {@code from} up to the first of {@code closings} that stands outside of strings and
   * brackets.
   *
   * @param what how messages name the thing: {@code tag}, {@code print}
   */
  Inside until(int from, List<String> closings, String what) {
    at = from;
    List<Token> tokens = new ArrayList<>();
    int depth = 0;
    while (true) {
      skipBlanks();
      Optional<String> closing = depth == 0 ? closingHere(closings) : Optional.empty();
      if (closing.isPresent()) {
        tokens.add(new Token(Token.Kind.END, what, at, at + closing.get().length()));
        return new Inside(tokens, closing.get(), at + closing.get().length());
      }
      if (at >= text.length()) {
        throw Fault.syntax("The template ends inside of a " + what + ".", source.at(from, 1));
      }
      Token token = next(tokens);
      depth = Math.max(0, depth + depthChange(token));
      tokens.add(token);
    }
  }

  private Optional<String> closingHere(List<String> closings) {
    return closings.stream().filter(closing -> text.startsWith(closing, at)).findFirst();
  }

  private static int depthChange(Token token) {
    if (token.kind() != Token.Kind.OPERATOR) {
      return 0;
    }
    return switch (token.text()) {
      case "(", "[", "{" -> 1;
      case ")", "]", "}" -> -1;
      default -> 0;
    };
  }

  private void skipBlanks() {
    while (at < text.length() && isBlank(text.charAt(at))) {
      at++;
    }
  }

  private static boolean isBlank(char c) {
    return Character.isWhitespace(c) || c == '\u00a0';
  }

  private Token next(List<Token> before) {
    char c = text.charAt(at);
    if (c == '\'' || c == '"') {
      return string(c);
    }
    if (c >= '0' && c <= '9') {
      boolean afterDot = !before.isEmpty() && before.get(before.size() - 1).isOperator(".");
      return number(afterDot);
    }
    if (Character.isUnicodeIdentifierStart(text.codePointAt(at)) || c == '_') {
      return name();
    }
    for (String operator : OPERATORS) {
      if (text.startsWith(operator, at)) {
        return token(Token.Kind.OPERATOR, operator, at + operator.length());
      }
    }
    throw Fault.syntax("The character \"" + shown(c) + "\" has no meaning here.", source.at(at, 1));
  }

  private static String shown(char c) {
    return c < ' ' ? String.format("\\u%04x", (int) c) : String.valueOf(c);
  }

  private Token token(Token.Kind kind, String content, int end) {
    Token token = new Token(kind, content, at, end);
    at = end;
    return token;
  }

  private Token name() {
    int end = at;
    while (end < text.length()) {
      int point = text.codePointAt(end);
      if (!Character.isUnicodeIdentifierPart(point) || Character.isIdentifierIgnorable(point)) {
        break;
      }
      end += Character.charCount(point);
    }
    return token(Token.Kind.NAME, text.substring(at, end), end);
  }

  private Token string(char quote) {
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != quote) {
      // Even where backslashes are kept the string goes on after \', as in Jinja2's lexer.
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    if (end >= text.length()) {
      throw Fault.syntax("This string has no end.", source.at(at, 1));
    }
    String raw = text.substring(at + 1, end);
    if (keepBackslashes && raw.indexOf(quote) >= 0) {
      throw Fault.syntax(
          "A backslash stands for itself in a template inside YAML, so it can't escape the quote."
              + " Use the other kind of quote.",
          source.at(at, end + 1 - at));
    }
    String content = keepBackslashes || raw.indexOf('\\') < 0 ? raw : unescape(raw, at + 1);
    return token(Token.Kind.STRING, content, end + 1);
  }

  private String unescape(String raw, int offset) {
    try {
      return PythonEscapes.unescape(raw);
    } catch (IllegalArgumentException e) {
      throw Fault.syntax(
          "The string holds an escape that can't be read.", source.at(offset, raw.length()));
    }
  }

  private Token number(boolean afterDot) {
    int end = prefixed();
    if (end > 0) {
      return token(Token.Kind.INTEGER, text.substring(at, end).replace("_", ""), end);
    }
    end = digits(at);
    boolean fraction =
        !afterDot && end + 1 < text.length() && text.charAt(end) == '.' && isDigit(end + 1);
    int last = fraction ? digits(end + 1) : end;
    int exponent = afterDot ? last : exponent(last);
    if (exponent > end) {
      return token(Token.Kind.FLOAT, text.substring(at, exponent).replace("_", ""), exponent);
    }
    String written = text.substring(at, end).replace("_", "");
    if (written.length() > 1 && written.charAt(0) == '0' && !written.matches("0+")) {
      throw Fault.syntax("A number must not start with 0.", source.at(at, written.length()));
    }
    return token(Token.Kind.INTEGER, written, end);
  }

  /** The end of 0x1f, 0o17 or 0b11; 0 where there is none. */
  private int prefixed() {
    if (text.charAt(at) != '0' || at + 2 >= text.length()) {
      return 0;
    }
    int radix =
        switch (Character.toLowerCase(text.charAt(at + 1))) {
          case 'x' -> 16;
          case 'o' -> 8;
          case 'b' -> 2;
          default -> 0;
        };
    int end = at + 2;
    while (radix > 0
        && end < text.length()
        && (text.charAt(end) == '_' || Character.digit(text.charAt(end), radix) >= 0)) {
      end++;
    }
    return radix > 0 && end > at + 2 ? end : 0;
  }

  private int exponent(int from) {
    if (from >= text.length() || Character.toLowerCase(text.charAt(from)) != 'e') {
      return from;
    }
    int digits = from + 1;
    if (digits < text.length() && (text.charAt(digits) == '+' || text.charAt(digits) == '-')) {
      digits++;
    }
    return isDigit(digits) ? digits(digits) : from;
  }

  private boolean isDigit(int offset) {
    return offset < text.length() && text.charAt(offset) >= '0' && text.charAt(offset) <= '9';
  }

  private int digits(int from) {
    int end = from;
    while (isDigit(end) || end < text.length() && text.charAt(end) == '_' && isDigit(end + 1)) {
      end++;
    }
    return end;
  }
}
