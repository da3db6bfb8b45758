package dev.provision.module.files;

import dev.provision.value.Text;
import java.util.ArrayList;
import java.util.List;

/** A text as lines that keep their breaks and the marks of secrets. */
final class TextLines {

  private TextLines() {}

  static List<Text> split(Text text) {
    List<Text> lines = new ArrayList<>();
    String all = text.reveal();
    int from = 0;
    while (from < all.length()) {
      int at = all.indexOf('\n', from);
      int to = at < 0 ? all.length() : at + 1;
      lines.add(text.slice(from, to));
      from = to;
    }
    return lines;
  }

  static Text join(List<Text> lines) {
    Text.Builder all = new Text.Builder();
    lines.forEach(all::append);
    return all.build();
  }

  /** Without its break. */
  static String bare(Text line) {
    String all = line.reveal();
    int end = all.length();
    while (end > 0 && (all.charAt(end - 1) == '\n' || all.charAt(end - 1) == '\r')) {
      end--;
    }
    return all.substring(0, end);
  }

  static boolean isBroken(Text line) {
    return line.reveal().endsWith("\n");
  }

  static Text broken(Text line) {
    return isBroken(line) ? line : line.plus(Text.plain("\n"));
  }

  /** Gives the last line its break, so that one can be added behind it. */
  static void breakLast(List<Text> lines) {
    int last = lines.size() - 1;
    if (last >= 0) {
      lines.set(last, broken(lines.get(last)));
    }
  }
}
