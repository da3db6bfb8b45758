package dev.provision.module.commands;

import dev.provision.host.Sh;
import dev.provision.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command as shell text whose words are taken as they are, except for {@code $NAME} and {@code
 * ~}.
 */
final class CommandLine {

  private CommandLine() {}

  /** Splits as a shell does, keeping the marks of secrets. */
  static List<Text> split(Text text) {
    List<Text> words = new ArrayList<>();
    Splitter splitter = new Splitter(text, words);
    splitter.run();
    return words;
  }

  static Text script(List<Text> words, boolean expand) {
    Text.Builder out = new Text.Builder();
    for (int i = 0; i < words.size(); i++) {
      out.append(i == 0 ? "" : " ")
          .append(expand ? expanding(words.get(i)) : Sh.quote(words.get(i)));
    }
    return out.append("\n").build();
  }

  /** Variables that are set are put in; the others stay as they are written. */
  private static Text expanding(Text word) {
    String all = word.reveal();
    if (word.hasSecret() || all.indexOf('$') < 0 && !all.startsWith("~")) {
      return Sh.quote(word);
    }
    StringBuilder out = new StringBuilder();
    int from = 0;
    if (all.equals("~") || all.startsWith("~/")) {
      out.append("\"$HOME\"");
      from = 1;
    }
    Matcher variable = VARIABLE.matcher(all);
    while (variable.find(from)) {
      out.append(quoted(all.substring(from, variable.start())));
      String name = variable.group(1) == null ? variable.group(2) : variable.group(1);
      out.append("\"${")
          .append(name)
          .append("-\\")
          .append(variable.group().replace("}", "\\}"))
          .append("}\"");
      from = variable.end();
    }
    out.append(quoted(all.substring(from)));
    return Text.plain(out.toString());
  }

  private static String quoted(String piece) {
    return piece.isEmpty() ? "" : Sh.quote(piece);
  }

  private static final Pattern VARIABLE =
      Pattern.compile("\\$(?:([A-Za-z_][A-Za-z0-9_]*)|\\{([A-Za-z_][A-Za-z0-9_]*)})");

  /** Reads characters one by one, so that each keeps its mark. */
  private static final class Splitter {
    private final Text text;
    private final String all;
    private final List<Text> words;
    private Text.Builder word = new Text.Builder();
    private boolean inWord;
    private int at;

    Splitter(Text text, List<Text> words) {
      this.text = text;
      this.all = text.reveal();
      this.words = words;
    }

    void run() {
      while (at < all.length()) {
        char c = all.charAt(at);
        if (Character.isWhitespace(c)) {
          at++;
          end();
        } else if (c == '\'') {
          at++;
          quoted('\'', "");
        } else if (c == '"') {
          at++;
          quoted('"', "\"\\$`");
        } else if (c == '\\') {
          at++;
          take();
        } else {
          take();
        }
      }
      end();
    }

    private void quoted(char close, String escapable) {
      inWord = true;
      while (at < all.length() && all.charAt(at) != close) {
        boolean isEscape =
            all.charAt(at) == '\\'
                && at + 1 < all.length()
                && escapable.indexOf(all.charAt(at + 1)) >= 0;
        at += isEscape ? 1 : 0;
        take();
      }
      if (at >= all.length()) {
        throw new IllegalArgumentException("has a quotation mark that is not closed.");
      }
      at++;
    }

    private void take() {
      if (at >= all.length()) {
        throw new IllegalArgumentException("ends with a backslash.");
      }
      inWord = true;
      word.append(text.slice(at, at + 1));
      at++;
    }

    private void end() {
      if (inWord) {
        words.add(word.build());
        word = new Text.Builder();
        inWord = false;
      }
    }
  }
}
