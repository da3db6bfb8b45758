package dev.provision.run.play;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.ProvisionException;
import dev.provision.lang.Conversions;
import dev.provision.lang.Loop;
import dev.provision.lang.LoopControl;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a loop goes over, and the variables that each item brings. */
final class Looping {

  private static final String TERM = "__provision_loop_term_";

  private Looping() {}

  /** The items. */
  static List<Value> items(Loop loop, Rendering rendering) {
    Value rendered = rendering.render(loop.items());
    if (loop.lookup().isEmpty()) {
      if (rendered instanceof Value.Seq seq) {
        return seq.items();
      }
      throw new ProvisionException(
          ErrorCode.WRONG_TYPE,
          loop.items().origin(),
          "A loop goes over a list, and this gives a "
              + rendered.typeName()
              + ". For a mapping use {{ … | dict2items }}.");
    }
    return lookup(loop.lookup().get(), rendered, loop.items().origin(), rendering);
  }

  private static List<Value> lookup(String name, Value terms, Position at, Rendering rendering) {
    if (name.equals("items") || name.equals("list")) {
      return flat(terms, name.equals("items"));
    }
    Map<String, Value> variables = new LinkedHashMap<>();
    StringBuilder call = new StringBuilder("query('").append(name).append('\'');
    for (Value term : terms instanceof Value.Seq seq ? seq.items() : List.of(terms)) {
      String variable = TERM + variables.size();
      variables.put(variable, term);
      call.append(", ").append(variable);
    }
    Value found =
        new Rendering(rendering.templar(), rendering.scope().with(variables))
            .evaluate(call.append(')').toString(), at);
    return found instanceof Value.Seq seq ? seq.items() : List.of(found);
  }

  /** A single value is a list of one; lists in a list are taken apart, one level deep. */
  private static List<Value> flat(Value terms, boolean flatten) {
    List<Value> items = new ArrayList<>();
    for (Value term : terms instanceof Value.Seq seq ? seq.items() : List.of(terms)) {
      if (flatten && term instanceof Value.Seq inner) {
        items.addAll(inner.items());
      } else {
        items.add(term);
      }
    }
    return items;
  }

  /** The name of the item's variable. */
  static String variable(LoopControl control, Rendering rendering) {
    return control.loopVar().map(rendering::render).map(Conversions::text).orElse("item");
  }

  /** The variables of one item. */
  static Map<String, Value> variables(
      LoopControl control, List<Value> items, int index, Rendering rendering) {
    String name = variable(control, rendering);
    Map<String, Value> variables = new LinkedHashMap<>();
    variables.put(name, items.get(index));
    variables.put("ansible_loop_var", Value.of(name));
    control
        .indexVar()
        .map(rendering::render)
        .map(Conversions::text)
        .ifPresent(
            indexName -> {
              variables.put(indexName, Value.of(index));
              variables.put("ansible_index_var", Value.of(indexName));
            });
    if (rendering.is(control.extended(), "extended")) {
      boolean all =
          control
              .extendedAllItems()
              .map(rendering::render)
              .map(v -> Rendering.bool(v, "keyword \"extended_allitems\""))
              .orElse(true);
      variables.put("ansible_loop", extended(items, index, all));
    }
    return variables;
  }

  private static Value extended(List<Value> items, int index, boolean all) {
    int length = items.size();
    Map<String, Value> loop = new LinkedHashMap<>();
    if (all) {
      loop.put("allitems", Value.list(items));
    }
    loop.put("index", Value.of(index + 1));
    loop.put("index0", Value.of(index));
    loop.put("first", Value.of(index == 0));
    loop.put("last", Value.of(index + 1 == length));
    loop.put("length", Value.of(length));
    loop.put("revindex", Value.of(length - index));
    loop.put("revindex0", Value.of(length - index - 1));
    if (index + 1 < length) {
      loop.put("nextitem", items.get(index + 1));
    }
    if (index > 0) {
      loop.put("previtem", items.get(index - 1));
    }
    return Value.dict(loop);
  }
}
