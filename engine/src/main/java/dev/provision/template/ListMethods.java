package dev.provision.template;

import static dev.provision.template.Methods.method;

import dev.provision.value.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Methods of Python's {@code list}. */
final class ListMethods {

  /** Those that leave the list as it is. */
  static final Map<String, Methods.Method<Value.Seq>> READING =
      Map.ofEntries(
          method("index", "value, start=0, stop=none", (l, a, run) -> index(l, a)),
          method("count", "value", (l, a, run) -> Value.of(count(l.items(), a.value("value")))),
          method("copy", "", (l, a, run) -> l));

  /** Those that change it. */
  static final Map<String, Methods.Method<Mutable.Items>> CHANGING =
      Map.ofEntries(
          method("append", "value", (l, a, run) -> append(l, a.value("value"), run)),
          method("extend", "values", (l, a, run) -> extend(l, a.value("values"), run)),
          method("insert", "index, value", (l, a, run) -> insert(l, a, run)),
          method("remove", "value", (l, a, run) -> remove(l, a.value("value"))),
          method("pop", "index=-1", (l, a, run) -> pop(l, a.integer("index"))),
          method("clear", "", (l, a, run) -> clear(l)),
          method("reverse", "", (l, a, run) -> reverse(l)),
          method("sort", "reverse=false", (l, a, run) -> sort(l, a.flag("reverse"))));

  /**
   * All, for a list outside of a template that changes lists. A change there is lost, as nobody can
   * see the list again.
   */
  static final Map<String, Methods.Method<Value.Seq>> ALL = all();

  private ListMethods() {}

  private static Map<String, Methods.Method<Value.Seq>> all() {
    Map<String, Methods.Method<Value.Seq>> all = new LinkedHashMap<>(READING);
    CHANGING.forEach(
        (name, method) ->
            all.put(
                name,
                new Methods.Method<>(
                    method.signature(),
                    (list, arguments, run) -> {
                      Mutable.Items copy = (Mutable.Items) Mutable.thaw(Value.list(list.items()));
                      return Mutable.freeze(method.body().call(copy, arguments, run));
                    })));
    return Map.copyOf(all);
  }

  private static Value index(Value.Seq self, Signature.Bound a) {
    List<Value> part = Walking.items(Walking.slice(self, a.value("start"), a.value("stop"), null));
    int at = Comparing.indexOf(part, a.value("value"));
    if (at < 0) {
      throw Fault.of("The list does not hold this value.");
    }
    int start = a.integer("start");
    int size = self.items().size();
    return Value.of(at + (start < 0 ? Math.max(0, size + start) : Math.min(start, size)));
  }

  private static long count(List<Value> items, Value wanted) {
    return items.stream().filter(item -> Comparing.equal(item, wanted)).count();
  }

  private static Value append(Mutable.Items self, Value value, Evaluation run) {
    self.list.add(run.changeable(value));
    return Value.NULL;
  }

  private static Value extend(Mutable.Items self, Value values, Evaluation run) {
    Walking.items(values).forEach(value -> self.list.add(run.changeable(value)));
    return Value.NULL;
  }

  private static Value insert(Mutable.Items self, Signature.Bound a, Evaluation run) {
    int index = a.integer("index");
    int size = self.list.size();
    int at = Math.max(0, Math.min(size, index < 0 ? index + size : index));
    self.list.add(at, run.changeable(a.value("value")));
    return Value.NULL;
  }

  private static Value remove(Mutable.Items self, Value value) {
    int at = Comparing.indexOf(self.list.stream().map(Mutable::freeze).toList(), value);
    if (at < 0) {
      throw Fault.of("The list does not hold this value.");
    }
    self.list.remove(at);
    return Value.NULL;
  }

  private static Value pop(Mutable.Items self, int index) {
    int at = index < 0 ? index + self.list.size() : index;
    if (at < 0 || at >= self.list.size()) {
      throw Fault.of("There is no element " + index + " to pop.");
    }
    return self.list.remove(at);
  }

  private static Value clear(Mutable.Items self) {
    self.list.clear();
    return Value.NULL;
  }

  private static Value reverse(Mutable.Items self) {
    Collections.reverse(self.list);
    return Value.NULL;
  }

  private static Value sort(Mutable.Items self, boolean descending) {
    self.list.sort(
        (left, right) -> {
          int order = Comparing.ORDER.compare(Mutable.freeze(left), Mutable.freeze(right));
          return descending ? -order : order;
        });
    return Value.NULL;
  }
}
