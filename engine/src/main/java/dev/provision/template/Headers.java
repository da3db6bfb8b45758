package dev.provision.template;

import dev.provision.value.Text;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;

/** The first line {@code #jinja2: lstrip_blocks: True}, which sets options for one template. */
final class Headers {

  private static final String START = "#jinja2:";

  private static final Map<String, BiFunction<TemplateOptions, String, TemplateOptions>> SETTERS =
      Map.of(
          "trim_blocks", (o, value) -> o.withTrimBlocks(bool(value)),
          "lstrip_blocks", (o, value) -> o.withLstripBlocks(bool(value)),
          "keep_trailing_newline", (o, value) -> o.withKeepTrailingNewline(bool(value)),
          "newline_sequence", (o, value) -> o.withNewline(unquoted(value)),
          "variable_start_string",
              (o, value) -> o.withDelimiters(o.delimiters().withVariableStart(unquoted(value))),
          "variable_end_string",
              (o, value) -> o.withDelimiters(o.delimiters().withVariableEnd(unquoted(value))),
          "block_start_string",
              (o, value) -> o.withDelimiters(o.delimiters().withBlockStart(unquoted(value))),
          "block_end_string",
              (o, value) -> o.withDelimiters(o.delimiters().withBlockEnd(unquoted(value))),
          "comment_start_string",
              (o, value) -> o.withDelimiters(o.delimiters().withCommentStart(unquoted(value))),
          "comment_end_string",
              (o, value) -> o.withDelimiters(o.delimiters().withCommentEnd(unquoted(value))));

  private Headers() {}

  /** Parses a template, its line breaks made one kind and its header heeded. */
  static Parsed parse(Source source, TemplateOptions options) {
    Source normal = normalized(source);
    String text = normal.text().reveal();
    int end = text.indexOf('\n');
    TemplateOptions used = options;
    int from = 0;
    try {
      if (text.startsWith(START) && end >= 0 && hasTag(text, options)) {
        used = read(text.substring(START.length(), end), options, normal);
        from = end + 1;
      }
    } catch (Fault fault) {
      return Parsed.broken(normal, options, fault.problem());
    }
    return TemplateParser.parse(normal, used, from);
  }

  private static Source normalized(Source source) {
    if (source.text().reveal().indexOf('\r') < 0) {
      return source;
    }
    Text unix = Texts.replace(source.text(), Text.plain("\r\n"), Text.plain("\n"), -1);
    unix = Texts.replace(unix, Text.plain("\r"), Text.plain("\n"), -1);
    return new Source(unix, source.origin(), source.exact());
  }

  private static boolean hasTag(String text, TemplateOptions options) {
    TemplateOptions.Delimiters d = options.delimiters();
    return text.contains(d.variableStart())
        || text.contains(d.blockStart())
        || text.contains(d.commentStart());
  }

  private static TemplateOptions read(String line, TemplateOptions options, Source source) {
    TemplateOptions result = options;
    for (String part : line.split(",")) {
      int colon = part.indexOf(':');
      String name = (colon < 0 ? part : part.substring(0, colon)).strip().toLowerCase(Locale.ROOT);
      BiFunction<TemplateOptions, String, TemplateOptions> setter = SETTERS.get(name);
      if (setter == null || colon < 0) {
        throw Fault.syntax(
            "The first line sets \""
                + name
                + "\", which is no option of templates."
                + Messages.didYouMean(name, SETTERS.keySet()),
            source.at(0, START.length() + line.length()));
      }
      result = setter.apply(result, part.substring(colon + 1).strip());
    }
    return result;
  }

  private static boolean bool(String value) {
    return value.equalsIgnoreCase("true") || value.equals("1");
  }

  private static String unquoted(String value) {
    boolean quoted =
        value.length() > 1
            && (value.startsWith("'") || value.startsWith("\""))
            && value.charAt(0) == value.charAt(value.length() - 1);
    return PythonEscapes.unescape(quoted ? value.substring(1, value.length() - 1) : value);
  }
}
