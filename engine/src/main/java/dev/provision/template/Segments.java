package dev.provision.template;

import dev.provision.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Cuts a template into text, print tags and block tags, with Jinja2's white space control. */
final class Segments {

  private enum Kind {
    PRINT,
    BLOCK,
    COMMENT
  }

  private record Opening(Kind kind, String delimiter, int at) {}

  private final Source source;
  private final Text text;
  private final String chars;
  private final int length;
  private final TemplateOptions options;
  private final TemplateOptions.Delimiters delimiters;
  private final List<Segment> segments = new ArrayList<>();
  private int at;
  private boolean lineStarting = true;

  Segments(Source source, TemplateOptions options, int from) {
    this.source = source;
    this.at = from;
    this.text = source.text();
    this.chars = text.reveal();
    boolean cut = !options.keepTrailingNewline() && chars.endsWith("\n") && chars.length() > from;
    this.length = chars.length() - (cut ? 1 : 0);
    this.options = options;
    this.delimiters = options.delimiters();
  }

  List<Segment> cut() {
    while (at < length) {
      Opening opening = nextOpening();
      if (opening == null) {
        data(at, length);
        break;
      }
      open(opening);
    }
    return segments;
  }

  private @Nullable Opening nextOpening() {
    Opening best = null;
    best = nearer(best, Kind.COMMENT, delimiters.commentStart());
    best = nearer(best, Kind.BLOCK, delimiters.blockStart());
    return nearer(best, Kind.PRINT, delimiters.variableStart());
  }

  /** The first in the text; of two at one place, the longer delimiter. */
  private @Nullable Opening nearer(@Nullable Opening best, Kind kind, String delimiter) {
    int found = chars.indexOf(delimiter, at);
    if (found < 0) {
      return best;
    }
    boolean wins =
        best == null
            || found < best.at
            || found == best.at && delimiter.length() > best.delimiter.length();
    return wins ? new Opening(kind, delimiter, found) : best;
  }

  private void open(Opening opening) {
    int inside = opening.at + opening.delimiter.length();
    char sign = inside < chars.length() ? chars.charAt(inside) : ' ';
    boolean signed = sign == '-' || sign == '+';
    data(at, textEnd(opening, signed ? sign : ' '));
    inside += signed ? 1 : 0;
    switch (opening.kind) {
      case COMMENT -> comment(opening.at, inside);
      case BLOCK -> block(opening.at, inside);
      case PRINT -> print(opening.at, inside);
    }
    lineStarting = at > 0 && chars.charAt(at - 1) == '\n';
  }

  /** Where the text before a tag ends, once the tag's sign and lstrip_blocks are heeded. */
  private int textEnd(Opening opening, char sign) {
    int end = opening.at;
    if (sign == '-') {
      return strippedEnd(at, end);
    }
    if (sign == '+' || !options.lstripBlocks() || opening.kind == Kind.PRINT) {
      return end;
    }
    int lineStart = chars.lastIndexOf('\n', end - 1) + 1;
    boolean startsLine = lineStart > at || lineStarting && lineStart <= at;
    int from = Math.max(lineStart, at);
    return startsLine && strippedEnd(from, end) == from ? from : end;
  }

  private int strippedEnd(int from, int end) {
    int last = end;
    while (last > from && Texts.isBlank(chars.charAt(last - 1))) {
      last--;
    }
    return last;
  }

  private void data(int from, int to) {
    if (to > from) {
      Text piece = text.slice(from, to);
      if (!options.newline().equals("\n")) {
        piece = Texts.replace(piece, Text.plain("\n"), Text.plain(options.newline()), -1);
      }
      segments.add(new Segment.Data(piece, from, to));
    }
  }

  private void comment(int start, int inside) {
    int close = chars.indexOf(delimiters.commentEnd(), inside);
    if (close < 0) {
      throw Fault.syntax("This comment has no end.", source.at(start, 2));
    }
    char sign = close > inside ? chars.charAt(close - 1) : ' ';
    at = afterBlock(close + delimiters.commentEnd().length(), sign);
  }

  /** Skips what the closing of a block or comment eats. */
  private int afterBlock(int end, char sign) {
    if (sign == '-') {
      return skipBlanks(end);
    }
    boolean trims = options.trimBlocks() && sign != '+';
    return trims && end < chars.length() && chars.charAt(end) == '\n' ? end + 1 : end;
  }

  private int skipBlanks(int from) {
    int end = from;
    while (end < chars.length() && Texts.isBlank(chars.charAt(end))) {
      end++;
    }
    return end;
  }

  private void block(int start, int inside) {
    int name = skipBlanks(inside);
    if (chars.startsWith("raw", name) && raw(start, name + 3)) {
      return;
    }
    String end = delimiters.blockEnd();
    ExpressionLexer.Inside found =
        new ExpressionLexer(source, false)
            .until(inside, List.of("-" + end, "+" + end, end), "block tag");
    if (found.tokens().get(0).kind() != Token.Kind.NAME) {
      throw Fault.syntax("A block tag must start with its name.", source.at(start, 2));
    }
    at = afterBlock(found.end(), found.closing().charAt(0));
    segments.add(new Segment.Tag(found.tokens(), start, found.end()));
  }

  /** Reads a raw block whose name ends at {@code from}; says whether it is one. */
  private boolean raw(int start, int from) {
    int close = skipBlanks(from);
    boolean minus = chars.startsWith("-" + delimiters.blockEnd(), close);
    if (!minus && !chars.startsWith(delimiters.blockEnd(), close)) {
      return false;
    }
    int body = close + (minus ? 1 : 0) + delimiters.blockEnd().length();
    body = minus ? skipBlanks(body) : body;
    Matcher end = rawEnd().matcher(chars);
    if (!end.find(body)) {
      throw Fault.syntax("This raw block has no {% endraw %}.", source.at(start, from - start));
    }
    at = body;
    lineStarting = body > 0 && chars.charAt(body - 1) == '\n';
    String sign = end.group(1);
    int bodyEnd =
        textEnd(
            new Opening(Kind.BLOCK, delimiters.blockStart(), end.start()),
            sign.isEmpty() ? ' ' : sign.charAt(0));
    data(body, bodyEnd);
    String closing = end.group(2);
    at = afterBlock(end.end(), closing.isEmpty() ? ' ' : closing.charAt(0));
    return true;
  }

  private Pattern rawEnd() {
    return Pattern.compile(
        Pattern.quote(delimiters.blockStart())
            + "([-+]?)\\s*endraw\\s*([-+]?)"
            + Pattern.quote(delimiters.blockEnd()));
  }

  private void print(int start, int inside) {
    String end = delimiters.variableEnd();
    ExpressionLexer.Inside found =
        new ExpressionLexer(source, options.escapeBackslashes())
            .until(inside, List.of("-" + end, end), "print tag");
    at = found.closing().startsWith("-") ? skipBlanks(found.end()) : found.end();
    segments.add(new Segment.Print(found.tokens(), start, found.end()));
  }
}
