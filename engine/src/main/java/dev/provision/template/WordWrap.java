package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The filter {@code wordwrap}: Python's {@code textwrap} for each line. */
final class WordWrap {

  private static final Pattern CHUNK =
      Pattern.compile("\\s+|[^\\s-]*[^\\W\\d_]-(?=[^\\W\\d_][^\\W\\d_-]?)|\\S+?(?=\\s|$)|\\S+");
  private static final Pattern PLAIN_CHUNK = Pattern.compile("\\s+|\\S+");

  private WordWrap() {}

  static Value wrap(Text text, Signature.Bound a) {
    String newline = a.isNone("wrapstring") ? "\n" : a.text("wrapstring");
    int width = a.integer("width");
    if (width <= 0) {
      throw Fault.of("The filter \"wordwrap\" needs a width above 0.");
    }
    List<String> lines = new ArrayList<>();
    for (Text line : Texts.lines(text, false)) {
      lines.add(
          String.join(
              newline,
              wrap(line.reveal(), width, a.flag("break_long_words"), a.flag("break_on_hyphens"))));
    }
    return Value.of(Texts.like(text, String.join(newline, lines)));
  }

  private static List<String> wrap(String line, int width, boolean breakLong, boolean hyphens) {
    Deque<String> chunks = new ArrayDeque<>();
    Matcher matcher = (hyphens ? CHUNK : PLAIN_CHUNK).matcher(line);
    while (matcher.find()) {
      chunks.add(matcher.group());
    }
    List<String> lines = new ArrayList<>();
    while (!chunks.isEmpty()) {
      lines.add(next(chunks, width, breakLong));
    }
    return lines;
  }

  /** Takes the chunks of one line; blanks stay where they are. */
  private static String next(Deque<String> chunks, int width, boolean breakLong) {
    StringBuilder out = new StringBuilder();
    while (!chunks.isEmpty() && Texts.length(out + chunks.peek()) <= width) {
      out.append(chunks.poll());
    }
    String head = chunks.peek();
    if (head != null && Texts.length(head) > width) {
      chunks.poll();
      int room = Math.max(breakLong ? 1 : 0, width - Texts.length(out.toString()));
      if (breakLong) {
        int cut = Texts.offset(head, Math.min(room, Texts.length(head)));
        out.append(head, 0, cut);
        chunks.push(head.substring(cut));
      } else if (out.length() == 0) {
        out.append(head);
      } else {
        chunks.push(head);
      }
    }
    return out.toString();
  }
}
