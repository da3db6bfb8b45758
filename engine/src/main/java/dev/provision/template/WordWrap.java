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
      if (!lines.isEmpty() && chunks.getFirst().isBlank()) {
        chunks.poll();
      }
      String next = next(chunks, width, breakLong, hyphens);
      if (!next.isEmpty()) {
        lines.add(next);
      }
    }
    return lines;
  }

  /** Takes the chunks of one line; blanks at its end are dropped. */
  private static String next(Deque<String> chunks, int width, boolean breakLong, boolean hyphens) {
    List<String> line = new ArrayList<>();
    int used = 0;
    while (!chunks.isEmpty() && used + Texts.length(chunks.getFirst()) <= width) {
      used += Texts.length(chunks.getFirst());
      line.add(chunks.removeFirst());
    }
    if (!chunks.isEmpty() && Texts.length(chunks.getFirst()) > width) {
      breakWord(chunks, line, width - used, breakLong, hyphens);
    }
    if (!line.isEmpty() && line.get(line.size() - 1).isBlank()) {
      line.remove(line.size() - 1);
    }
    return String.join("", line);
  }

  private static void breakWord(
      Deque<String> chunks, List<String> line, int room, boolean breakLong, boolean hyphens) {
    String word = chunks.getFirst();
    if (!breakLong) {
      if (line.isEmpty()) {
        line.add(chunks.removeFirst());
      }
      return;
    }
    int cut = Texts.offset(word, room);
    int hyphen = hyphens ? word.lastIndexOf('-', cut - 1) : -1;
    if (hyphen > 0 && word.substring(0, hyphen).chars().anyMatch(c -> c != '-')) {
      cut = hyphen + 1;
    }
    chunks.removeFirst();
    chunks.addFirst(word.substring(cut));
    line.add(word.substring(0, cut));
  }
}
