package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.List;

/** The filter {@code comment}. */
final class Comments {

  private record Style(String beginning, String decoration, String end) {}

  private Comments() {}

  static Value comment(Text text, Signature.Bound a) {
    Style style = style(a.text("style"));
    String newline = a.text("newline");
    String decoration = given(a, "decoration", style.decoration);
    String beginning = given(a, "beginning", style.beginning);
    String end = given(a, "end", style.end);
    String prefix = given(a, "prefix", trimmed(decoration));
    String postfix = given(a, "postfix", trimmed(decoration));
    Text.Builder out = new Text.Builder();
    if (!beginning.isEmpty()) {
      out.append(beginning).append(newline);
    }
    repeat(prefix, a.integer("prefix_count"), newline, out);
    lines(text, decoration, newline, out);
    out.append(newline);
    repeat(postfix, a.integer("postfix_count"), newline, out);
    Text body = out.build();
    Text whole =
        end.isEmpty()
            ? body.slice(0, Math.max(0, body.reveal().length() - newline.length()))
            : body.plus(Text.plain(end));
    return Value.of(whole);
  }

  private static Style style(String name) {
    return switch (name) {
      case "plain" -> new Style("", "# ", "");
      case "erlang" -> new Style("", "% ", "");
      case "c" -> new Style("", "// ", "");
      case "cblock" -> new Style("/*", " * ", " */");
      case "xml" -> new Style("<!--", " - ", "-->");
      default -> throw Fault.of("There is no style \"" + name + "\" of comments.");
    };
  }

  private static String given(Signature.Bound a, String name, String preset) {
    return a.isNone(name) ? preset : a.text(name);
  }

  private static String trimmed(String decoration) {
    return decoration.stripTrailing();
  }

  private static void repeat(String line, int count, String newline, Text.Builder out) {
    Numbers.checkSize((long) count * line.length());
    for (int i = 0; i < count && !line.isEmpty(); i++) {
      out.append(line).append(newline);
    }
  }

  private static void lines(Text text, String decoration, String newline, Text.Builder out) {
    List<Text> lines = Texts.split(text, newline, -1);
    for (int i = 0; i < lines.size(); i++) {
      boolean blank = lines.get(i).reveal().isEmpty() && i < lines.size() - 1;
      out.append(i == 0 ? "" : newline)
          .append(blank ? trimmed(decoration) : decoration)
          .append(lines.get(i));
    }
  }
}
