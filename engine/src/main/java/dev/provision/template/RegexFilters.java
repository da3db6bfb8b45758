package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Filters that search and replace by regular expressions. */
final class RegexFilters {

  private RegexFilters() {}

  static void register(Filters.Registry r) {
    r.add(
        "regex_replace",
        "pattern='', replacement='', ignorecase=false, multiline=false",
        (in, a, run) -> replace(in, a));
    r.add("regex_search", "regex, *groups, **options", (in, a, run) -> search(in, a));
    r.add(
        "regex_findall",
        "regex, multiline=false, ignorecase=false",
        (in, a, run) -> findAll(in, a));
    r.add("regex_escape", "re_type='python'", (in, a, run) -> escape(in, a.text("re_type")));
  }

  private static Text text(Value in) {
    return Printing.str(Numbers.defined(in));
  }

  private static Value replace(Value in, Signature.Bound a) {
    PythonRegex regex =
        PythonRegex.compile(a.text("pattern"), a.flag("ignorecase"), a.flag("multiline"));
    return Value.of(regex.replace(text(in), text(a.value("replacement"))));
  }

  private static Value search(Value in, Signature.Bound a) {
    boolean ignoreCase = a.options().getOrDefault("ignorecase", Value.FALSE).isTruthy();
    boolean multiline = a.options().getOrDefault("multiline", Value.FALSE).isTruthy();
    PythonRegex regex = PythonRegex.compile(a.text("regex"), ignoreCase, multiline);
    Text text = text(in);
    Matcher match = regex.matcher(text.reveal());
    boolean found = match.find();
    if (a.rest().isEmpty()) {
      return found ? Value.of(text.slice(match.start(), match.end())) : Value.NULL;
    }
    List<Integer> groups =
        a.rest().stream().map(group -> wanted(Printing.str(group).reveal(), regex)).toList();
    if (!found) {
      return Value.NULL;
    }
    List<Value> parts = new ArrayList<>();
    for (int group : groups) {
      Text part = PythonRegex.group(match, group, text);
      parts.add(match.start(group) < 0 ? Value.NULL : Value.of(part));
    }
    return Value.list(parts);
  }

  private static final Pattern NUMBERED = Pattern.compile("\\\\(\\d+)");
  private static final Pattern NAMED = Pattern.compile("\\\\g<(\\S+)>");

  private static int wanted(String reference, PythonRegex regex) {
    Matcher numbered = NUMBERED.matcher(reference);
    Matcher named = NAMED.matcher(reference);
    if (named.lookingAt()) {
      return regex.group(named.group(1));
    }
    if (numbered.lookingAt()) {
      return regex.group(numbered.group(1));
    }
    throw Fault.of(
        "The filter \"regex_search\" names groups as \\1 or \\g<name>, not \"" + reference + "\".");
  }

  private static Value findAll(Value in, Signature.Bound a) {
    PythonRegex regex =
        PythonRegex.compile(a.text("regex"), a.flag("ignorecase"), a.flag("multiline"));
    Text text = text(in);
    Matcher match = regex.matcher(text.reveal());
    List<Value> found = new ArrayList<>();
    while (match.find()) {
      List<Value> groups = new ArrayList<>();
      for (int group = 1; group <= match.groupCount(); group++) {
        groups.add(Value.of(PythonRegex.group(match, group, text)));
      }
      if (groups.isEmpty()) {
        found.add(Value.of(text.slice(match.start(), match.end())));
      } else {
        found.add(groups.size() == 1 ? groups.get(0) : Value.tuple(groups));
      }
    }
    return Value.list(found);
  }

  private static Value escape(Value in, String type) {
    String special =
        switch (type) {
          case "python" -> "()[]{}?*+-|^$\\.&~# \t\n\r\u000b\f";
          case "posix_basic" -> "[].^$*\\";
          default -> throw Fault.of("There is no type \"" + type + "\" of regular expressions.");
        };
    Text.Builder out = new Text.Builder();
    for (Text one : Texts.characters(text(in))) {
      boolean escaped = special.contains(one.reveal());
      out.append(escaped ? Texts.like(one, "\\" + one.reveal()) : one);
    }
    return Value.of(out.build());
  }
}
