package dev.provision.template;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A running {@code for}; what the template sees as {@code loop}. */
final class Loop extends Callable implements Attributes {

  private final Node.For node;
  private final Evaluation run;
  private final int depth;
  private final Frame outer;
  private List<Value> items = List.of();
  private int index;
  private @Nullable List<Value> lastChanged;

  Loop(Node.For node, Evaluation run, int depth, Frame outer) {
    super("loop");
    this.node = node;
    this.run = run;
    this.depth = depth;
    this.outer = outer;
  }

  void render(List<Value> all, Output out) {
    items = node.test() == null ? all : accepted(all, node.test());
    if (items.isEmpty()) {
      run.inFrame(new Frame(outer), () -> Node.renderAll(node.otherwise(), run, out));
      return;
    }
    for (index = 0; index < items.size(); index++) {
      Frame inner = new Frame(outer);
      Flow flow =
          run.inFrame(
              inner,
              () -> {
                node.target().assign(items.get(index), run);
                inner.set("loop", this);
                return Node.renderAll(node.body(), run, out);
              });
      if (flow == Flow.BREAK) {
        return;
      }
    }
  }

  private List<Value> accepted(List<Value> all, Expr test) {
    List<Value> accepted = new ArrayList<>();
    for (Value item : all) {
      boolean holds =
          run.inFrame(
              new Frame(outer),
              () -> {
                node.target().assign(item, run);
                return run.value(test).isTruthy();
              });
      if (holds) {
        accepted.add(item);
      }
    }
    return accepted;
  }

  /** {@code loop(children)} of a recursive loop. */
  @Override
  Value call(Arguments arguments, Evaluation caller) {
    if (!node.recursive()) {
      throw Fault.of("This loop can't be called: it is not marked \"recursive\".");
    }
    if (arguments.positional().size() != 1) {
      throw Fault.of("loop() takes 1 argument: what to walk next.");
    }
    Output out = new Output();
    List<Value> children = Walking.items(arguments.positional().get(0));
    run.deeper(
        () -> {
          new Loop(node, run, depth + 1, outer).render(children, out);
          return out;
        });
    return Value.of(out.text());
  }

  @Override
  public @Nullable Value attribute(String name) {
    int size = items.size();
    return switch (name) {
      case "index" -> Value.of(index + 1L);
      case "index0" -> Value.of(index);
      case "revindex" -> Value.of(size - index);
      case "revindex0" -> Value.of(size - index - 1L);
      case "first" -> Value.of(index == 0);
      case "last" -> Value.of(index == size - 1);
      case "length" -> Value.of(size);
      case "depth" -> Value.of(depth + 1L);
      case "depth0" -> Value.of(depth);
      case "previtem" -> index > 0 ? items.get(index - 1) : noItem("before the first");
      case "nextitem" -> index < size - 1 ? items.get(index + 1) : noItem("after the last");
      case "cycle" -> method("cycle", this::cycle);
      case "changed" -> method("changed", this::changed);
      default -> null;
    };
  }

  private static Undefined noItem(String where) {
    return Undefined.of("loop", () -> "There is no item " + where + ".", null);
  }

  private static Callable method(
      String name, java.util.function.Function<List<Value>, Value> body) {
    return new Callable(name) {
      @Override
      Value call(Arguments arguments, Evaluation caller) {
        return body.apply(arguments.positional());
      }
    };
  }

  private Value cycle(List<Value> values) {
    if (values.isEmpty()) {
      throw Fault.of("loop.cycle() needs at least one value.");
    }
    return values.get(index % values.size());
  }

  private Value changed(List<Value> values) {
    boolean same =
        lastChanged != null && Comparing.equal(Value.tuple(lastChanged), Value.tuple(values));
    lastChanged = values;
    return Value.of(!same);
  }
}
