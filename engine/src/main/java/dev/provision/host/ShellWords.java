package dev.provision.host;

import java.util.ArrayList;
import java.util.List;

/** Splits a command line into words as a shell would, without expanding anything. */
public final class ShellWords {

  private final String text;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;
  private int at;

  private ShellWords(String text) {
    this.text = text;
  }

  /**
   * @throws IllegalArgumentException where a quotation mark is not closed
   */
  public static List<String> split(String text) {
    return new ShellWords(text).words();
  }

  private List<String> words() {
    while (at < text.length()) {
      next(text.charAt(at++));
    }
    endWord();
    return List.copyOf(words);
  }

  private void next(char c) {
    if (Character.isWhitespace(c)) {
      endWord();
      return;
    }
    inWord = true;
    switch (c) {
      case '\'' -> single();
      case '"' -> quoted();
      case '\\' -> escaped();
      default -> word.append(c);
    }
  }

  private void endWord() {
    if (inWord) {
      words.add(word.toString());
      word.setLength(0);
      inWord = false;
    }
  }

  private void single() {
    int end = text.indexOf('\'', at);
    if (end < 0) {
      throw open();
    }
    word.append(text, at, end);
    at = end + 1;
  }

  private void quoted() {
    while (at < text.length() && text.charAt(at) != '"') {
      boolean isEscape =
          text.charAt(at) == '\\'
              && at + 1 < text.length()
              && "\"\\$`".indexOf(text.charAt(at + 1)) >= 0;
      at += isEscape ? 1 : 0;
      word.append(text.charAt(at++));
    }
    if (at >= text.length()) {
      throw open();
    }
    at++;
  }

  private void escaped() {
    if (at >= text.length()) {
      throw open();
    }
    word.append(text.charAt(at++));
  }

  private static IllegalArgumentException open() {
    return new IllegalArgumentException("has a quotation mark or backslash that is not closed.");
  }
}
