package dev.provision.lang;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.Problems;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Arguments written as text: {@code src=a dest="b c"}, or {@code echo hi chdir=/tmp}. */
public final class FreeForm {

  /** The words that are options of a command wherever they stand in it. */
  private static final Set<String> COMMAND_OPTIONS =
      Set.of(
          "creates",
          "removes",
          "chdir",
          "executable",
          "warn",
          "stdin",
          "stdin_add_newline",
          "strip_empty_ends");

  private static final Pattern ESCAPE =
      Pattern.compile(
          "\\\\(?:U([0-9a-fA-F]{8})|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\\\\'\"abfnrtv]))");

  private final String text;
  private final Value.Str source;

  private FreeForm(Value.Str source) {
    this.source = source;
    this.text = source.reveal();
  }

  /**
   * The arguments that a text gives. What is no {@code key=value} is kept together under {@link
   * Action#FREE_FORM}.
   *
   * @param command whether it is a command, of which only the options that commands have are taken
   *     out
   */
  public static Value.Dict parse(Value.Str source, boolean command, Problems problems) {
    return new FreeForm(source).parse(command, problems);
  }

  private Value.Dict parse(boolean command, Problems problems) {
    Optional<List<Token>> tokens = tokens();
    if (tokens.isEmpty()) {
      problems.add(
          Problem.error(
              ErrorCode.INVALID_ARGUMENT,
              source.origin(),
              "A quote or a template is opened in this text and not closed."));
      return Value.dict(Map.of());
    }
    Map<Value, Value> args = new LinkedHashMap<>();
    StringBuilder rest = new StringBuilder();
    int from = 0;
    boolean kept = true;
    for (Token token : tokens.get()) {
      String blanks = text.substring(from, token.start);
      from = token.end;
      Optional<Integer> equals = optionAt(token, command);
      kept = equals.isEmpty() && !isContinuation(token);
      if (equals.isPresent()) {
        option(token, equals.get(), args);
      } else if (isContinuation(token)) {
        from = text.startsWith("\n", from) ? from + 1 : from;
      } else {
        rest.append(rest.isEmpty() ? "" : blanks).append(text, token.start, token.end);
      }
    }
    if (!rest.isEmpty()) {
      rest.append(kept ? text.substring(from) : "");
      args.put(Value.of(Action.FREE_FORM), string(rest.toString()).at(source.origin()));
    }
    return Value.dictOf(args).at(source.origin());
  }

  /** A backslash that joins a line with the next one. */
  private boolean isContinuation(Token token) {
    return token.end == token.start + 1 && text.charAt(token.start) == '\\';
  }

  /**
   * Where the sign stands that parts the name from the value; nothing where the token is no option.
   */
  private Optional<Integer> optionAt(Token token, boolean command) {
    for (int at = token.start + 1; at < token.end; at++) {
      if (text.charAt(at) == '=' && text.charAt(at - 1) != '\\') {
        String name = text.substring(token.start, at);
        boolean option = command ? COMMAND_OPTIONS.contains(name) : isName(name);
        return option ? Optional.of(at) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean isName(String name) {
    return name.indexOf('{') < 0 && name.indexOf('"') < 0 && name.indexOf('\'') < 0;
  }

  private void option(Token token, int equals, Map<Value, Value> args) {
    String name = text.substring(token.start, equals);
    String value = unquoted(unescaped(text.substring(equals + 1, token.end)));
    args.put(
        Value.of(name).at(position(token.start, name.length())),
        string(value).at(position(equals + 1, Math.max(1, token.end - equals - 1))));
  }

  private Value.Str string(String value) {
    Value.Str plain = source.hasSecret() ? Value.secret(value) : Value.of(value);
    return source.isUnsafe() ? plain.asUnsafe() : plain;
  }

  /** Exact where the text stands on one line without escapes; else where the text starts. */
  private Position position(int offset, int length) {
    Position start = source.origin();
    int quotes = start.length() - text.length();
    if (!start.isKnown() || text.indexOf('\n') >= 0 || (quotes != 0 && quotes != 2)) {
      return start;
    }
    return new Position(start.file(), start.line(), start.column() + offset + quotes / 2, length);
  }

  static String unquoted(String value) {
    boolean quoted =
        value.length() > 1
            && (value.charAt(0) == '"' || value.charAt(0) == '\'')
            && value.charAt(0) == value.charAt(value.length() - 1)
            && value.charAt(value.length() - 2) != '\\';
    return quoted ? value.substring(1, value.length() - 1) : value;
  }

  private static String unescaped(String value) {
    return value.indexOf('\\') < 0
        ? value
        : ESCAPE.matcher(value).replaceAll(match -> Matcher.quoteReplacement(character(match)));
  }

  private static String character(MatchResult match) {
    for (int group = 1; group <= 3; group++) {
      if (match.group(group) != null) {
        int codePoint = Integer.parseInt(match.group(group), 16);
        return Character.isValidCodePoint(codePoint)
            ? Character.toString(codePoint)
            : match.group();
      }
    }
    return switch (match.group(4)) {
      case "a" -> "\u0007";
      case "b" -> "\b";
      case "f" -> "\f";
      case "n" -> "\n";
      case "r" -> "\r";
      case "t" -> "\t";
      case "v" -> "\u000b";
      default -> match.group(4);
    };
  }

  /**
   * The words, parted by blanks that stand neither in quotes nor in a template; nothing where one
   * is left open.
   */
  private Optional<List<Token>> tokens() {
    List<Token> tokens = new ArrayList<>();
    int start = -1;
    char quote = 0;
    int depth = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      boolean escaped = at > 0 && text.charAt(at - 1) == '\\';
      if (quote == 0 && opens(at)) {
        depth++;
        start = start < 0 ? at : start;
        at++;
      } else if (quote == 0 && depth > 0 && closes(at)) {
        depth--;
        at++;
      } else if (depth == 0 && (c == '"' || c == '\'') && !escaped) {
        start = start < 0 ? at : start;
        quote = quote == 0 ? c : quote == c ? 0 : quote;
      } else if (quote == 0 && depth == 0 && Character.isWhitespace(c)) {
        if (start >= 0) {
          tokens.add(new Token(start, at));
        }
        start = -1;
      } else if (start < 0) {
        start = at;
      }
    }
    if (start >= 0) {
      tokens.add(new Token(start, text.length()));
    }
    return quote != 0 || depth != 0 ? Optional.empty() : Optional.of(tokens);
  }

  private boolean opens(int at) {
    return text.startsWith("{{", at) || text.startsWith("{%", at) || text.startsWith("{#", at);
  }

  private boolean closes(int at) {
    return text.startsWith("}}", at) || text.startsWith("%}", at) || text.startsWith("#}", at);
  }

  private record Token(int start, int end) {}
}
