package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Filters that make lists of lists. */
final class ListFilters {

  private ListFilters() {}

  static void register(Filters.Registry r) {
    r.add("list", "", (in, a, run) -> Value.list(items(in)));
    r.add("first", "", (in, a, run) -> first(items(in)));
    r.add("last", "", (in, a, run) -> last(items(in)));
    r.add("length", "", (in, a, run) -> Value.of(Walking.length(in)));
    r.alias("count", "length");
    r.add("reverse", "", (in, a, run) -> reverse(in));
    r.add("join", "d='', attribute=none", (in, a, run) -> join(in, a, run));
    r.add("sum", "attribute=none, start=0", (in, a, run) -> sum(in, a, run));
    r.add("min", "case_sensitive=false, attribute=none", (in, a, run) -> extreme(in, a, run, -1));
    r.add("max", "case_sensitive=false, attribute=none", (in, a, run) -> extreme(in, a, run, 1));
    r.add("sort", "reverse=false, case_sensitive=false, attribute=none", ListFilters::sort);
    r.add("unique", "case_sensitive=none, attribute=none", (in, a, run) -> unique(in, a, run));
    r.add("union", "other", (in, a, run) -> union(in, a.value("other")));
    r.add("intersect", "other", (in, a, run) -> Value.list(kept(in, a.value("other"), true)));
    r.add("difference", "other", (in, a, run) -> Value.list(kept(in, a.value("other"), false)));
    r.add("symmetric_difference", "other", (in, a, run) -> eitherOr(in, a.value("other")));
    r.add("flatten", "levels=none, skip_nulls=true", (in, a, run) -> flatten(in, a));
    r.add("batch", "linecount, fill_with=none", (in, a, run) -> batch(in, a));
    r.add("slice", "slices, fill_with=none", (in, a, run) -> slice(in, a));
    r.add("zip", "*others", (in, a, run) -> zip(in, a.rest(), null));
    r.add(
        "zip_longest",
        "*others, **options",
        (in, a, run) -> zip(in, a.rest(), a.options().getOrDefault("fillvalue", Value.NULL)));
    r.add("product", "*others, **options", (in, a, run) -> product(in, a));
    r.add("permutations", "r=none", (in, a, run) -> permutations(in, a));
    r.add("combinations", "r", (in, a, run) -> combinations(in, a.integer("r")));
    r.add("subelements", "subelements, skip_missing=false", SubElements::filter);
    r.varying("shuffle", "seed=none", "seed", (in, a, run) -> shuffle(in, a, run));
    r.varying("random", "start=none, step=none, seed=none", "seed", ListFilters::random);
  }

  static List<Value> items(Value in) {
    return Walking.items(Numbers.defined(in));
  }

  private static Value first(List<Value> items) {
    return items.isEmpty() ? empty("first") : items.get(0);
  }

  private static Value last(List<Value> items) {
    return items.isEmpty() ? empty("last") : items.get(items.size() - 1);
  }

  private static Value empty(String which) {
    return Undefined.of("", () -> "There is no " + which + " item: the list is empty.", null);
  }

  private static Value reverse(Value in) {
    List<Value> items = new ArrayList<>(items(in));
    Collections.reverse(items);
    if (in instanceof Value.Str) {
      return Value.of(Texts.join(Text.plain(""), items.stream().map(Printing::str).toList()));
    }
    return Value.list(items);
  }

  private static Value join(Value in, Signature.Bound a, Evaluation run) {
    List<Text> parts = new ArrayList<>();
    for (Value item : items(in)) {
      Value part =
          a.isNone("attribute") ? item : AttributePath.of(a.value("attribute")).get(item, run);
      parts.add(Printing.str(part));
    }
    return Value.of(Texts.join(Printing.str(a.value("d")), parts));
  }

  private static Value sum(Value in, Signature.Bound a, Evaluation run) {
    Value total = a.value("start");
    if (total instanceof Value.Str) {
      throw Fault.of("The filter \"sum\" does not join strings; use \"join\".");
    }
    for (Value item : items(in)) {
      Value part =
          a.isNone("attribute") ? item : AttributePath.of(a.value("attribute")).get(item, run);
      total = Numbers.add(total, Numbers.defined(part));
    }
    return total;
  }

  /** The key by which values are compared: strings without case unless said otherwise. */
  private static Value key(Value item, Signature.Bound a, Evaluation run) {
    Value part =
        a.isNone("attribute") ? item : AttributePath.of(a.value("attribute")).get(item, run);
    Numbers.defined(part);
    return a.flag("case_sensitive") ? part : folded(part);
  }

  static Value folded(Value value) {
    return value instanceof Value.Str str
        ? Value.of(str.reveal().toLowerCase(java.util.Locale.ROOT))
        : value;
  }

  private static Value extreme(Value in, Signature.Bound a, Evaluation run, int sign) {
    List<Value> items = items(in);
    if (items.isEmpty()) {
      return empty(sign < 0 ? "smallest" : "largest");
    }
    Value best = items.get(0);
    for (Value item : items.subList(1, items.size())) {
      int order = Comparing.compare(key(item, a, run), key(best, a, run), sign < 0 ? "<" : ">");
      best = order * sign > 0 ? item : best;
    }
    return best;
  }

  private static Value sort(Value in, Signature.Bound a, Evaluation run) {
    List<Value> sorted = new ArrayList<>(items(in));
    Comparator<Value> order = order(a, run);
    sorted.sort(a.flag("reverse") ? order.reversed() : order);
    return Value.list(sorted);
  }

  private static Comparator<Value> order(Signature.Bound a, Evaluation run) {
    if (a.isNone("attribute")) {
      return Comparator.comparing(item -> key(item, a, run), Comparing.ORDER);
    }
    List<AttributePath> paths = AttributePath.several(a.value("attribute"));
    return Comparator.comparing(
        item ->
            Value.list(
                paths.stream()
                    .map(path -> Numbers.defined(path.get(item, run)))
                    .map(part -> a.flag("case_sensitive") ? part : folded(part))
                    .toList()),
        Comparing.ORDER);
  }

  private static Value unique(Value in, Signature.Bound a, Evaluation run) {
    List<Value> seen = new ArrayList<>();
    List<Value> result = new ArrayList<>();
    java.util.Set<Value> fast = new java.util.HashSet<>();
    for (Value item : items(in)) {
      Value key = key(item, a, run);
      boolean plain = key instanceof Value.Str;
      if (plain ? fast.add(key) : Comparing.indexOf(seen, key) < 0) {
        result.add(item);
        if (!plain) {
          seen.add(key);
        }
      }
    }
    return Value.list(result);
  }

  private static List<Value> distinct(List<Value> items) {
    List<Value> result = new ArrayList<>();
    items.forEach(item -> addNew(item, result));
    return result;
  }

  private static void addNew(Value item, List<Value> into) {
    if (Comparing.indexOf(into, item) < 0) {
      into.add(item);
    }
  }

  private static Value union(Value in, Value other) {
    List<Value> all = new ArrayList<>(items(in));
    all.addAll(items(other));
    return Value.list(distinct(all));
  }

  private static List<Value> kept(Value in, Value other, boolean inBoth) {
    List<Value> others = items(other);
    return distinct(
        items(in).stream().filter(item -> Comparing.indexOf(others, item) >= 0 == inBoth).toList());
  }

  private static Value eitherOr(Value in, Value other) {
    List<Value> result = new ArrayList<>(kept(in, other, false));
    result.addAll(kept(other, in, false));
    return Value.list(distinct(result));
  }

  private static Value flatten(Value in, Signature.Bound a) {
    int levels = a.isNone("levels") ? Integer.MAX_VALUE : a.integer("levels");
    List<Value> result = new ArrayList<>();
    flatten(items(in), levels, a.flag("skip_nulls"), result);
    return Value.list(result);
  }

  private static void flatten(List<Value> items, int levels, boolean skip, List<Value> into) {
    for (Value item : items) {
      boolean nothing =
          item instanceof Value.Null
              || item instanceof Value.Str str && List.of("None", "null").contains(str.reveal());
      if (skip && nothing) {
        continue;
      }
      if (item instanceof Value.Seq seq && levels >= 1) {
        flatten(seq.items(), levels - 1, skip, into);
      } else {
        into.add(item);
      }
    }
  }

  private static Value batch(Value in, Signature.Bound a) {
    int size = a.integer("linecount");
    if (size < 1) {
      throw Fault.of("The filter \"batch\" needs a size above 0.");
    }
    List<Value> batches = new ArrayList<>();
    List<Value> items = items(in);
    for (int at = 0; at < items.size(); at += size) {
      List<Value> batch = new ArrayList<>(items.subList(at, Math.min(at + size, items.size())));
      while (!a.isNone("fill_with") && batch.size() < size) {
        batch.add(a.value("fill_with"));
      }
      batches.add(Value.list(batch));
    }
    return Value.list(batches);
  }

  private static Value slice(Value in, Signature.Bound a) {
    int slices = a.integer("slices");
    if (slices < 1) {
      throw Fault.of("The filter \"slice\" needs a number above 0.");
    }
    List<Value> items = items(in);
    int each = items.size() / slices;
    int longer = items.size() % slices;
    List<Value> result = new ArrayList<>();
    int at = 0;
    for (int i = 0; i < slices; i++) {
      int end = at + each + (i < longer ? 1 : 0);
      List<Value> part = new ArrayList<>(items.subList(at, end));
      if (!a.isNone("fill_with") && i >= longer) {
        part.add(a.value("fill_with"));
      }
      result.add(Value.list(part));
      at = end;
    }
    return Value.list(result);
  }

  private static Value zip(Value in, List<Value> others, @Nullable Value fill) {
    List<List<Value>> columns = new ArrayList<>();
    columns.add(items(in));
    others.forEach(other -> columns.add(items(other)));
    int length =
        fill == null
            ? columns.stream().mapToInt(List::size).min().orElse(0)
            : columns.stream().mapToInt(List::size).max().orElse(0);
    List<Value> rows = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      List<Value> row = new ArrayList<>();
      for (List<Value> column : columns) {
        row.add(i < column.size() || fill == null ? column.get(i) : fill);
      }
      rows.add(Value.tuple(row));
    }
    return Value.list(rows);
  }

  private static Value product(Value in, Signature.Bound a) {
    List<List<Value>> pools = new ArrayList<>();
    pools.add(items(in));
    a.rest().forEach(other -> pools.add(items(other)));
    Value repeat = a.options().getOrDefault("repeat", Value.of(1));
    int times = Numbers.toInt(repeat, "The argument \"repeat\" of the filter \"product\"");
    List<List<Value>> all = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      all.addAll(pools);
    }
    return Value.list(cross(all).stream().map(Value::tuple).toList());
  }

  /** All ways to take one item of each pool, the last pool turning fastest. */
  static List<List<Value>> cross(List<List<Value>> pools) {
    List<List<Value>> rows = List.of(List.of());
    for (List<Value> pool : pools) {
      Numbers.checkItems((long) rows.size() * pool.size());
      List<List<Value>> longer = new ArrayList<>();
      for (List<Value> row : rows) {
        for (Value item : pool) {
          List<Value> next = new ArrayList<>(row);
          next.add(item);
          longer.add(next);
        }
      }
      rows = longer;
    }
    return rows;
  }

  private static Value permutations(Value in, Signature.Bound a) {
    List<Value> items = items(in);
    int length = a.isNone("r") ? items.size() : a.integer("r");
    return Value.list(chosen(items, length, (chosen, next) -> !chosen.contains(next)));
  }

  private static Value combinations(Value in, int length) {
    return Value.list(
        chosen(
            items(in),
            length,
            (chosen, next) -> chosen.isEmpty() || next > chosen.get(chosen.size() - 1)));
  }

  private static List<Value> chosen(
      List<Value> items, int length, BiPredicate<List<Integer>, Integer> mayFollow) {
    List<List<Integer>> rows = List.of(List.of());
    for (int step = 0; step < length; step++) {
      List<List<Integer>> longer = new ArrayList<>();
      for (List<Integer> row : rows) {
        for (int i = 0; i < items.size(); i++) {
          if (mayFollow.test(row, i)) {
            List<Integer> next = new ArrayList<>(row);
            next.add(i);
            longer.add(next);
          }
        }
      }
      Numbers.checkItems(longer.size());
      rows = longer;
    }
    List<Value> tuples = new ArrayList<>();
    rows.forEach(row -> tuples.add(Value.tuple(row.stream().map(items::get).toList())));
    return tuples;
  }

  private static PythonRandom generator(Signature.Bound a, Evaluation run) {
    return a.isNone("seed")
        ? PythonRandom.any(run.controller().random())
        : PythonRandom.seeded(Numbers.defined(a.value("seed")));
  }

  private static Value shuffle(Value in, Signature.Bound a, Evaluation run) {
    if (!Walking.isIterable(Numbers.defined(in))) {
      return in;
    }
    List<Value> items = new ArrayList<>(items(in));
    generator(a, run).shuffle(items);
    return Value.list(items);
  }

  private static Value random(Value in, Signature.Bound a, Evaluation run) {
    PythonRandom random = generator(a, run);
    Optional<BigInteger> end = Numbers.whole(Numbers.defined(in));
    if (end.isPresent()) {
      return randomNumber(end.get(), a, random);
    }
    if (!a.isNone("start") || !a.isNone("step")) {
      throw Fault.of("\"start\" and \"step\" of the filter \"random\" go with a number only.");
    }
    List<Value> items = items(in);
    if (items.isEmpty()) {
      throw Fault.of("The filter \"random\" can't choose from nothing.");
    }
    return items.get(random.below(items.size()));
  }

  private static Value randomNumber(BigInteger end, Signature.Bound a, PythonRandom random) {
    BigInteger start = whole(a, "start", BigInteger.ZERO);
    BigInteger step = whole(a, "step", BigInteger.ONE);
    if (step.signum() == 0) {
      throw Fault.of("The step of the filter \"random\" must not be zero.");
    }
    BigInteger width = end.subtract(start);
    BigInteger round = step.signum() > 0 ? step.subtract(BigInteger.ONE) : step.add(BigInteger.ONE);
    BigInteger count = width.add(round).divide(step);
    if (count.signum() <= 0) {
      throw Fault.of("The filter \"random\" has no number to choose from.");
    }
    return Value.of(start.add(step.multiply(random.below(count))));
  }

  private static BigInteger whole(Signature.Bound a, String name, BigInteger preset) {
    return a.isNone(name) ? preset : BigInteger.valueOf(a.integer(name));
  }
}
