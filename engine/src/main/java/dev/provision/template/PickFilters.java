package dev.provision.template;

import dev.provision.diag.ErrorCode;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Filters that work item by item with another filter or a test. */
final class PickFilters {

  private PickFilters() {}

  static void register(Filters.Registry r) {
    r.add("map", "*rest, **options", PickFilters::map);
    r.add("select", "*rest, **options", (in, a, run) -> pick(in, a, run, false, true));
    r.add("reject", "*rest, **options", (in, a, run) -> pick(in, a, run, false, false));
    r.add("selectattr", "*rest, **options", (in, a, run) -> pick(in, a, run, true, true));
    r.add("rejectattr", "*rest, **options", (in, a, run) -> pick(in, a, run, true, false));
    r.add("groupby", "attribute, default=none, case_sensitive=false", PickFilters::groupBy);
  }

  /** Jinja2 gives nothing for anything false, and walks anything else. */
  private static List<Value> items(Value in) {
    return in.isTruthy() ? ListFilters.items(in) : List.of();
  }

  private static Value map(Value in, Signature.Bound a, Evaluation run) {
    List<Value> result = new ArrayList<>();
    if (a.rest().isEmpty() && a.options().containsKey("attribute")) {
      AttributePath path = AttributePath.of(a.options().get("attribute"));
      Value preset = a.options().get("default");
      for (Value item : items(in)) {
        Value found = path.get(item, run);
        result.add(found instanceof Undefined && preset != null ? preset : found);
      }
      return Value.list(result);
    }
    if (a.rest().isEmpty()) {
      throw Fault.of("The filter \"map\" needs the name of a filter, or attribute='…'.");
    }
    Filter filter = filter(Printing.str(a.rest().get(0)).reveal());
    Arguments arguments = new Arguments(a.rest().subList(1, a.rest().size()), a.options());
    for (Value item : items(in)) {
      result.add(run.filter(filter, item, arguments));
    }
    return Value.list(result);
  }

  private static Filter filter(String name) {
    return Filters.find(name)
        .orElseThrow(
            () ->
                new Fault(
                    ErrorCode.UNKNOWN_FILTER,
                    "There is no filter \""
                        + name
                        + "\"."
                        + Messages.didYouMean(name, Filters.names())));
  }

  private static Test test(String name) {
    return Tests.find(name)
        .orElseThrow(
            () ->
                new Fault(
                    ErrorCode.UNKNOWN_TEST,
                    "There is no test \""
                        + name
                        + "\"."
                        + Messages.didYouMean(name, Tests.names())));
  }

  private static Value pick(
      Value in, Signature.Bound a, Evaluation run, boolean byAttribute, boolean keep) {
    List<Value> given = a.rest();
    if (byAttribute && given.isEmpty()) {
      throw Fault.of("The filter needs the name of an attribute.");
    }
    int from = byAttribute ? 1 : 0;
    boolean tested = given.size() > from;
    Test test = tested ? test(Printing.str(given.get(from)).reveal()) : null;
    Arguments arguments =
        new Arguments(given.subList(Math.min(from + 1, given.size()), given.size()), a.options());
    List<Value> result = new ArrayList<>();
    for (Value item : items(in)) {
      Value subject = byAttribute ? AttributePath.of(given.get(0)).get(item, run) : item;
      boolean holds = test == null ? subject.isTruthy() : run.test(test, subject, arguments);
      if (holds == keep) {
        result.add(item);
      }
    }
    return Value.list(result);
  }

  /** Pairs of the value they share and the items that share it, in order of the values. */
  private static Value groupBy(Value in, Signature.Bound a, Evaluation run) {
    AttributePath path = AttributePath.of(a.value("attribute"));
    Map<Value, Value> shared = new LinkedHashMap<>();
    Map<Value, List<Value>> groups = new TreeMap<>(Comparing.ORDER);
    for (Value item : ListFilters.items(in)) {
      Value found = path.get(item, run);
      if (found instanceof Undefined && a.isGiven("default")) {
        found = a.value("default");
      }
      Numbers.defined(found);
      Value key = a.flag("case_sensitive") ? found : ListFilters.folded(found);
      shared.putIfAbsent(key, found);
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(item);
    }
    List<Value> pairs = new ArrayList<>();
    groups.forEach(
        (key, members) ->
            pairs.add(Value.tuple(List.of(shared.getOrDefault(key, key), Value.list(members)))));
    return Value.list(pairs);
  }
}
