package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Filters that make text of text. */
final class TextFilters {

  private TextFilters() {}

  static void register(Filters.Registry r) {
    r.add("upper", "", (in, a, run) -> map(in, s -> s.toUpperCase(Locale.ROOT)));
    r.add("lower", "", (in, a, run) -> map(in, s -> s.toLowerCase(Locale.ROOT)));
    r.add("capitalize", "", (in, a, run) -> map(in, StringMethods::capitalize));
    r.add("title", "", (in, a, run) -> map(in, TextFilters::title));
    r.add("trim", "chars=none", (in, a, run) -> trim(in, a));
    r.add("replace", "old, new, count=none", (in, a, run) -> replace(in, a));
    r.add("indent", "width=4, first=false, blank=false", (in, a, run) -> indent(in, a));
    r.add(
        "truncate",
        "length=255, killwords=false, end='...', leeway=5",
        (in, a, run) -> truncate(in, a));
    r.add(
        "wordwrap",
        "width=79, break_long_words=true, wrapstring=none, break_on_hyphens=true",
        (in, a, run) -> WordWrap.wrap(string(in, "wordwrap"), a));
    r.add("wordcount", "", (in, a, run) -> Value.of(words(str(in).reveal())));
    r.add("center", "width=80", (in, a, run) -> center(in, a));
    r.add("striptags", "", (in, a, run) -> map(in, TextFilters::stripTags));
    r.add("escape", "", (in, a, run) -> escape(in));
    r.alias("e", "escape");
    r.alias("forceescape", "escape");
    r.add("safe", "", (in, a, run) -> Value.of(str(in)));
    r.text("string", "", (in, a, run) -> in instanceof Value.Str ? in : Value.of(str(in)));
    r.add("format", "*values, **named", (in, a, run) -> format(in, a));
    r.add("quote", "", (in, a, run) -> quote(in));
    r.add("split", "sep=none, maxsplit=-1", (in, a, run) -> split(in, a));
    r.add(
        "comment",
        "style='plain', newline='\\n', beginning=none, prefix=none, prefix_count=1,"
            + " decoration=none, postfix=none, postfix_count=1, end=none",
        (in, a, run) -> Comments.comment(string(in, "comment"), a));
    r.add("xmlattr", "autospace=true", (in, a, run) -> xmlAttributes(in, a, run));
    r.add("pprint", "verbose=false", (in, a, run) -> Value.of(PrettyPrint.print(run.settled(in))));
  }

  /** The input as text, whatever its type. */
  static Text str(Value value) {
    return Printing.str(Numbers.defined(value));
  }

  /** The input, which must be a string. */
  private static Text string(Value value, String filter) {
    if (Numbers.defined(value) instanceof Value.Str str) {
      return str.text();
    }
    throw Fault.of(
        "The filter \"" + filter + "\" needs a string, not " + Messages.aType(value) + ".");
  }

  static Value map(Value value, java.util.function.UnaryOperator<String> change) {
    return Value.of(Texts.map(str(value), change));
  }

  private static final Pattern WORD = Pattern.compile("([-\\s({\\[<]+)");

  /** Each word that stands after a blank, a bracket or a dash starts in upper case. */
  private static String title(String text) {
    StringBuilder out = new StringBuilder();
    Matcher gaps = WORD.matcher(text);
    int at = 0;
    while (gaps.find()) {
      out.append(StringMethods.capitalize(text.substring(at, gaps.start()))).append(gaps.group());
      at = gaps.end();
    }
    return out.append(StringMethods.capitalize(text.substring(at))).toString();
  }

  private static Value trim(Value in, Signature.Bound a) {
    String set = a.isNone("chars") ? null : a.text("chars");
    return Value.of(Texts.strip(str(in), set, true, true));
  }

  private static Value replace(Value in, Signature.Bound a) {
    int limit = a.isNone("count") ? -1 : a.integer("count");
    return Value.of(Texts.replace(str(in), str(a.value("old")), str(a.value("new")), limit));
  }

  private static Value indent(Value in, Signature.Bound a) {
    Value width = a.value("width");
    String indent = width instanceof Value.Str str ? str.reveal() : blanks(a.integer("width"));
    // Jinja2 looks at the lines of the text with one more line break.
    Text text = string(in, "indent");
    List<Text> lines = Texts.lines(text.plus(Text.plain("\n")), false);
    Text.Builder out = new Text.Builder();
    for (int i = 0; i < lines.size(); i++) {
      boolean skip =
          i == 0 ? !a.flag("first") : !a.flag("blank") && lines.get(i).reveal().isEmpty();
      out.append(i == 0 ? "" : "\n").append(skip ? "" : indent).append(lines.get(i));
    }
    return Value.of(out.build());
  }

  static String blanks(int count) {
    Numbers.checkSize(count * 64L);
    return " ".repeat(Math.max(0, count));
  }

  private static Value truncate(Value in, Signature.Bound a) {
    Text text = string(in, "truncate");
    String chars = text.reveal();
    String end = a.text("end");
    int length = a.integer("length");
    int leeway = a.integer("leeway");
    if (length < Texts.length(end)) {
      throw Fault.of("The filter \"truncate\" needs a length of at least that of the end.");
    }
    if (Texts.length(chars) <= length + leeway) {
      return Value.of(text);
    }
    Text cut = text.slice(0, Texts.offset(chars, length - Texts.length(end)));
    if (!a.flag("killwords")) {
      int blank = cut.reveal().lastIndexOf(' ');
      cut = blank < 0 ? cut : cut.slice(0, blank);
    }
    return Value.of(cut.plus(Text.plain(end)));
  }

  private static long words(String text) {
    return Pattern.compile("\\w+", Pattern.UNICODE_CHARACTER_CLASS).matcher(text).results().count();
  }

  private static Value center(Value in, Signature.Bound a) {
    int width = a.integer("width");
    Numbers.checkSize(width);
    Text text = str(in);
    int missing = Math.max(0, width - Texts.length(text.reveal()));
    int left = missing / 2 + (missing & width & 1);
    return Value.of(Texts.pad(text, left, missing - left, " "));
  }

  private static String stripTags(String text) {
    String bare = text.replaceAll("(?s)<!--.*?-->", "").replaceAll("<[^>]*>", "");
    return unescape(String.join(" ", bare.strip().split("\\s+")));
  }

  private static String unescape(String text) {
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&#34;", "\"")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }

  static Value escape(Value in) {
    return Value.of(escape(str(in)));
  }

  private static Text escape(Text text) {
    Text.Builder out = new Text.Builder();
    for (Text one : Texts.characters(text)) {
      switch (one.reveal()) {
        case "&" -> out.append(Texts.like(one, "&amp;"));
        case "<" -> out.append(Texts.like(one, "&lt;"));
        case ">" -> out.append(Texts.like(one, "&gt;"));
        case "\"" -> out.append(Texts.like(one, "&#34;"));
        case "'" -> out.append(Texts.like(one, "&#39;"));
        default -> out.append(one);
      }
    }
    return out.build();
  }

  private static Value format(Value in, Signature.Bound a) {
    if (!a.rest().isEmpty() && !a.options().isEmpty()) {
      throw Fault.of("The filter \"format\" takes either positional or named values, not both.");
    }
    Value values = a.options().isEmpty() ? Value.tuple(a.rest()) : Value.dict(a.options());
    return Value.of(PercentFormat.format(str(in), values));
  }

  private static final Pattern SHELL_SAFE = Pattern.compile("[\\w@%+=:,./-]+");

  /** For a POSIX shell. */
  private static Value quote(Value in) {
    if (in instanceof Value.Null) {
      return Value.of("''");
    }
    Text text = str(in);
    if (SHELL_SAFE.matcher(text.reveal()).matches()) {
      return Value.of(text);
    }
    Text escaped = Texts.replace(text, Text.plain("'"), Text.plain("'\"'\"'"), -1);
    return Value.of(new Text.Builder().append("'").append(escaped).append("'").build());
  }

  private static Value split(Value in, Signature.Bound a) {
    if (!(Numbers.defined(in) instanceof Value.Str str)) {
      throw Fault.of("The filter \"split\" needs a string, not " + Messages.aType(in) + ".");
    }
    int limit = a.integer("maxsplit");
    if (a.isNone("sep")) {
      return StringMethods.list(Texts.splitBlanks(str.text(), limit));
    }
    String separator = a.text("sep");
    if (separator.isEmpty()) {
      throw Fault.of("The separator must not be empty.");
    }
    return StringMethods.list(Texts.split(str.text(), separator, limit));
  }

  private static Value xmlAttributes(Value in, Signature.Bound a, Evaluation run) {
    List<Text> parts = new ArrayList<>();
    for (Map.Entry<Value, Value> entry :
        DictFilters.dict(in, "xmlattr", run).entries().entrySet()) {
      Value value = entry.getValue();
      if (!(value instanceof Value.Null) && !(value instanceof Undefined)) {
        parts.add(
            new Text.Builder()
                .append(escape(str(entry.getKey())))
                .append("=\"")
                .append(escape(str(value)))
                .append("\"")
                .build());
      }
    }
    Text joined = Texts.join(Text.plain(" "), parts);
    boolean space = a.flag("autospace") && !parts.isEmpty();
    return Value.of(space ? Text.plain(" ").plus(joined) : joined);
  }
}
