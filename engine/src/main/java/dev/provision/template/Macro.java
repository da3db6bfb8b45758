package dev.provision.template;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A macro with the frame in which it was defined. */
final class Macro extends Callable implements Attributes {

  /** Which of the special names the body uses; without use they are not taken. */
  record Uses(boolean varargs, boolean kwargs, boolean caller) {}

  private final Node.MacroNode node;
  private final Evaluation run;
  private final Frame outer;
  private final Parsed template;
  private final Blocks blocks;

  Macro(Node.MacroNode node, Evaluation run, Frame outer, Parsed template, Blocks blocks) {
    super(node.name());
    this.node = node;
    this.run = run;
    this.outer = outer;
    this.template = template;
    this.blocks = blocks;
  }

  @Override
  Value call(Arguments arguments, Evaluation caller) {
    Frame inner = new Frame(outer);
    bindSpecial(arguments, inner);
    Output out = new Output();
    caller.deeper(
        () ->
            run.inTemplate(
                template,
                inner,
                blocks,
                () -> {
                  bind(arguments, inner);
                  return Node.renderAll(node.body(), run, out);
                }));
    caller.absorb(run);
    return Value.of(out.text());
  }

  private void bind(Arguments arguments, Frame inner) {
    List<Value> positional = arguments.positional();
    for (int i = 0; i < node.parameters().size(); i++) {
      Node.Parameter parameter = node.parameters().get(i);
      Value named = arguments.keywords().get(parameter.name());
      if (named != null && i < positional.size()) {
        throw Fault.of(shown() + " got the argument \"" + parameter.name() + "\" twice.");
      }
      Value given = i < positional.size() ? positional.get(i) : named;
      inner.set(parameter.name(), given == null ? preset(parameter) : given);
    }
  }

  private Value preset(Node.Parameter parameter) {
    Expr preset = parameter.preset();
    if (preset != null) {
      return run.reference(preset);
    }
    return Undefined.of(
        parameter.name(),
        () -> shown() + " was called without \"" + parameter.name() + "\".",
        null);
  }

  private void bindSpecial(Arguments arguments, Frame inner) {
    int named = node.parameters().size();
    List<Value> positional = arguments.positional();
    if (positional.size() > named && !node.uses().varargs()) {
      throw Fault.of(
          shown() + " takes at most " + named + " arguments, not " + positional.size() + ".");
    }
    Map<Value, Value> rest = new LinkedHashMap<>();
    Value body = null;
    for (Map.Entry<String, Value> entry : arguments.keywords().entrySet()) {
      if (entry.getKey().equals("caller") && node.uses().caller()) {
        body = entry.getValue();
      } else if (node.parameters().stream().noneMatch(p -> p.name().equals(entry.getKey()))) {
        rest.put(Value.of(entry.getKey()), entry.getValue());
      }
    }
    if (!rest.isEmpty() && !node.uses().kwargs()) {
      String name = Printing.str(rest.keySet().iterator().next()).shown();
      throw Fault.of(
          shown()
              + (name.equals("caller")
                  ? " has no place for the block of {% call %}: its body does not use caller()."
                  : " has no argument \"" + name + "\"."));
    }
    if (node.uses().varargs()) {
      inner.set(
          "varargs",
          Value.tuple(
              new ArrayList<>(
                  positional.subList(Math.min(named, positional.size()), positional.size()))));
    }
    if (node.uses().kwargs()) {
      inner.set("kwargs", Value.dictOf(rest));
    }
    if (node.uses().caller()) {
      inner.set("caller", body == null ? noCaller() : body);
    }
  }

  private Value noCaller() {
    return Undefined.of("caller", () -> shown() + " was not called by {% call %}.", null);
  }

  private String shown() {
    return node.name().isEmpty() ? "The block of {% call %}" : "The macro \"" + node.name() + "\"";
  }

  @Override
  public @Nullable Value attribute(String name) {
    return switch (name) {
      case "name" -> Value.of(node.name());
      case "arguments" ->
          Value.tuple(node.parameters().stream().map(p -> Value.of(p.name())).toList());
      case "catch_kwargs" -> Value.of(node.uses().kwargs());
      case "catch_varargs" -> Value.of(node.uses().varargs());
      case "caller" -> Value.of(node.uses().caller());
      default -> null;
    };
  }
}
