package dev.provision.template;

import static dev.provision.template.Methods.method;
import static dev.provision.template.Methods.text;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;

/** Methods of Python's {@code str}. */
final class StringMethods {

  static final Map<String, Methods.Method<Value.Str>> ALL =
      Map.ofEntries(
          method("upper", "", (s, a, run) -> map(s, text -> text.toUpperCase(Locale.ROOT))),
          method("lower", "", (s, a, run) -> map(s, text -> text.toLowerCase(Locale.ROOT))),
          method("casefold", "", (s, a, run) -> map(s, text -> text.toLowerCase(Locale.ROOT))),
          method("capitalize", "", (s, a, run) -> map(s, StringMethods::capitalize)),
          method("title", "", (s, a, run) -> map(s, StringMethods::title)),
          method("swapcase", "", (s, a, run) -> map(s, StringMethods::swapCase)),
          method("strip", "chars=none", (s, a, run) -> strip(s, a, true, true)),
          method("lstrip", "chars=none", (s, a, run) -> strip(s, a, true, false)),
          method("rstrip", "chars=none", (s, a, run) -> strip(s, a, false, true)),
          method("removeprefix", "prefix", (s, a, run) -> removePrefix(s, text(a, "prefix"))),
          method("removesuffix", "suffix", (s, a, run) -> removeSuffix(s, text(a, "suffix"))),
          method("split", "sep=none, maxsplit=-1", (s, a, run) -> split(s, a, false)),
          method("rsplit", "sep=none, maxsplit=-1", (s, a, run) -> split(s, a, true)),
          method(
              "splitlines",
              "keepends=false",
              (s, a, run) -> list(Texts.lines(s.text(), a.flag("keepends")))),
          method("partition", "sep", (s, a, run) -> partition(s, a, false)),
          method("rpartition", "sep", (s, a, run) -> partition(s, a, true)),
          method("join", "iterable", (s, a, run) -> join(s, a.value("iterable"))),
          method(
              "replace",
              "old, new, count=-1",
              (s, a, run) ->
                  Value.of(
                      Texts.replace(s.text(), text(a, "old"), text(a, "new"), a.integer("count")))),
          method(
              "startswith",
              "prefix, start=0, end=none",
              (s, a, run) -> Value.of(anyOf(a, "prefix", part(s, a)::startsWith))),
          method(
              "endswith",
              "suffix, start=0, end=none",
              (s, a, run) -> Value.of(anyOf(a, "suffix", part(s, a)::endsWith))),
          method("find", "sub, start=0, end=none", (s, a, run) -> Value.of(find(s, a, false))),
          method("rfind", "sub, start=0, end=none", (s, a, run) -> Value.of(find(s, a, true))),
          method("index", "sub, start=0, end=none", (s, a, run) -> Value.of(index(s, a, false))),
          method("rindex", "sub, start=0, end=none", (s, a, run) -> Value.of(index(s, a, true))),
          method("count", "sub, start=0, end=none", (s, a, run) -> Value.of(count(s, a))),
          method("center", "width, fillchar=' '", (s, a, run) -> center(s, a)),
          method(
              "ljust",
              "width, fillchar=' '",
              (s, a, run) -> Value.of(Texts.pad(s.text(), 0, missing(s, a), fill(a)))),
          method(
              "rjust",
              "width, fillchar=' '",
              (s, a, run) -> Value.of(Texts.pad(s.text(), missing(s, a), 0, fill(a)))),
          method("zfill", "width", (s, a, run) -> zeroFill(s, a.integer("width"))),
          method("expandtabs", "tabsize=8", (s, a, run) -> expandTabs(s, a.integer("tabsize"))),
          method("format", "*values, **named", StringMethods::format),
          method(
              "format_map", "mapping", (s, a, run) -> format(s, Map.of(), a.value("mapping"), run)),
          method("encode", "encoding='utf-8', errors='strict'", (s, a, run) -> Value.of(s.text())),
          method("isdigit", "", (s, a, run) -> all(s, Character::isDigit)),
          method("isdecimal", "", (s, a, run) -> all(s, Character::isDigit)),
          method("isnumeric", "", (s, a, run) -> all(s, Character::isDigit)),
          method("isalpha", "", (s, a, run) -> all(s, Character::isLetter)),
          method("isalnum", "", (s, a, run) -> all(s, Character::isLetterOrDigit)),
          method("isspace", "", (s, a, run) -> all(s, c -> Texts.isBlank((char) c))),
          method("isascii", "", (s, a, run) -> Value.of(s.reveal().chars().allMatch(c -> c < 128))),
          method("isupper", "", (s, a, run) -> Value.of(isUpper(s.reveal()))),
          method("islower", "", (s, a, run) -> Value.of(isLower(s.reveal()))),
          method("istitle", "", (s, a, run) -> Value.of(isTitle(s.reveal()))),
          method(
              "isidentifier",
              "",
              (s, a, run) -> Value.of(s.reveal().matches("[\\p{L}_][\\p{L}\\p{Nd}_]*"))),
          method(
              "isprintable",
              "",
              (s, a, run) ->
                  Value.of(
                      Printing.repr(Value.of(s.reveal().replaceAll("['\"\\\\]", "")))
                              .reveal()
                              .indexOf('\\')
                          < 0)));

  private StringMethods() {}

  static Value map(Value.Str self, java.util.function.UnaryOperator<String> change) {
    return Value.of(Texts.map(self.text(), change));
  }

  static String capitalize(String text) {
    if (text.isEmpty()) {
      return text;
    }
    int first = Character.charCount(text.codePointAt(0));
    return text.substring(0, first).toUpperCase(Locale.ROOT)
        + text.substring(first).toLowerCase(Locale.ROOT);
  }

  /** Every run of letters starts in upper case. */
  static String title(String text) {
    StringBuilder out = new StringBuilder();
    boolean inWord = false;
    for (int point : text.codePoints().toArray()) {
      boolean letter = Character.isLetter(point);
      out.appendCodePoint(
          inWord ? Character.toLowerCase(point) : letter ? Character.toTitleCase(point) : point);
      inWord = letter;
    }
    return out.toString();
  }

  private static String swapCase(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            c ->
                out.appendCodePoint(
                    Character.isUpperCase(c)
                        ? Character.toLowerCase(c)
                        : Character.toUpperCase(c)));
    return out.toString();
  }

  private static Value strip(Value.Str self, Signature.Bound a, boolean left, boolean right) {
    String set = a.isNone("chars") ? null : text(a, "chars").reveal();
    return Value.of(Texts.strip(self.text(), set, left, right));
  }

  private static Value removePrefix(Value.Str self, Text prefix) {
    String all = self.reveal();
    boolean has = all.startsWith(prefix.reveal());
    return Value.of(has ? self.text().slice(prefix.reveal().length(), all.length()) : self.text());
  }

  private static Value removeSuffix(Value.Str self, Text suffix) {
    String all = self.reveal();
    boolean has = all.endsWith(suffix.reveal());
    return Value.of(
        has ? self.text().slice(0, all.length() - suffix.reveal().length()) : self.text());
  }

  static Value list(List<Text> parts) {
    return Value.list(parts.stream().map(Value::of).toList());
  }

  private static Value split(Value.Str self, Signature.Bound a, boolean fromRight) {
    int limit = a.integer("maxsplit");
    if (a.isNone("sep")) {
      return list(
          fromRight
              ? Texts.splitBlanksFromRight(self.text(), limit)
              : Texts.splitBlanks(self.text(), limit));
    }
    String separator = text(a, "sep").reveal();
    if (separator.isEmpty()) {
      throw Fault.of("The separator must not be empty.");
    }
    return list(
        fromRight
            ? Texts.splitFromRight(self.text(), separator, limit)
            : Texts.split(self.text(), separator, limit));
  }

  private static Value partition(Value.Str self, Signature.Bound a, boolean fromRight) {
    String separator = text(a, "sep").reveal();
    String all = self.reveal();
    int at = fromRight ? all.lastIndexOf(separator) : all.indexOf(separator);
    Text none = Text.plain("");
    List<Text> parts =
        at >= 0
            ? List.of(
                self.text().slice(0, at),
                self.text().slice(at, at + separator.length()),
                self.text().slice(at + separator.length(), all.length()))
            : fromRight ? List.of(none, none, self.text()) : List.of(self.text(), none, none);
    return Value.tuple(parts.stream().map(Value::of).toList());
  }

  private static Value join(Value.Str self, Value items) {
    List<Text> parts = new ArrayList<>();
    for (Value item : Walking.items(items)) {
      Numbers.defined(item);
      if (!(item instanceof Value.Str str)) {
        throw Fault.of(
            "The method \"join\" joins strings, and element "
                + parts.size()
                + " is "
                + Messages.aType(item)
                + ". The filter \"join\" takes anything.");
      }
      parts.add(str.text());
    }
    return Value.of(Texts.join(self.text(), parts));
  }

  private static boolean anyOf(
      Signature.Bound a, String name, java.util.function.Predicate<String> test) {
    Value wanted = Numbers.defined(a.value(name));
    if (wanted instanceof Value.Seq several && several.isTuple()) {
      return several.items().stream().anyMatch(item -> test.test(Printing.str(item).reveal()));
    }
    return test.test(text(a, name).reveal());
  }

  /** The characters between {@code start} and {@code end}. */
  private static String part(Value.Str self, Signature.Bound a) {
    Value start = a.value("start");
    Value end = a.value("end");
    return Printing.str(Walking.slice(self, start, end, null)).reveal();
  }

  private static int find(Value.Str self, Signature.Bound a, boolean last) {
    String wanted = text(a, "sub").reveal();
    String part = part(self, a);
    int at = last ? part.lastIndexOf(wanted) : part.indexOf(wanted);
    if (at < 0) {
      return -1;
    }
    int length = Texts.length(self.reveal());
    int start = a.integer("start");
    int skipped = start < 0 ? Math.max(0, length + start) : Math.min(start, length);
    return skipped + part.codePointCount(0, at);
  }

  private static int index(Value.Str self, Signature.Bound a, boolean last) {
    int at = find(self, a, last);
    if (at < 0) {
      throw Fault.of("The string does not hold \"" + text(a, "sub").shown() + "\".");
    }
    return at;
  }

  private static int count(Value.Str self, Signature.Bound a) {
    String wanted = text(a, "sub").reveal();
    String part = part(self, a);
    if (wanted.isEmpty()) {
      return Texts.length(part) + 1;
    }
    int count = 0;
    for (int at = part.indexOf(wanted); at >= 0; at = part.indexOf(wanted, at + wanted.length())) {
      count++;
    }
    return count;
  }

  private static int missing(Value.Str self, Signature.Bound a) {
    int width = a.integer("width");
    Numbers.checkSize(width);
    return Math.max(0, width - Texts.length(self.reveal()));
  }

  private static String fill(Signature.Bound a) {
    String fill = text(a, "fillchar").reveal();
    if (Texts.length(fill) != 1) {
      throw Fault.of("The fill must be one character.");
    }
    return fill;
  }

  private static Value center(Value.Str self, Signature.Bound a) {
    int missing = missing(self, a);
    // Python puts the odd blank on the left where the width is odd.
    int left = missing / 2 + (missing & a.integer("width") & 1);
    return Value.of(Texts.pad(self.text(), left, missing - left, fill(a)));
  }

  private static Value zeroFill(Value.Str self, int width) {
    Numbers.checkSize(width);
    Text text = self.text();
    String all = text.reveal();
    int sign = all.startsWith("-") || all.startsWith("+") ? 1 : 0;
    int missing = Math.max(0, width - Texts.length(all));
    return Value.of(
        text.slice(0, sign)
            .plus(Text.plain("0".repeat(missing)))
            .plus(text.slice(sign, all.length())));
  }

  private static Value expandTabs(Value.Str self, int size) {
    Numbers.checkSize((long) size * self.reveal().length());
    Text.Builder out = new Text.Builder();
    int column = 0;
    for (Text one : Texts.characters(self.text())) {
      if (one.reveal().equals("\t")) {
        int blanks = size <= 0 ? 0 : size - column % size;
        out.append(" ".repeat(blanks));
        column += blanks;
      } else {
        out.append(one);
        column = one.reveal().equals("\n") || one.reveal().equals("\r") ? 0 : column + 1;
      }
    }
    return Value.of(out.build());
  }

  private static Value format(Value.Str self, Signature.Bound a, Evaluation run) {
    return Value.of(BraceFormat.format(self.text(), new Arguments(a.rest(), a.options()), run));
  }

  private static Value format(
      Value.Str self, Map<String, Value> none, Value mapping, Evaluation run) {
    Map<String, Value> named = new LinkedHashMap<>(none);
    run.dict(mapping)
        .orElseThrow(() -> Fault.of("format_map() needs a dict."))
        .entries()
        .forEach((key, value) -> named.put(Printing.str(key).reveal(), value));
    return Value.of(BraceFormat.format(self.text(), new Arguments(List.of(), named), run));
  }

  private static Value all(Value.Str self, IntPredicate test) {
    return Value.of(!self.reveal().isEmpty() && self.reveal().codePoints().allMatch(test));
  }

  static boolean isUpper(String text) {
    return text.codePoints().anyMatch(Character::isUpperCase)
        && text.codePoints().noneMatch(c -> Character.isLowerCase(c) || Character.isTitleCase(c));
  }

  static boolean isLower(String text) {
    return text.codePoints().anyMatch(Character::isLowerCase)
        && text.codePoints().noneMatch(c -> Character.isUpperCase(c) || Character.isTitleCase(c));
  }

  private static boolean isTitle(String text) {
    return text.codePoints().anyMatch(Character::isLetter) && title(text).equals(text);
  }
}
