package dev.provision.connect.ssh;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Words of a line of ssh_config. */
final class ConfigWords {

  private static final String BLANKS = " \t\r\n\f";

  private ConfigWords() {}

  /** The rest of a line behind its keyword: blanks and one equals sign are passed over. */
  static String valueAfter(String line, int keywordEnd) {
    int at = skip(line, keywordEnd);
    if (at < line.length() && line.charAt(at) == '=') {
      at = skip(line, at + 1);
    }
    return line.substring(at);
  }

  private static int skip(String text, int from) {
    int at = from;
    while (at < text.length() && BLANKS.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  /**
   * Splits as OpenSSH does: quotes of both kinds, backslash before a quote, a backslash or a blank;
   * a word that begins with {@code #} ends the line.
   *
   * @return empty if a quote is not closed
   */
  static Optional<List<String>> split(String text) {
    return split(text, true);
  }

  /** Words as a shell reads them, for options on a command line; an open quote ends at the end. */
  static List<String> shellWords(String text) {
    return split(text, false).orElseGet(() -> List.of(text.strip().split("\\s+")));
  }

  private static Optional<List<String>> split(String text, boolean comments) {
    List<String> words = new ArrayList<>();
    int at = skip(text, 0);
    while (at < text.length()) {
      if (comments && text.charAt(at) == '#') {
        break;
      }
      StringBuilder word = new StringBuilder();
      char quote = 0;
      while (at < text.length() && (quote != 0 || BLANKS.indexOf(text.charAt(at)) < 0)) {
        char c = text.charAt(at);
        char next = at + 1 < text.length() ? text.charAt(at + 1) : 0;
        if (c == '\\'
            && (next == '\'' || next == '"' || next == '\\' || quote == 0 && next == ' ')) {
          word.append(next);
          at++;
        } else if (quote == 0 && (c == '"' || c == '\'')) {
          quote = c;
        } else if (quote == c) {
          quote = 0;
        } else {
          word.append(c);
        }
        at++;
      }
      if (quote != 0) {
        return Optional.empty();
      }
      words.add(word.toString());
      at = skip(text, at);
    }
    return Optional.of(words);
  }
}
