package dev.provision.template;

import java.util.Map;

/** The escapes of Python's string literals. */
final class PythonEscapes {

  private static final Map<Character, String> SIMPLE =
      Map.ofEntries(
          Map.entry('\n', ""),
          Map.entry('\\', "\\"),
          Map.entry('\'', "'"),
          Map.entry('"', "\""),
          Map.entry('a', "\u0007"),
          Map.entry('b', "\b"),
          Map.entry('f', "\f"),
          Map.entry('n', "\n"),
          Map.entry('r', "\r"),
          Map.entry('t', "\t"),
          Map.entry('v', "\u000b"));

  private PythonEscapes() {}

  /**
   * The characters that a literal's inside stands for. A backslash before any other character
   * stands for itself.
   *
   * @throws IllegalArgumentException where {@code \x}, {@code \ u} or {@code \U} lacks digits, and
   *     for {@code \N}
   */
  static String unescape(String raw) {
    StringBuilder out = new StringBuilder(raw.length());
    int at = 0;
    while (at < raw.length()) {
      char c = raw.charAt(at);
      if (c != '\\' || at + 1 == raw.length()) {
        out.append(c);
        at++;
      } else {
        at = escape(raw, at + 1, out);
      }
    }
    return out.toString();
  }

  /** Appends what the escape whose letter stands at {@code at} means; returns where it ends. */
  private static int escape(String raw, int at, StringBuilder out) {
    char letter = raw.charAt(at);
    String simple = SIMPLE.get(letter);
    if (simple != null) {
      out.append(simple);
      return at + 1;
    }
    int digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
    if (digits > 0) {
      if (at + 1 + digits > raw.length()) {
        throw new IllegalArgumentException("cut short");
      }
      out.appendCodePoint(Integer.parseInt(raw.substring(at + 1, at + 1 + digits), 16));
      return at + 1 + digits;
    }
    if (letter == 'N') {
      throw new IllegalArgumentException("names of characters are not known");
    }
    if (letter >= '0' && letter <= '7') {
      return octal(raw, at, out);
    }
    out.append('\\').append(letter);
    return at + 1;
  }

  private static int octal(String raw, int from, StringBuilder out) {
    int at = from;
    int code = 0;
    while (at < raw.length() && at < from + 3 && raw.charAt(at) >= '0' && raw.charAt(at) <= '7') {
      code = code * 8 + raw.charAt(at) - '0';
      at++;
    }
    out.append((char) code);
    return at;
  }
}
