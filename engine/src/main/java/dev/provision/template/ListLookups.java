package dev.provision.template;

import dev.provision.diag.ErrorCode;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Lookups that work on values only. */
final class ListLookups {

  private ListLookups() {}

  static void register(Map<String, Lookup> all) {
    all.put("items", (terms, options, call) -> Lookups.flattened(terms));
    all.put("list", (terms, options, call) -> terms);
    all.put("flattened", (terms, options, call) -> flattened(terms));
    all.put("dict", (terms, options, call) -> dict(terms, call));
    all.put("nested", (terms, options, call) -> nested(terms));
    all.put("cartesian", (terms, options, call) -> nested(terms));
    all.put("together", (terms, options, call) -> together(terms));
    all.put("indexed_items", (terms, options, call) -> indexed(terms));
    all.put("subelements", ListLookups::subElements);
    all.put("sequence", ListLookups::sequence);
    all.put("random_choice", (terms, options, call) -> randomChoice(terms, call));
    all.put("vars", ListLookups::vars);
    all.put("varnames", (terms, options, call) -> variableNames(terms, call));
    all.put("env", ListLookups::environment);
  }

  static Evaluation run(LookupCall call) {
    return ((Lookups.Call) call).run();
  }

  private static List<Value> flattened(List<Value> terms) {
    List<Value> flat = new ArrayList<>();
    for (Value term : terms) {
      if (term instanceof Value.Seq seq) {
        flat.addAll(flattened(seq.items()));
      } else if (!(term instanceof Value.Null)) {
        flat.add(term);
      }
    }
    return flat;
  }

  private static List<Value> dict(List<Value> terms, LookupCall call) {
    List<Value> items = new ArrayList<>();
    for (Value term : terms) {
      Value.Dict dict =
          run(call)
              .dict(term)
              .orElseThrow(
                  () ->
                      Fault.of(
                          "The lookup \"dict\" needs dicts, not " + Messages.aType(term) + "."));
      dict.entries().forEach((key, value) -> items.add(Value.dictOf(entry(key, value))));
    }
    return items;
  }

  private static Map<Value, Value> entry(Value key, Value value) {
    Map<Value, Value> entry = new LinkedHashMap<>();
    entry.put(Value.of("key"), key);
    entry.put(Value.of("value"), value);
    return entry;
  }

  private static List<Value> nested(List<Value> terms) {
    if (terms.isEmpty()) {
      throw Fault.of("The lookup \"nested\" needs at least one list.");
    }
    List<List<Value>> pools = new ArrayList<>();
    for (Value term : terms) {
      pools.add(term instanceof Value.Str ? List.of(term) : Walking.items(term));
    }
    return ListFilters.cross(pools).stream().<Value>map(row -> Value.list(flattened(row))).toList();
  }

  private static List<Value> together(List<Value> terms) {
    List<List<Value>> columns = terms.stream().map(Walking::items).toList();
    int length = columns.stream().mapToInt(List::size).max().orElse(0);
    List<Value> rows = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      List<Value> row = new ArrayList<>();
      for (List<Value> column : columns) {
        row.add(i < column.size() ? column.get(i) : Value.NULL);
      }
      rows.add(Value.list(flattenedKeepingNone(row)));
    }
    return rows;
  }

  private static List<Value> flattenedKeepingNone(List<Value> row) {
    List<Value> flat = new ArrayList<>();
    for (Value item : row) {
      if (item instanceof Value.Seq seq) {
        flat.addAll(flattenedKeepingNone(seq.items()));
      } else {
        flat.add(item);
      }
    }
    return flat;
  }

  private static List<Value> indexed(List<Value> terms) {
    List<Value> items = Lookups.flattened(terms);
    List<Value> pairs = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      pairs.add(Value.tuple(List.of(Value.of(i), items.get(i))));
    }
    return pairs;
  }

  /** Unlike the filter, it takes the list out of the item. */
  private static List<Value> subElements(
      List<Value> terms, Map<String, Value> options, LookupCall call) {
    if (terms.size() < 2) {
      throw Fault.of("The lookup \"subelements\" needs a list and the name of a key.");
    }
    Evaluation run = run(call);
    List<String> keys = List.of(Printing.str(terms.get(1)).reveal().split("\\."));
    boolean skip =
        terms.size() > 2
            && run.dict(terms.get(2))
                .flatMap(flags -> flags.get("skip_missing"))
                .map(flag -> NumberFilters.toBool(flag).isTruthy())
                .orElse(false);
    Optional<Value.Dict> dict = run.dict(terms.get(0));
    List<Value> items =
        dict.isPresent() ? List.copyOf(dict.get().entries().values()) : Walking.items(terms.get(0));
    List<Value> pairs = new ArrayList<>();
    for (Value item : items) {
      Value rest = without(item, keys, run);
      for (Value element : SubElements.elements(item, keys, skip, run)) {
        pairs.add(Value.tuple(List.of(rest, element)));
      }
    }
    return pairs;
  }

  private static Value without(Value item, List<String> keys, Evaluation run) {
    Optional<Value.Dict> dict = run.dict(item);
    if (dict.isEmpty() || dict.get().get(keys.get(0)).isEmpty()) {
      return item;
    }
    Map<Value, Value> entries = new LinkedHashMap<>(dict.get().entries());
    Value key = Value.of(keys.get(0));
    if (keys.size() == 1) {
      entries.remove(key);
    } else {
      entries.computeIfPresent(
          key, (k, inner) -> without(inner, keys.subList(1, keys.size()), run));
    }
    return Value.dictOf(entries);
  }

  // Sequences

  private static final Pattern SHORT =
      Pattern.compile(
          "(?:(0?x?[0-9a-f]+)\\s*-)?\\s*(0?x?[0-9a-f]+)(?:\\s*/\\s*(-?\\d+))?(?:\\s*:(.+))?",
          Pattern.CASE_INSENSITIVE);

  private static List<Value> sequence(
      List<Value> terms, Map<String, Value> options, LookupCall call) {
    List<Value> all = new ArrayList<>();
    for (Value term : Lookups.flattened(terms)) {
      Map<String, String> parameters = parameters(Printing.str(term).reveal());
      options.forEach((name, value) -> parameters.put(name, Printing.str(value).reveal()));
      all.addAll(sequence(parameters));
    }
    return all;
  }

  private static Map<String, String> parameters(String term) {
    Map<String, String> parameters = new LinkedHashMap<>();
    Matcher shortcut = SHORT.matcher(term.strip());
    if (shortcut.matches()) {
      put(parameters, "start", shortcut.group(1));
      put(parameters, "end", shortcut.group(2));
      put(parameters, "stride", shortcut.group(3));
      put(parameters, "format", shortcut.group(4));
      return parameters;
    }
    parameters.putAll(FileLookups.keyValues(term));
    return parameters;
  }

  private static void put(Map<String, String> into, String name, @Nullable String value) {
    if (value != null) {
      into.put(name, value);
    }
  }

  private static List<Value> sequence(Map<String, String> parameters) {
    boolean counted = parameters.containsKey("count");
    if (counted == parameters.containsKey("end")) {
      throw Fault.of("The lookup \"sequence\" needs either \"end\" or \"count\".");
    }
    long start = number(parameters, "start", 1);
    long stride = number(parameters, "stride", 1);
    long count = number(parameters, "count", 0);
    long end = counted ? start + (count - 1) * stride : number(parameters, "end", 0);
    if (counted && count == 0 || stride == 0) {
      return List.of();
    }
    if (stride > 0 == start > end && start != end) {
      throw Fault.of(
          "The lookup \"sequence\" does not get from "
              + start
              + " to "
              + end
              + " by "
              + stride
              + ".");
    }
    Numbers.checkItems(Math.abs((end - start) / stride));
    String format = parameters.getOrDefault("format", "%d");
    List<Value> items = new ArrayList<>();
    for (long i = start; stride > 0 ? i <= end : i >= end; i += stride) {
      items.add(Value.of(PercentFormat.format(Text.plain(format), Value.of(i))));
    }
    return items;
  }

  private static long number(Map<String, String> parameters, String name, long preset) {
    String written = parameters.get(name);
    if (written == null) {
      return preset;
    }
    return Numbers.parseInt(written, 0)
        .map(BigInteger::longValue)
        .orElseThrow(
            () ->
                Fault.of(
                    "\""
                        + name
                        + "\" of the lookup \"sequence\" must be a whole number, not \""
                        + written
                        + "\"."));
  }

  private static List<Value> randomChoice(List<Value> terms, LookupCall call) {
    if (terms.isEmpty()) {
      return List.of();
    }
    return List.of(terms.get(call.controller().random().nextInt(terms.size())));
  }

  // Variables

  private static List<Value> vars(List<Value> terms, Map<String, Value> options, LookupCall call) {
    List<Value> values = new ArrayList<>();
    for (Value term : terms) {
      if (!(term instanceof Value.Str name)) {
        throw Fault.of("The lookup \"vars\" needs names, not " + Messages.aType(term) + ".");
      }
      Optional<Value> raw = call.scope().lookup(name.reveal());
      Value preset = options.get("default");
      if (raw.isEmpty() && preset == null) {
        throw new Fault(
            ErrorCode.UNDEFINED_VARIABLE,
            "The variable \""
                + name.reveal()
                + "\" is not defined."
                + Messages.didYouMean(name.reveal(), call.scope().names()));
      }
      values.add(raw.isPresent() ? call.render(raw.get()) : preset);
    }
    return values;
  }

  private static List<Value> variableNames(List<Value> terms, LookupCall call) {
    List<Value> names = new ArrayList<>();
    for (Value term : terms) {
      PythonRegex regex = PythonRegex.compile(Printing.str(term).reveal(), false, false);
      call.scope().names().stream()
          .filter(name -> regex.matcher(name).find())
          .forEach(name -> names.add(Value.of(name)));
    }
    return names;
  }

  private static List<Value> environment(
      List<Value> terms, Map<String, Value> options, LookupCall call) {
    List<Value> values = new ArrayList<>();
    for (String name : Lookups.strings(terms)) {
      Optional<String> found = call.controller().environment(name.strip().split("\\s", 2)[0]);
      Value preset = options.getOrDefault("default", Value.of(""));
      values.add(found.<Value>map(Value::of).orElse(preset));
    }
    return values;
  }
}
