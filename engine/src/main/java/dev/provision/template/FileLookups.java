package dev.provision.template;

import dev.provision.diag.ErrorCode;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lookups that read files of the controller or run its programs. */
final class FileLookups {

  private FileLookups() {}

  static void register(Map<String, Lookup> all) {
    all.put("file", FileLookups::file);
    all.put("unvault", (terms, options, call) -> texts("files", terms, call));
    all.put("template", FileLookups::template);
    all.put("pipe", (terms, options, call) -> pipe(terms, call));
    all.put("lines", (terms, options, call) -> lines(terms, call));
    all.put("fileglob", (terms, options, call) -> glob(terms, call));
    all.put("first_found", FileLookups::firstFound);
    all.put("csvfile", FileLookups::csv);
    all.put("ini", IniLookup::run);
    all.put("password", PasswordLookup::run);
  }

  static Path find(String kind, String name, LookupCall call) {
    return call.controller()
        .find(kind, name, call.scope())
        .orElseThrow(
            () ->
                new Fault(
                    ErrorCode.FILE_NOT_FOUND,
                    "The lookup does not find the file \"" + name + "\"."));
  }

  private static List<Value> texts(String kind, List<Value> terms, LookupCall call) {
    return Lookups.strings(terms).stream()
        .<Value>map(name -> Value.of(call.controller().read(find(kind, name, call))))
        .toList();
  }

  private static List<Value> file(List<Value> terms, Map<String, Value> options, LookupCall call) {
    boolean left = options.getOrDefault("lstrip", Value.FALSE).isTruthy();
    boolean right = options.getOrDefault("rstrip", Value.TRUE).isTruthy();
    return texts("files", terms, call).stream()
        .<Value>map(text -> Value.of(Texts.strip(Printing.str(text), null, left, right)))
        .toList();
  }

  private static List<Value> template(
      List<Value> terms, Map<String, Value> options, LookupCall call) {
    Evaluation run = ListLookups.run(call);
    boolean convert = options.getOrDefault("convert_data", Value.TRUE).isTruthy();
    TemplateOptions how = templateOptions(options);
    Scope scope = call.scope();
    Optional<Value.Dict> more =
        Optional.ofNullable(options.get("template_vars")).flatMap(run::dict);
    if (more.isPresent()) {
      Map<String, Value> named = new LinkedHashMap<>();
      more.get().entries().forEach((key, value) -> named.put(Printing.str(key).reveal(), value));
      scope = scope.with(named);
    }
    List<Value> rendered = new ArrayList<>();
    for (String name : Lookups.strings(terms)) {
      Path path = find("templates", name, call);
      TemplateSource source = TemplateSource.ofFile(path.toString(), call.controller().read(path));
      Text text = run.templar().renderFile(source, scope, how, run.chain());
      Value value = convert ? NativeTypes.convert(text) : Value.of(text);
      if (!convert) {
        run.keepText(value);
      }
      rendered.add(value);
    }
    return rendered;
  }

  private static TemplateOptions templateOptions(Map<String, Value> options) {
    TemplateOptions how = TemplateOptions.FILE;
    how = how.withTrimBlocks(options.getOrDefault("trim_blocks", Value.TRUE).isTruthy());
    how = how.withLstripBlocks(options.getOrDefault("lstrip_blocks", Value.FALSE).isTruthy());
    TemplateOptions.Delimiters d = TemplateOptions.Delimiters.DEFAULT;
    return how.withDelimiters(
        new TemplateOptions.Delimiters(
            text(options, "variable_start_string", d.variableStart()),
            text(options, "variable_end_string", d.variableEnd()),
            text(options, "block_start_string", d.blockStart()),
            text(options, "block_end_string", d.blockEnd()),
            text(options, "comment_start_string", d.commentStart()),
            text(options, "comment_end_string", d.commentEnd())));
  }

  static String text(Map<String, Value> options, String name, String preset) {
    Value value = options.get(name);
    return value == null || value instanceof Value.Null ? preset : Printing.str(value).reveal();
  }

  private static List<Value> pipe(List<Value> terms, LookupCall call) {
    return Lookups.strings(terms).stream()
        .map(command -> call.controller().pipe(command, call.scope()))
        .<Value>map(text -> Value.of(Texts.strip(text, null, false, true)))
        .toList();
  }

  private static List<Value> lines(List<Value> terms, LookupCall call) {
    List<Value> lines = new ArrayList<>();
    for (String command : Lookups.strings(terms)) {
      Text printed = call.controller().pipe(command, call.scope());
      Texts.lines(printed, false)
          .forEach(line -> lines.add(Value.of(Texts.strip(line, null, false, true))));
    }
    return lines;
  }

  private static List<Value> glob(List<Value> terms, LookupCall call) {
    List<Value> found = new ArrayList<>();
    for (String pattern : Lookups.strings(terms)) {
      String where = pattern;
      if (!pattern.startsWith("/")) {
        int slash = pattern.lastIndexOf('/');
        String folder = slash < 0 ? "." : pattern.substring(0, slash);
        Optional<Path> base = call.controller().find("files", folder, call.scope());
        if (base.isEmpty()) {
          continue;
        }
        where = base.get() + "/" + pattern.substring(slash + 1);
      }
      call.controller().glob(where).forEach(path -> found.add(Value.of(path)));
    }
    return found;
  }

  private static List<Value> firstFound(
      List<Value> terms, Map<String, Value> options, LookupCall call) {
    List<String> candidates = new ArrayList<>();
    boolean skip = options.getOrDefault("skip", Value.FALSE).isTruthy();
    List<Value> all = new ArrayList<>(Lookups.flattened(terms));
    if (options.containsKey("files") || options.containsKey("paths")) {
      all.add(Value.dict(options));
    }
    for (Value term : all) {
      if (term instanceof Value.Dict dict) {
        candidates.addAll(combinations(dict));
        skip |= dict.get("skip").map(Value::isTruthy).orElse(false);
      } else {
        candidates.addAll(Lookups.strings(List.of(term)));
      }
    }
    for (String candidate : candidates) {
      for (String kind : List.of("files", "templates", "vars", "tasks")) {
        Optional<Path> found = call.controller().find(kind, candidate, call.scope());
        if (found.isPresent()) {
          return List.of(Value.of(found.get().toString()));
        }
      }
    }
    if (skip) {
      return List.of();
    }
    throw new Fault(
        ErrorCode.FILE_NOT_FOUND,
        "The lookup \"first_found\" finds none of " + String.join(", ", candidates) + ".");
  }

  private static List<String> combinations(Value.Dict term) {
    List<String> files = parts(term.get("files"));
    List<String> paths = parts(term.get("paths"));
    if (paths.isEmpty()) {
      return files;
    }
    List<String> all = new ArrayList<>();
    for (String path : paths) {
      if (files.isEmpty()) {
        all.add(path);
      }
      files.forEach(file -> all.add(path + "/" + file));
    }
    return all;
  }

  /** A list, or a string with commas or colons between. */
  private static List<String> parts(Optional<Value> value) {
    if (value.isEmpty()) {
      return List.of();
    }
    if (value.get() instanceof Value.Str str) {
      return List.of(str.reveal().split("\\s*[,;:]\\s*"));
    }
    return Lookups.strings(List.of(value.get()));
  }

  // key=value terms

  private static final Pattern KEY_VALUE = Pattern.compile("(\\w+)=(\"[^\"]*\"|'[^']*'|\\S+)");

  /** The {@code key=value} parts of a term. */
  static Map<String, String> keyValues(String term) {
    Map<String, String> values = new LinkedHashMap<>();
    Matcher matcher = KEY_VALUE.matcher(term);
    while (matcher.find()) {
      String value = matcher.group(2);
      boolean quoted = value.length() > 1 && (value.charAt(0) == '"' || value.charAt(0) == '\'');
      values.put(matcher.group(1), quoted ? value.substring(1, value.length() - 1) : value);
    }
    return values;
  }

  /** What stands before the first {@code key=value}. */
  static String key(String term) {
    Matcher matcher = KEY_VALUE.matcher(term);
    return (matcher.find() ? term.substring(0, matcher.start()) : term).strip();
  }

  /** The options of a term over those of the call. */
  static Map<String, String> merged(String term, Map<String, Value> options) {
    Map<String, String> merged = new LinkedHashMap<>();
    options.forEach((name, value) -> merged.put(name, Printing.str(value).reveal()));
    merged.putAll(keyValues(term));
    return merged;
  }

  /** A whole number among the options of a term. */
  static int number(Map<String, String> options, String name, int preset) {
    String written = options.get(name);
    if (written == null) {
      return preset;
    }
    if (!written.matches("\\d{1,6}")) {
      throw Fault.of(
          "\"" + name + "\" of a lookup must be a whole number, not \"" + written + "\".");
    }
    return Integer.parseInt(written);
  }

  private static List<Value> csv(List<Value> terms, Map<String, Value> options, LookupCall call) {
    List<Value> values = new ArrayList<>();
    for (String term : Lookups.strings(terms)) {
      Map<String, String> how = merged(term, options);
      Path path = find("files", how.getOrDefault("file", "ansible.csv"), call);
      String delimiter = how.getOrDefault("delimiter", "\t");
      delimiter = delimiter.equals("TAB") || delimiter.equals("\\t") ? "\t" : delimiter;
      int column = number(how, "col", 1);
      int keyColumn = number(how, "keycol", 0);
      Text text = call.controller().read(path);
      Optional<String> found = Optional.empty();
      for (List<String> row : Csv.rows(text.reveal(), delimiter.charAt(0))) {
        boolean matches =
            row.size() > Math.max(keyColumn, column) && row.get(keyColumn).equals(key(term));
        if (matches && found.isEmpty()) {
          found = Optional.of(row.get(column));
        }
      }
      if (found.isPresent()) {
        values.add(Value.of(Texts.like(text, found.get())));
      } else if (how.containsKey("default")) {
        values.add(Value.of(how.getOrDefault("default", "")));
      }
    }
    return values;
  }
}
