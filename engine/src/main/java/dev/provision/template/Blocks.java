package dev.provision.template;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The blocks of a template and of those it extends, most derived first. */
final class Blocks {

  private record Layer(Parsed template, Node.Block block) {}

  private final Map<String, List<Layer>> layers = new HashMap<>();
  private @Nullable Frame root;
  private @Nullable Parsed parent;

  void add(Parsed template, Frame templateRoot) {
    root = templateRoot;
    template
        .blocks()
        .forEach(
            (name, block) ->
                layers
                    .computeIfAbsent(name, n -> new ArrayList<>())
                    .add(new Layer(template, block)));
  }

  void extend(Parsed template) {
    if (parent != null) {
      throw Fault.of("A template can extend only one other.");
    }
    parent = template;
  }

  /** The template to render next, once. */
  Optional<Parsed> takeParent() {
    Optional<Parsed> taken = Optional.ofNullable(parent);
    parent = null;
    return taken;
  }

  boolean isExtending() {
    return parent != null;
  }

  void render(String name, Evaluation run, Optional<Frame> scoped, Output out) {
    render(name, 0, run, scoped, out);
  }

  private void render(String name, int layer, Evaluation run, Optional<Frame> scoped, Output out) {
    Layer found = layers.getOrDefault(name, List.of()).get(layer);
    if (found.block.required()) {
      throw Fault.of("The block \"" + name + "\" must be filled by the template that extends.");
    }
    Frame inner = new Frame(scoped.orElse(root));
    inner.set("super", parentBlock(name, layer + 1, run, scoped));
    run.deeper(
        () ->
            run.inTemplate(
                found.template, inner, this, () -> Node.renderAll(found.block.body(), run, out)));
  }

  private Value parentBlock(String name, int layer, Evaluation run, Optional<Frame> scoped) {
    if (layer >= layers.getOrDefault(name, List.of()).size()) {
      return Undefined.of(
          "super", () -> "There is no block \"" + name + "\" above this one.", null);
    }
    return printing("super", name, layer, run, scoped);
  }

  private Callable printing(
      String as, String name, int layer, Evaluation run, Optional<Frame> scoped) {
    return new Callable(as) {
      @Override
      Value call(Arguments arguments, Evaluation caller) {
        Output out = new Output();
        render(name, layer, run, scoped, out);
        return Value.of(out.text());
      }
    };
  }

  /** What templates see as {@code self}. */
  Value self(Evaluation run) {
    return new Self(run);
  }

  private final class Self extends Value.Opaque implements Attributes {
    private final Evaluation run;

    Self(Evaluation run) {
      this.run = run;
    }

    @Override
    public @Nullable Value attribute(String name) {
      return layers.containsKey(name) ? printing(name, name, 0, run, Optional.empty()) : null;
    }

    @Override
    public String typeName() {
      return "template";
    }

    @Override
    public boolean isTruthy() {
      return true;
    }

    @Override
    public String toString() {
      return "<template>";
    }
  }
}
