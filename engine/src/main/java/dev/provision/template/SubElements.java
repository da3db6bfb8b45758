package dev.provision.template;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The filter and the lookup {@code subelements}: each item with each element of a list inside it.
 */
final class SubElements {

  private SubElements() {}

  static Value filter(Value in, Signature.Bound a, Evaluation run) {
    Value path = a.value("subelements");
    List<String> keys =
        path instanceof Value.Str str
            ? List.of(str.reveal().split("\\."))
            : Walking.items(path).stream().map(key -> Printing.str(key).reveal()).toList();
    Optional<Value.Dict> dict = run.dict(Numbers.defined(in));
    List<Value> items =
        dict.isPresent() ? List.copyOf(dict.get().entries().values()) : Walking.items(in);
    List<Value> pairs = new ArrayList<>();
    for (Value item : items) {
      for (Value element : elements(item, keys, a.flag("skip_missing"), run)) {
        pairs.add(Value.tuple(List.of(item, element)));
      }
    }
    return Value.list(pairs);
  }

  static List<Value> elements(Value item, List<String> keys, boolean skipMissing, Evaluation run) {
    Value values = item;
    for (String key : keys) {
      Value container = values;
      Optional<Value> next = run.dict(container).flatMap(dict -> dict.get(key));
      if (next.isEmpty()) {
        if (skipMissing) {
          return List.of();
        }
        throw Fault.of("An item has no key \"" + key + "\", which \"subelements\" looks for.");
      }
      values = next.get();
    }
    if (!(values instanceof Value.Seq seq)) {
      throw Fault.of(
          "\"" + String.join(".", keys) + "\" must be a list, not " + Messages.aType(values) + ".");
    }
    return seq.items();
  }
}
