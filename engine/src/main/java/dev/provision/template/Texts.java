package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Operations on text that keep the marks of secrets. Counts characters as Python does. */
final class Texts {

  private Texts() {}

  /** Secret as a whole if {@code source} has any secret. */
  static Text like(Text source, String result) {
    return source.hasSecret() ? Text.secret(result) : Text.plain(result);
  }

  /** Secret as a whole if {@code source} holds a secret. */
  static Text like(Value source, String result) {
    return source.hasSecret() ? Text.secret(result) : Text.plain(result);
  }

  /** The marks stay where the change keeps the length; else all of it is marked. */
  static Text map(Text text, UnaryOperator<String> change) {
    String result = change.apply(text.reveal());
    if (!text.hasSecret()) {
      return Text.plain(result);
    }
    return result.length() == text.reveal().length()
        ? new Text(result, text.secrets())
        : Text.secret(result);
  }

  static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** The place in Java's units of the character that Python counts as {@code index}. */
  static int offset(String text, int index) {
    return text.offsetByCodePoints(0, index);
  }

  /** Each character by itself. */
  static List<Text> characters(Text text) {
    List<Text> all = new ArrayList<>();
    String chars = text.reveal();
    for (int at = 0; at < chars.length(); ) {
      int end = at + Character.charCount(chars.codePointAt(at));
      all.add(text.slice(at, end));
      at = end;
    }
    return all;
  }

  static Text join(Text separator, List<Text> parts) {
    Text.Builder out = new Text.Builder();
    for (int i = 0; i < parts.size(); i++) {
      if (i > 0) {
        out.append(separator);
      }
      out.append(parts.get(i));
    }
    return out.build();
  }

  /** Python's {@code replace}: at most {@code limit} times, all where it is negative. */
  static Text replace(Text text, Text old, Text replacement, int limit) {
    String chars = text.reveal();
    String wanted = old.reveal();
    Text.Builder out = new Text.Builder();
    int done = 0;
    int at = 0;
    while (limit < 0 || done < limit) {
      int found = chars.indexOf(wanted, wanted.isEmpty() ? emptyMatch(at, done, chars) : at);
      if (found < 0 || wanted.isEmpty() && done > 0 && at >= chars.length()) {
        break;
      }
      out.append(text.slice(at, found));
      boolean hides = text.slice(found, found + wanted.length()).hasSecret();
      out.append(hides ? Text.secret(replacement.reveal()) : replacement);
      at = found + wanted.length();
      done++;
    }
    return out.append(text.slice(at, chars.length())).build();
  }

  /** An empty pattern matches before each character and at the end. */
  private static int emptyMatch(int at, int done, String chars) {
    return done == 0
        ? 0
        : Math.min(chars.length(), at + Character.charCount(chars.codePointAt(at)));
  }

  /** Splits at a separator that is not empty, at most {@code limit} times, all where negative. */
  static List<Text> split(Text text, String separator, int limit) {
    List<Text> parts = new ArrayList<>();
    String chars = text.reveal();
    int at = 0;
    while (limit < 0 || parts.size() < limit) {
      int found = chars.indexOf(separator, at);
      if (found < 0) {
        break;
      }
      parts.add(text.slice(at, found));
      at = found + separator.length();
    }
    parts.add(text.slice(at, chars.length()));
    return parts;
  }

  /** The same from the right. */
  static List<Text> splitFromRight(Text text, String separator, int limit) {
    List<Text> parts = new ArrayList<>();
    String chars = text.reveal();
    int end = chars.length();
    while (limit < 0 || parts.size() < limit) {
      int found = chars.substring(0, end).lastIndexOf(separator);
      if (found < 0) {
        break;
      }
      parts.add(0, text.slice(found + separator.length(), end));
      end = found;
    }
    parts.add(0, text.slice(0, end));
    return parts;
  }

  /** Splits at runs of blanks, which are dropped at both ends. */
  static List<Text> splitBlanks(Text text, int limit) {
    List<Text> parts = new ArrayList<>();
    String chars = text.reveal();
    int at = skip(chars, 0, true);
    while (at < chars.length()) {
      if (limit >= 0 && parts.size() == limit) {
        parts.add(text.slice(at, chars.length()));
        return parts;
      }
      int end = skip(chars, at, false);
      parts.add(text.slice(at, end));
      at = skip(chars, end, true);
    }
    return parts;
  }

  /** {@link #splitBlanks} from the right. */
  static List<Text> splitBlanksFromRight(Text text, int limit) {
    List<Text> all = splitBlanks(text, -1);
    if (limit < 0 || all.size() <= limit + 1) {
      return all;
    }
    String chars = text.reveal();
    int end = trimmedEnd(chars, 0);
    List<Text> parts = new ArrayList<>();
    for (int i = 0; i < limit; i++) {
      int start = end;
      while (start > 0 && !isBlank(chars.charAt(start - 1))) {
        start--;
      }
      parts.add(0, text.slice(start, end));
      end = start;
      while (end > 0 && isBlank(chars.charAt(end - 1))) {
        end--;
      }
    }
    parts.add(0, text.slice(0, end));
    return parts;
  }

  private static int skip(String chars, int from, boolean blanks) {
    int at = from;
    while (at < chars.length() && isBlank(chars.charAt(at)) == blanks) {
      at++;
    }
    return at;
  }

  private static int trimmedEnd(String chars, int from) {
    int end = chars.length();
    while (end > from && isBlank(chars.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  static boolean isBlank(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\u001c' || c == '\u0085';
  }

  /** Lines without their breaks; the breaks are Python's. */
  static List<Text> lines(Text text, boolean keepEnds) {
    List<Text> lines = new ArrayList<>();
    String chars = text.reveal();
    int start = 0;
    int at = 0;
    while (at < chars.length()) {
      char c = chars.charAt(at);
      if (!isLineBreak(c)) {
        at++;
        continue;
      }
      int end = at;
      at += c == '\r' && at + 1 < chars.length() && chars.charAt(at + 1) == '\n' ? 2 : 1;
      lines.add(text.slice(start, keepEnds ? at : end));
      start = at;
    }
    if (start < chars.length()) {
      lines.add(text.slice(start, chars.length()));
    }
    return lines;
  }

  private static boolean isLineBreak(char c) {
    return c == '\n'
        || c == '\r'
        || c >= '\u000b' && c <= '\f'
        || c >= '\u001c' && c <= '\u001e'
        || c == '\u0085'
        || c == '\u2028'
        || c == '\u2029';
  }

  /** Without leading or trailing characters of {@code set}; blanks where it is null. */
  static Text strip(Text text, @Nullable String set, boolean left, boolean right) {
    String chars = text.reveal();
    int from = 0;
    int to = chars.length();
    while (left && from < to && isStripped(chars.charAt(from), set)) {
      from++;
    }
    while (right && to > from && isStripped(chars.charAt(to - 1), set)) {
      to--;
    }
    return text.slice(from, to);
  }

  private static boolean isStripped(char c, @Nullable String set) {
    return set == null ? isBlank(c) : set.indexOf(c) >= 0;
  }

  /** {@code text} {@code count} times. */
  static Text repeat(Text text, long count) {
    if (count <= 0 || text.reveal().isEmpty()) {
      return Text.plain("");
    }
    Numbers.checkSize(count * (long) text.reveal().length());
    Text.Builder out = new Text.Builder();
    for (long i = 0; i < count; i++) {
      out.append(text);
    }
    return out.build();
  }

  /** Filled up to {@code width} characters on both sides. */
  static Text pad(Text text, int left, int right, String fill) {
    return new Text.Builder()
        .append(fill.repeat(Math.max(0, left)))
        .append(text)
        .append(fill.repeat(Math.max(0, right)))
        .build();
  }
}
