package dev.provision.module;

import dev.provision.value.Value;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A regular expression as Python reads it. */
public final class PythonRegex {

  private static final Pattern GROUP_NAME = Pattern.compile("\\(\\?P<([A-Za-z_][A-Za-z0-9_]*)>");
  private static final Pattern GROUP_REFERENCE =
      Pattern.compile("\\(\\?P=([A-Za-z_][A-Za-z0-9_]*)\\)");
  private static final Pattern QUANTIFIER = Pattern.compile("\\{\\d*,?\\d*\\}");

  private final String written;
  private final Pattern pattern;

  private PythonRegex(String written, int flags) {
    this.written = written;
    this.pattern = Pattern.compile(translated(written), flags | Pattern.UNIX_LINES);
  }

  /**
   * @throws IllegalArgumentException where it is none
   */
  public static PythonRegex compile(String written) {
    return compile(written, 0);
  }

  /** With flags of {@link Pattern}. */
  public static PythonRegex compile(String written, int flags) {
    try {
      return new PythonRegex(written, flags);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "must be a regular expression, but: " + e.getDescription() + ".");
    }
  }

  /** For parameters. */
  public static PythonRegex fromValue(Value value) {
    return compile(Conversions.text(value).reveal());
  }

  public PythonRegex withFlags(int flags) {
    return compile(written, flags);
  }

  private static String translated(String python) {
    String named = GROUP_NAME.matcher(python).replaceAll(m -> "(?<" + javaName(m.group(1)) + ">");
    named = GROUP_REFERENCE.matcher(named).replaceAll(m -> "\\\\k<" + javaName(m.group(1)) + ">");
    StringBuilder out = new StringBuilder();
    boolean inClass = false;
    for (int i = 0; i < named.length(); i++) {
      char c = named.charAt(i);
      if (c == '\\' && i + 1 < named.length()) {
        char next = named.charAt(++i);
        out.append(next == 'Z' && !inClass ? "\\z" : "\\" + next);
      } else if (inClass) {
        // A bracket or && within a class means nothing special to Python.
        out.append(c == '[' || c == '&' ? "\\" + c : String.valueOf(c));
        inClass = c != ']' || isFirstInClass(named, i);
      } else if (c == '[') {
        inClass = true;
        out.append(c);
        if (i + 1 < named.length() && named.charAt(i + 1) == '^') {
          out.append(named.charAt(++i));
        }
        if (i + 1 < named.length() && named.charAt(i + 1) == ']') {
          out.append("\\]");
          i++;
        }
      } else if (c == '{' && !isQuantifier(named, i)) {
        out.append("\\{");
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  private static boolean isFirstInClass(String text, int at) {
    return text.charAt(at - 1) == '[' && (at < 2 || text.charAt(at - 2) != '\\');
  }

  private static boolean isQuantifier(String text, int at) {
    Matcher matcher = QUANTIFIER.matcher(text).region(at, text.length());
    return at > 0 && matcher.lookingAt() && !matcher.group().matches("\\{,?\\}");
  }

  /** Java's group names have no underscores. */
  private static String javaName(String name) {
    return "g" + name.replace("_", "U");
  }

  /** The first place where it fits. */
  public Optional<Matcher> search(String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher) : Optional.empty();
  }

  public boolean isFoundIn(String text) {
    return pattern.matcher(text).find();
  }

  public Matcher matcher(String text) {
    return pattern.matcher(text);
  }

  /**
   * A replacement with {@code \\1}, {@code \\g<name>} and escapes filled in.
   *
   * @throws IllegalArgumentException where it names a group that is not there
   */
  public static String expand(Matcher match, String template) {
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < template.length()) {
      char c = template.charAt(i);
      if (c != '\\' || i + 1 >= template.length()) {
        out.append(c);
        i++;
        continue;
      }
      char next = template.charAt(i + 1);
      if (next == 'g' && template.startsWith("g<", i + 1) && template.indexOf('>', i) > 0) {
        int end = template.indexOf('>', i);
        out.append(group(match, template.substring(i + 3, end)));
        i = end + 1;
      } else if (Character.isDigit(next)) {
        int end = i + 2;
        while (end < template.length() && end < i + 3 && Character.isDigit(template.charAt(end))) {
          end++;
        }
        out.append(group(match, template.substring(i + 1, end)));
        i = end;
      } else {
        out.append(escape(next));
        i += 2;
      }
    }
    return out.toString();
  }

  private static String escape(char c) {
    return switch (c) {
      case 'n' -> "\n";
      case 't' -> "\t";
      case 'r' -> "\r";
      case '\\' -> "\\";
      default -> "\\" + c;
    };
  }

  private static String group(Matcher match, String name) {
    try {
      boolean isNumber = name.chars().allMatch(Character::isDigit);
      String text = isNumber ? match.group(Integer.parseInt(name)) : match.group(javaName(name));
      return text == null ? "" : text;
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IllegalArgumentException("names the group \"" + name + "\", which there is not.");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PythonRegex regex && regex.written.equals(written);
  }

  @Override
  public int hashCode() {
    return written.hashCode();
  }

  /** As it was written. */
  @Override
  public String toString() {
    return written;
  }
}
