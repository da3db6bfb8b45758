package dev.provision.template;

import dev.provision.value.Value;
import java.util.List;

/** What a {@code set}, {@code for} or {@code with} assigns to. */
sealed interface Target {

  void assign(Value value, Evaluation run);

  void bind(Reads reads);

  /** A name. */
  record Variable(String name) implements Target {
    @Override
    public void assign(Value value, Evaluation run) {
      run.frame().set(name, value);
    }

    @Override
    public void bind(Reads reads) {
      reads.bind(name);
    }
  }

  /** {@code ns.name} of a {@code namespace()}. */
  record NamespaceItem(Expr.Name namespace, String name) implements Target {
    @Override
    public void assign(Value value, Evaluation run) {
      Value owner = run.variable(namespace);
      Numbers.defined(owner);
      if (!(owner instanceof Namespace target)) {
        throw Fault.of(
                "Only attributes of a namespace() can be set; \""
                    + namespace.name()
                    + "\" is "
                    + Messages.aType(owner)
                    + ".")
            .locate(run.place(namespace));
      }
      target.set(name, value);
    }

    @Override
    public void bind(Reads reads) {
      reads.expr(namespace);
    }
  }

  /** {@code a, b}. */
  record Several(List<Target> targets, int start, int end) implements Target {
    @Override
    public void assign(Value value, Evaluation run) {
      try {
        List<Value> items = Walking.items(run.finish(value));
        if (items.size() != targets.size()) {
          throw Fault.of("There are " + items.size() + " values for " + targets.size() + " names.");
        }
        for (int i = 0; i < items.size(); i++) {
          targets.get(i).assign(items.get(i), run);
        }
      } catch (Fault fault) {
        throw fault.locate(run.source().at(start, end - start));
      }
    }

    @Override
    public void bind(Reads reads) {
      targets.forEach(target -> target.bind(reads));
    }
  }
}
