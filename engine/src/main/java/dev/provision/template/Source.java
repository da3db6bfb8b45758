package dev.provision.template;

import dev.provision.diag.Position;
import dev.provision.value.Text;
import dev.provision.value.Value;

/**
 * The text of a template or expression, and what its offsets are in the user's file.
 *
 * @param text the characters, as offsets count them
 * @param origin where the first character stands, or the YAML scalar that holds them
 * @param exact whether {@code text} stands in the file as it is from {@code origin} on
 */
record Source(Text text, Position origin, boolean exact) {

  static Source of(TemplateSource source) {
    return new Source(source.text(), source.origin(), source.isFile());
  }

  static Source of(Value.Str value) {
    return new Source(value.text(), value.origin(), false);
  }

  static Source of(String expression, Position at) {
    return new Source(Text.plain(expression), at, false);
  }

  /** The place of {@code length} characters from {@code offset} on. */
  Position at(int offset, int length) {
    String all = text.reveal();
    int from = Math.max(0, Math.min(offset, all.length()));
    int until = Math.max(from, Math.min(from + Math.max(1, length), all.length()));
    int lineEnd = all.indexOf('\n', from);
    int shownLength = Math.max(1, (lineEnd < 0 ? until : Math.min(until, lineEnd)) - from);
    if (exact) {
      int lineStart = all.lastIndexOf('\n', from - 1) + 1;
      int line = (int) all.substring(0, lineStart).chars().filter(c -> c == '\n').count();
      int column = all.codePointCount(lineStart, from) + 1;
      return new Position(
          origin.file(),
          origin.line() + line,
          line == 0 ? origin.column() + column - 1 : column,
          shownLength);
    }
    return inScalar(all, from, shownLength);
  }

  /**
   * A YAML scalar on one line that is plain, or quoted without escapes, holds its characters one by
   * one. Of any other only its start is known.
   */
  private Position inScalar(String all, int from, int length) {
    int around = origin.length() - all.length();
    boolean oneByOne = around == 0 || around == 2;
    if (!origin.isKnown() || origin.line() == 0 || !oneByOne || all.indexOf('\n') >= 0) {
      return origin;
    }
    int column = origin.column() + around / 2 + all.codePointCount(0, from);
    return new Position(origin.file(), origin.line(), column, length);
  }

  /** Says which line is meant where {@link #at} can't: {@code (line 3 of the template)}. */
  String lineHint(int offset) {
    String all = text.reveal();
    if (exact || all.indexOf('\n') < 0) {
      return "";
    }
    long line =
        all.substring(0, Math.min(offset, all.length())).chars().filter(c -> c == '\n').count() + 1;
    return "(Line " + line + " of the template.)";
  }
}
