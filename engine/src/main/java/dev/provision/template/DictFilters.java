package dev.provision.template;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Filters about dicts, and about whether a value is there at all. */
final class DictFilters {

  private DictFilters() {}

  static void register(Filters.Registry r) {
    r.add("default", "default_value='', boolean=false", (in, a, run) -> preset(in, a));
    r.alias("d", "default");
    r.add("mandatory", "msg=none", (in, a, run) -> mandatory(in, a));
    r.add("ternary", "true_val, false_val, none_val=none", (in, a, run) -> ternary(in, a));
    r.add("type_debug", "", (in, a, run) -> Value.of(pythonType(in)));
    r.add("attr", "name", (in, a, run) -> run.attributeOnly(in, a.text("name")));
    r.add("items", "", (in, a, run) -> items(in, run));
    r.add("combine", "*others, **options", Combine::filter);
    r.add("dict2items", "key_name='key', value_name='value'", DictFilters::toItems);
    r.add("items2dict", "key_name='key', value_name='value'", DictFilters::fromItems);
    r.add("dictsort", "case_sensitive=false, by='key', reverse=false", DictFilters::sort);
    r.add("extract", "container, morekeys=none", DictFilters::extract);
    r.add("dict", "", (in, a, run) -> Value.dictOf(Globals.pairs(in, run)));
  }

  /** The input as a dict. */
  static Value.Dict dict(Value in, String filter, Evaluation run) {
    Numbers.defined(in);
    return run.dict(in)
        .orElseThrow(
            () ->
                Fault.of(
                    "The filter \"" + filter + "\" needs a dict, not " + Messages.aType(in) + "."));
  }

  private static Value preset(Value in, Signature.Bound a) {
    if (in instanceof Undefined || a.flag("boolean") && !in.isTruthy()) {
      return a.value("default_value");
    }
    return in;
  }

  private static Value mandatory(Value in, Signature.Bound a) {
    if (!(in instanceof Undefined missing)) {
      return in;
    }
    if (!a.isNone("msg")) {
      throw Fault.of(a.text("msg"));
    }
    String name = missing.path().isEmpty() ? "A variable" : "\"" + missing.path() + "\"";
    throw new Fault(
        dev.provision.diag.ErrorCode.UNDEFINED_VARIABLE,
        name + " is mandatory and not defined. " + missing.fault().detail());
  }

  private static Value ternary(Value in, Signature.Bound a) {
    Numbers.defined(in);
    if (in instanceof Value.Null && !a.isNone("none_val")) {
      return a.value("none_val");
    }
    return a.value(in.isTruthy() ? "true_val" : "false_val");
  }

  /** Python's name of a type, as Ansible's variables have it. */
  static String pythonType(Value value) {
    if (value instanceof Undefined) {
      return "AnsibleUndefined";
    }
    if (value instanceof Value.Str str) {
      boolean written = str.origin().isKnown();
      return str.isUnsafe() ? "AnsibleUnsafeText" : written ? "AnsibleUnicode" : "str";
    }
    if (value instanceof Value.Seq seq) {
      return seq.isTuple() ? "tuple" : "list";
    }
    if (value instanceof Value.Null) {
      return "NoneType";
    }
    return value.typeName();
  }

  private static Value items(Value in, Evaluation run) {
    if (in instanceof Undefined) {
      return Value.list();
    }
    return DictMethods.items(dict(in, "items", run)).toSeq();
  }

  private static Value toItems(Value in, Signature.Bound a, Evaluation run) {
    List<Value> items = new ArrayList<>();
    dict(in, "dict2items", run)
        .entries()
        .forEach(
            (key, value) -> {
              Map<Value, Value> entry = new LinkedHashMap<>();
              entry.put(a.value("key_name"), key);
              entry.put(a.value("value_name"), value);
              items.add(Value.dictOf(entry));
            });
    return Value.list(items);
  }

  private static Value fromItems(Value in, Signature.Bound a, Evaluation run) {
    Map<Value, Value> entries = new LinkedHashMap<>();
    for (Value item : ListFilters.items(in)) {
      Value key = run.finish(run.item(item, a.value("key_name"), ""));
      Value value = run.finish(run.item(item, a.value("value_name"), ""));
      if (key instanceof Undefined || value instanceof Undefined) {
        throw Fault.of(
            "The filter \"items2dict\" needs the keys \""
                + a.text("key_name")
                + "\" and \""
                + a.text("value_name")
                + "\" in each item.");
      }
      entries.put(Walking.sameKey(entries, Evaluation.hashable(key)), value);
    }
    return Value.dictOf(entries);
  }

  private static Value sort(Value in, Signature.Bound a, Evaluation run) {
    String by = a.text("by");
    if (!Set.of("key", "value").contains(by)) {
      throw Fault.of("The filter \"dictsort\" sorts by \"key\" or by \"value\".");
    }
    List<Value> pairs = new ArrayList<>(DictMethods.items(dict(in, "dictsort", run)).items());
    int part = by.equals("key") ? 0 : 1;
    Comparator<Value> order =
        Comparator.comparing(
            pair -> {
              Value key = ((Value.Seq) pair).items().get(part);
              return a.flag("case_sensitive") ? key : ListFilters.folded(key);
            },
            Comparing.ORDER);
    pairs.sort(a.flag("reverse") ? order.reversed() : order);
    return Value.list(pairs);
  }

  private static Value extract(Value in, Signature.Bound a, Evaluation run) {
    Value found = run.item(a.value("container"), Numbers.defined(in), "");
    if (!a.isNone("morekeys")) {
      Value more = a.value("morekeys");
      List<Value> keys = more instanceof Value.Seq seq ? seq.items() : List.of(more);
      for (Value key : keys) {
        found = run.item(found, key, "");
      }
    }
    return run.finish(found);
  }
}
