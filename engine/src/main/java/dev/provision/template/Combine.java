package dev.provision.template;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The filter {@code combine}. */
final class Combine {

  private static final Set<String> LIST_MERGES =
      Set.of("replace", "keep", "append", "prepend", "append_rp", "prepend_rp");

  private final boolean recursive;
  private final String listMerge;

  private Combine(boolean recursive, String listMerge) {
    this.recursive = recursive;
    this.listMerge = listMerge;
  }

  static Value filter(Value in, Signature.Bound a, Evaluation run) {
    for (String name : a.options().keySet()) {
      if (!Set.of("recursive", "list_merge").contains(name)) {
        throw Fault.of(
            "The filter \"combine\" has no argument \""
                + name
                + "\"; it has \"recursive\" and \"list_merge\".");
      }
    }
    String listMerge =
        Printing.str(a.options().getOrDefault("list_merge", Value.of("replace"))).reveal();
    if (!LIST_MERGES.contains(listMerge)) {
      throw Fault.of(
          "\"list_merge\" of the filter \"combine\" must be one of "
              + String.join(", ", LIST_MERGES.stream().sorted().toList())
              + ".");
    }
    boolean recursive = a.options().getOrDefault("recursive", Value.FALSE).isTruthy();
    List<Value.Dict> dicts = new ArrayList<>();
    dicts(in, dicts, run);
    a.rest().forEach(other -> dicts(other, dicts, run));
    return new Combine(recursive, listMerge).all(dicts);
  }

  /** Lists are taken apart; none counts as no dict at all. */
  private static void dicts(Value value, List<Value.Dict> into, Evaluation run) {
    Numbers.defined(value);
    if (value instanceof Value.Null) {
      return;
    }
    if (value instanceof Value.Seq seq) {
      seq.items().forEach(item -> dicts(item, into, run));
    } else {
      into.add(DictFilters.dict(value, "combine", run));
    }
  }

  private Value all(List<Value.Dict> dicts) {
    Map<Value, Value> result = new LinkedHashMap<>();
    for (Value.Dict dict : dicts) {
      result = merge(result, dict.entries());
    }
    return Value.dictOf(result);
  }

  private Map<Value, Value> merge(Map<Value, Value> low, Map<Value, Value> high) {
    Map<Value, Value> result = new LinkedHashMap<>(low);
    high.forEach(
        (key, value) -> {
          Value before = result.get(key);
          result.put(key, before == null ? value : merge(before, value));
        });
    return result;
  }

  private Value merge(Value low, Value high) {
    if (recursive && low instanceof Value.Dict a && high instanceof Value.Dict b) {
      return Value.dictOf(merge(a.entries(), b.entries()));
    }
    if (low instanceof Value.Seq a && high instanceof Value.Seq b) {
      return lists(a.items(), b.items());
    }
    return high;
  }

  private Value lists(List<Value> low, List<Value> high) {
    return switch (listMerge) {
      case "keep" -> Value.list(low);
      case "append" -> joined(low, high);
      case "prepend" -> joined(high, low);
      case "append_rp" -> joined(without(low, high), high);
      case "prepend_rp" -> joined(high, without(low, high));
      default -> Value.list(high);
    };
  }

  private static Value joined(List<Value> first, List<Value> second) {
    List<Value> all = new ArrayList<>(first);
    all.addAll(second);
    return Value.list(all);
  }

  private static List<Value> without(List<Value> items, List<Value> dropped) {
    return items.stream().filter(item -> Comparing.indexOf(dropped, item) < 0).toList();
  }
}
