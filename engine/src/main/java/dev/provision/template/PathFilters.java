package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Filters about paths, as POSIX and, by name, Windows write them. */
final class PathFilters {

  private PathFilters() {}

  static void register(Filters.Registry r) {
    r.add("basename", "", (in, a, run) -> base(in));
    r.add("dirname", "", (in, a, run) -> folder(in));
    r.add("splitext", "", (in, a, run) -> splitExtension(in));
    r.add("path_join", "", (in, a, run) -> join(in));
    r.add("normpath", "", (in, a, run) -> like(in, normal(str(in))));
    r.add("commonpath", "", (in, a, run) -> common(in));
    r.add("relpath", "start='.'", (in, a, run) -> relative(in, a.text("start"), run));
    r.add("realpath", "", (in, a, run) -> like(in, run.controller().realPath(str(in))));
    r.add("expanduser", "", (in, a, run) -> like(in, expandUser(str(in), run)));
    r.add("expandvars", "", (in, a, run) -> like(in, expandVariables(str(in), run)));
    r.add("fileglob", "", PathFilters::glob);
    r.add("win_basename", "", (in, a, run) -> windows(in, 1));
    r.add("win_dirname", "", (in, a, run) -> windows(in, 0));
    r.add("win_splitdrive", "", (in, a, run) -> splitDrive(in));
  }

  private static Text text(Value in) {
    if (Numbers.defined(in) instanceof Value.Str str) {
      return str.text();
    }
    throw Fault.of("A path must be a string, not " + Messages.aType(in) + ".");
  }

  private static String str(Value in) {
    return text(in).reveal();
  }

  private static Value like(Value in, String result) {
    return Value.of(Texts.like(in, result));
  }

  private static Value base(Value in) {
    Text text = text(in);
    return Value.of(text.slice(text.reveal().lastIndexOf('/') + 1, text.reveal().length()));
  }

  private static Value folder(Value in) {
    Text text = text(in);
    int slash = text.reveal().lastIndexOf('/') + 1;
    return Value.of(text.slice(0, head(text.reveal(), slash)));
  }

  /** Where the folder ends: without the slashes at its end, unless it is nothing but slashes. */
  private static int head(String path, int slash) {
    int end = slash;
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return end == 0 ? slash : end;
  }

  private static Value splitExtension(Value in) {
    Text text = text(in);
    String path = text.reveal();
    int name = path.lastIndexOf('/') + 1;
    int dot = path.lastIndexOf('.');
    int first = name;
    while (first < path.length() && path.charAt(first) == '.') {
      first++;
    }
    int cut = dot > first || dot >= name && dot > first - 1 && first < dot ? dot : path.length();
    return Value.tuple(
        List.of(Value.of(text.slice(0, cut)), Value.of(text.slice(cut, path.length()))));
  }

  private static Value join(Value in) {
    if (Numbers.defined(in) instanceof Value.Str) {
      return in;
    }
    Text joined = Text.plain("");
    boolean first = true;
    if (Walking.items(in).isEmpty()) {
      throw Fault.of("The filter \"path_join\" needs at least one part.");
    }
    for (Value part : Walking.items(in)) {
      Text next = Printing.str(part);
      String before = joined.reveal();
      if (first || next.reveal().startsWith("/")) {
        joined = next;
      } else {
        boolean slash = before.isEmpty() || before.endsWith("/");
        joined = joined.plus(Text.plain(slash ? "" : "/")).plus(next);
      }
      first = false;
    }
    return Value.of(joined);
  }

  /** Without {@code .}, {@code ..} and doubled slashes. */
  static String normal(String path) {
    if (path.isEmpty()) {
      return ".";
    }
    String root =
        path.startsWith("//") && !path.startsWith("///") ? "//" : path.startsWith("/") ? "/" : "";
    List<String> parts = new ArrayList<>();
    for (String part : path.split("/")) {
      boolean up = part.equals("..");
      boolean last = !parts.isEmpty() && !parts.get(parts.size() - 1).equals("..");
      if (up && last) {
        parts.remove(parts.size() - 1);
      } else if (!part.isEmpty() && !part.equals(".") && !(up && !root.isEmpty())) {
        parts.add(part);
      }
    }
    String joined = root + String.join("/", parts);
    return joined.isEmpty() ? "." : joined;
  }

  private static Value common(Value in) {
    List<List<String>> paths =
        Walking.items(Numbers.defined(in)).stream()
            .map(path -> List.of(Printing.str(path).reveal().split("/", -1)))
            .toList();
    if (paths.isEmpty()) {
      throw Fault.of("The filter \"commonpath\" needs at least one path.");
    }
    int same = 0;
    while (sharePart(paths, same)) {
      same++;
    }
    String joined = String.join("/", paths.get(0).subList(0, same));
    return Value.of(joined.isEmpty() && same > 0 ? "/" : joined);
  }

  private static boolean sharePart(List<List<String>> paths, int index) {
    return index < paths.get(0).size()
        && paths.stream()
            .allMatch(
                path -> index < path.size() && path.get(index).equals(paths.get(0).get(index)));
  }

  private static Value relative(Value in, String start, Evaluation run) {
    List<String> to = parts(run.controller().absolute(str(in)));
    List<String> from = parts(run.controller().absolute(start));
    int same = 0;
    while (same < to.size() && same < from.size() && to.get(same).equals(from.get(same))) {
      same++;
    }
    List<String> result = new ArrayList<>();
    for (int i = same; i < from.size(); i++) {
      result.add("..");
    }
    result.addAll(to.subList(same, to.size()));
    return like(in, result.isEmpty() ? "." : String.join("/", result));
  }

  private static List<String> parts(String path) {
    return List.of(normal(path).split("/")).stream().filter(part -> !part.isEmpty()).toList();
  }

  static String expandUser(String path, Evaluation run) {
    boolean own = path.equals("~") || path.startsWith("~/");
    return own
        ? run.controller().environment("HOME").map(home -> home + path.substring(1)).orElse(path)
        : path;
  }

  private static final Pattern VARIABLE = Pattern.compile("\\$(?:(\\w+)|\\{([^}]*)\\})");

  private static String expandVariables(String path, Evaluation run) {
    Matcher variables = VARIABLE.matcher(path);
    return variables.replaceAll(
        match -> {
          String name = match.group(1) != null ? match.group(1) : match.group(2);
          String value = run.controller().environment(name).orElse(match.group());
          return Matcher.quoteReplacement(value);
        });
  }

  private static Value glob(Value in, Signature.Bound a, Evaluation run) {
    List<String> found = run.controller().glob(expandUser(str(in), run));
    return Value.list(found.stream().map(Value::of).toList());
  }

  private static Value windows(Value in, int part) {
    Text text = text(in);
    String path = text.reveal();
    int drive = path.matches("(?s)[A-Za-z]:.*") ? 2 : 0;
    int slash = Math.max(path.lastIndexOf('\\'), path.lastIndexOf('/')) + 1;
    int cut = Math.max(slash, drive);
    if (part == 1) {
      return Value.of(text.slice(cut, path.length()));
    }
    int end = cut;
    while (end > drive && (path.charAt(end - 1) == '\\' || path.charAt(end - 1) == '/')) {
      end--;
    }
    return Value.of(text.slice(0, end == drive ? cut : end));
  }

  private static Value splitDrive(Value in) {
    Text text = text(in);
    int cut = text.reveal().matches("(?s)[A-Za-z]:.*") ? 2 : 0;
    return Value.tuple(
        List.of(Value.of(text.slice(0, cut)), Value.of(text.slice(cut, text.reveal().length()))));
  }
}
