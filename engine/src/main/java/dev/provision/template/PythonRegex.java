package dev.provision.template;

import dev.provision.value.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A regular expression of Python's {@code re}, run by Java's. */
final class PythonRegex {

  private static final int MAX_CACHED = 500;

  private record Key(String pattern, int flags) {}

  private static final Map<Key, PythonRegex> CACHE = new ConcurrentHashMap<>();

  private final Pattern pattern;
  private final Map<String, Integer> names;

  private PythonRegex(Pattern pattern, Map<String, Integer> names) {
    this.pattern = pattern;
    this.names = names;
  }

  static PythonRegex compile(String python, boolean ignoreCase, boolean multiline) {
    int flags =
        Pattern.UNIX_LINES
            | Pattern.UNICODE_CHARACTER_CLASS
            | (ignoreCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0)
            | (multiline ? Pattern.MULTILINE : 0);
    if (CACHE.size() > MAX_CACHED) {
      CACHE.clear();
    }
    return CACHE.computeIfAbsent(new Key(python, flags), PythonRegex::translated);
  }

  private static PythonRegex translated(Key key) {
    Translation translation = new Translation(key.pattern);
    try {
      return new PythonRegex(
          Pattern.compile(translation.run(), key.flags), Map.copyOf(translation.names));
    } catch (PatternSyntaxException e) {
      throw Fault.of(
          "\"" + key.pattern + "\" is no regular expression: " + e.getDescription() + ".");
    }
  }

  Matcher matcher(String text) {
    return pattern.matcher(text);
  }

  /** The number of a group by its name. */
  int group(String name) {
    if (name.matches("\\d{1,3}")) {
      return Integer.parseInt(name);
    }
    Integer number = names.get(name);
    if (number == null) {
      throw Fault.of("The regular expression has no group \"" + name + "\".");
    }
    return number;
  }

  /** What a group matched, with its marks; empty text where it took no part. */
  static Text group(Matcher match, int group, Text text) {
    if (group > match.groupCount()) {
      throw Fault.of("The regular expression has no group " + group + ".");
    }
    return match.start(group) < 0
        ? Text.plain("")
        : text.slice(match.start(group), match.end(group));
  }

  /** Python's {@code re.sub}. */
  Text replace(Text text, Text replacement) {
    Replacement parts = new Replacement(replacement, this);
    Text.Builder out = new Text.Builder();
    Matcher match = matcher(text.reveal());
    int at = 0;
    while (match.find()) {
      out.append(text.slice(at, match.start()));
      parts.append(match, text, out);
      at = match.end();
    }
    return out.append(text.slice(at, text.reveal().length())).build();
  }

  /** A replacement with references to groups, read once. */
  private static final class Replacement {

    /** Literal text, or a group where {@code group} is not negative. */
    private record Part(Text literal, int group) {}

    private static final Pattern REFERENCE =
        Pattern.compile("\\\\(?:g<([^>]+)>|(\\d{1,2})|(.))", Pattern.DOTALL);

    private final List<Part> parts = new ArrayList<>();

    Replacement(Text replacement, PythonRegex regex) {
      Matcher reference = REFERENCE.matcher(replacement.reveal());
      int at = 0;
      while (reference.find()) {
        parts.add(new Part(replacement.slice(at, reference.start()), -1));
        parts.add(part(reference, regex));
        at = reference.end();
      }
      parts.add(new Part(replacement.slice(at, replacement.reveal().length()), -1));
    }

    private static Part part(Matcher reference, PythonRegex regex) {
      Text none = Text.plain("");
      if (reference.group(1) != null) {
        return new Part(none, regex.group(reference.group(1)));
      }
      if (reference.group(2) != null) {
        int number = Integer.parseInt(reference.group(2));
        return number == 0 ? new Part(Text.plain("\0"), -1) : new Part(none, number);
      }
      return new Part(Text.plain(escape(reference.group(3))), -1);
    }

    private static String escape(String letter) {
      String plain = PythonEscapes.unescape("\\" + letter);
      if (plain.length() == 2 && Character.isLetter(letter.charAt(0))) {
        throw Fault.of("The replacement holds the unknown escape \"\\" + letter + "\".");
      }
      return plain.length() == 2 && !letter.equals("\\") ? "\\" + letter : plain;
    }

    void append(Matcher match, Text text, Text.Builder out) {
      for (Part part : parts) {
        out.append(part.group < 0 ? part.literal : group(match, part.group, text));
      }
    }
  }

  /** Rewrites what Java reads otherwise. */
  private static final class Translation {

    private final String python;
    private final StringBuilder out = new StringBuilder();
    private final Map<String, Integer> names = new LinkedHashMap<>();
    private int at;
    private int groups;

    Translation(String python) {
      this.python = python;
    }

    String run() {
      while (at < python.length()) {
        char c = python.charAt(at);
        switch (c) {
          case '\\' -> escape();
          case '[' -> set();
          case '(' -> group();
          case '{' -> brace();
          default -> {
            out.append(c == '}' ? "\\}" : String.valueOf(c));
            at++;
          }
        }
      }
      return out.toString();
    }

    private void escape() {
      if (at + 1 >= python.length()) {
        throw Fault.of("The regular expression ends with a single backslash.");
      }
      char letter = python.charAt(at + 1);
      at += 2;
      if (letter == 'Z') {
        out.append("\\z");
      } else if (Character.isLetter(letter) && "AbBdDsSwWafnrtvxuU".indexOf(letter) < 0) {
        throw Fault.of("The regular expression holds the unknown escape \"\\" + letter + "\".");
      } else if (letter == 'v') {
        out.append("\\x0b");
      } else {
        out.append('\\').append(letter);
      }
    }

    /** In Java a bracket inside of a set opens another, and {@code &&} intersects. */
    private void set() {
      out.append('[');
      at++;
      if (at < python.length() && python.charAt(at) == '^') {
        out.append('^');
        at++;
      }
      boolean first = true;
      while (at < python.length() && (first || python.charAt(at) != ']')) {
        char c = python.charAt(at);
        if (c == '\\') {
          escape();
        } else {
          out.append(c == '[' || c == ']' || c == '&' || c == '#' ? "\\" + c : String.valueOf(c));
          at++;
        }
        first = false;
      }
      if (at >= python.length()) {
        throw Fault.of("The regular expression holds a \"[\" without \"]\".");
      }
      out.append(']');
      at++;
    }

    private void group() {
      if (python.startsWith("(?P<", at)) {
        int end = end('>');
        groups++;
        names.put(python.substring(at + 4, end), groups);
        out.append('(');
        at = end + 1;
      } else if (python.startsWith("(?P=", at)) {
        int end = end(')');
        Integer number = names.get(python.substring(at + 4, end));
        if (number == null) {
          throw Fault.of("The regular expression refers to an unknown group.");
        }
        out.append("(?:\\").append(number).append(')');
        at = end + 1;
      } else {
        groups += python.startsWith("(?", at) ? 0 : 1;
        out.append('(');
        at++;
      }
    }

    private int end(char close) {
      int end = python.indexOf(close, at);
      if (end < 0) {
        throw Fault.of("The regular expression holds a group without end.");
      }
      return end;
    }

    /** A brace that is no quantifier stands for itself; {@code {,3}} means from 0. */
    private void brace() {
      Matcher quantifier = QUANTIFIER.matcher(python).region(at, python.length());
      if (quantifier.lookingAt()) {
        String range = quantifier.group();
        out.append(range.startsWith("{,") ? "{0" + range.substring(1) : range);
        at = quantifier.end();
      } else {
        out.append("\\{");
        at++;
      }
    }

    private static final Pattern QUANTIFIER = Pattern.compile("\\{(\\d+(,\\d*)?|,\\d+)\\}");
  }
}
