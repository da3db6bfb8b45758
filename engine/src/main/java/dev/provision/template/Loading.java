package dev.provision.template;

import dev.provision.diag.ErrorCode;
import dev.provision.value.Value;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the templates that a template includes, imports or extends. */
final class Loading {

  private Loading() {}

  /** The first of the named templates that is there; empty only where that may be. */
  static Optional<Parsed> find(Expr name, Evaluation run, boolean mayBeMissing) {
    Value wanted = run.value(name);
    try {
      List<Value> names =
          wanted instanceof Value.Str ? List.of(wanted) : List.copyOf(Walking.items(wanted));
      for (Value each : names) {
        Optional<Parsed> found = run.templar().load(Printing.str(each).reveal(), run);
        if (found.isPresent()) {
          return found;
        }
      }
      if (mayBeMissing) {
        return Optional.empty();
      }
      throw new Fault(
          ErrorCode.TEMPLATE_FILE_NOT_FOUND, "There is no template " + shown(names) + ".");
    } catch (Fault fault) {
      throw fault.locate(run.place(name));
    }
  }

  private static String shown(List<Value> names) {
    return String.join(
        " and no ", names.stream().map(n -> "\"" + Printing.str(n).shown() + "\"").toList());
  }

  static Module module(Expr name, Evaluation run, boolean withContext) {
    Parsed found = find(name, run, false).orElseThrow();
    Evaluation child = run.child(found, withContext);
    run.deeper(
        () -> {
          found.render(child, new Output());
          return child;
        });
    run.absorb(child);
    return new Module(found.source().origin().file(), child.frame());
  }

  /** An imported template: what it has set at its top. */
  static final class Module extends Value.Opaque implements Attributes {

    private final String file;
    private final Frame root;

    Module(String file, Frame root) {
      this.file = file;
      this.root = root;
    }

    @Override
    public @Nullable Value attribute(String name) {
      return name.startsWith("_") ? null : root.own().get(name);
    }

    @Override
    public String typeName() {
      return "module";
    }

    @Override
    public boolean isTruthy() {
      return true;
    }

    @Override
    public String toString() {
      return "<module " + file + ">";
    }
  }
}
