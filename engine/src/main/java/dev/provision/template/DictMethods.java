package dev.provision.template;

import static dev.provision.template.Methods.method;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Methods of Python's {@code dict}. */
final class DictMethods {

  private static final Map<String, Methods.Method<Value.Dict>> READING =
      Map.ofEntries(
          method("items", "", (d, a, run) -> items(d)),
          method("keys", "", (d, a, run) -> view("dict_keys", List.copyOf(d.entries().keySet()))),
          method(
              "values", "", (d, a, run) -> view("dict_values", List.copyOf(d.entries().values()))),
          method("get", "key, default=none", (d, a, run) -> get(d.entries(), a)),
          method("copy", "", (d, a, run) -> d),
          method("fromkeys", "keys, value=none", (d, a, run) -> fromKeys(a)));

  static final Map<String, Methods.Method<Mutable.Entries>> CHANGING =
      Map.ofEntries(
          method("update", "other=none, **more", (d, a, run) -> update(d, a, run)),
          method("pop", "key, default=none", (d, a, run) -> pop(d, a)),
          method("popitem", "", (d, a, run) -> popItem(d)),
          method("setdefault", "key, default=none", (d, a, run) -> setDefault(d, a, run)),
          method("clear", "", (d, a, run) -> clear(d)),
          method("get", "key, default=none", (d, a, run) -> get(d.map, a)));

  /** All; a change of a dict that no template can see again is lost. */
  static final Map<String, Methods.Method<Value.Dict>> ALL = all();

  private DictMethods() {}

  private static Map<String, Methods.Method<Value.Dict>> all() {
    Map<String, Methods.Method<Value.Dict>> all = new LinkedHashMap<>();
    CHANGING.forEach(
        (name, method) ->
            all.put(
                name,
                new Methods.Method<>(
                    method.signature(),
                    (dict, arguments, run) -> {
                      Mutable.Entries copy = (Mutable.Entries) Mutable.thaw(dict);
                      return Mutable.freeze(method.body().call(copy, arguments, run));
                    })));
    all.putAll(READING);
    return Map.copyOf(all);
  }

  static LazyList items(Value.Dict dict) {
    List<Value> pairs =
        dict.entries().entrySet().stream()
            .<Value>map(entry -> Value.tuple(List.of(entry.getKey(), entry.getValue())))
            .toList();
    return view("dict_items", pairs);
  }

  private static LazyList view(String name, List<Value> items) {
    return new LazyList(
        name,
        false,
        items,
        () ->
            new Text.Builder()
                .append(name + "(")
                .append(Printing.repr(Value.list(items)))
                .append(")")
                .build());
  }

  private static Value get(Map<Value, Value> entries, Signature.Bound a) {
    Value found = Walking.find(entries, Numbers.defined(a.value("key")));
    return found == null ? a.value("default") : found;
  }

  private static Value fromKeys(Signature.Bound a) {
    Map<Value, Value> entries = new LinkedHashMap<>();
    Walking.items(a.value("keys"))
        .forEach(key -> entries.put(Evaluation.hashable(key), a.value("value")));
    return Value.dictOf(entries);
  }

  private static Value update(Mutable.Entries self, Signature.Bound a, Evaluation run) {
    if (!a.isNone("other")) {
      Globals.pairs(a.value("other"), run)
          .forEach(
              (key, value) -> self.map.put(Walking.sameKey(self.map, key), run.changeable(value)));
    }
    a.options().forEach((key, value) -> self.map.put(Value.of(key), run.changeable(value)));
    return Value.NULL;
  }

  private static Value pop(Mutable.Entries self, Signature.Bound a) {
    Value key = Walking.sameKey(self.map, Numbers.defined(a.value("key")));
    Value removed = self.map.remove(key);
    if (removed != null) {
      return removed;
    }
    if (a.isGiven("default")) {
      return a.value("default");
    }
    throw Fault.of("The dict has no key \"" + Printing.str(key).shown() + "\" to pop.");
  }

  private static Value popItem(Mutable.Entries self) {
    if (self.map.isEmpty()) {
      throw Fault.of("The dict is empty; there is nothing to pop.");
    }
    List<Value> keys = List.copyOf(self.map.keySet());
    Value last = keys.get(keys.size() - 1);
    Value value = self.map.getOrDefault(last, Value.NULL);
    self.map.remove(last);
    return Value.tuple(List.of(last, value));
  }

  private static Value setDefault(Mutable.Entries self, Signature.Bound a, Evaluation run) {
    Value key = Walking.sameKey(self.map, Evaluation.hashable(a.value("key")));
    return self.map.computeIfAbsent(key, k -> run.changeable(a.value("default")));
  }

  private static Value clear(Mutable.Entries self) {
    self.map.clear();
    return Value.NULL;
  }
}
