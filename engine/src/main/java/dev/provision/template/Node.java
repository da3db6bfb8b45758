package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A node of a template. */
sealed interface Node {

  Flow render(Evaluation run, Output out);

  /** Tells what it reads and which names it sets. */
  void scan(Reads reads);

  static Flow renderAll(List<Node> nodes, Evaluation run, Output out) {
    for (Node node : nodes) {
      Flow flow = node.render(run, out);
      if (flow != Flow.NEXT) {
        return flow;
      }
    }
    return Flow.NEXT;
  }

  /** What {@code nodes} print, with a frame of their own inside {@code outer}. */
  static Text content(List<Node> nodes, Evaluation run, Frame inner) {
    Output out = new Output();
    run.inFrame(inner, () -> renderAll(nodes, run, out));
    return out.text();
  }

  /** Text between tags. */
  record Data(Text text) implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      out.data(text);
      return Flow.NEXT;
    }

    @Override
    public void scan(Reads reads) {}
  }

  /** {@code {{ a }}}. */
  record Print(Expr expr) implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      Value value = run.value(expr);
      try {
        out.print(run.printable(value));
      } catch (Fault fault) {
        throw fault.locate(run.place(expr));
      }
      return Flow.NEXT;
    }

    @Override
    public void scan(Reads reads) {
      reads.expr(expr);
    }
  }

  /** One arm of {@code if}; without test it is {@code else}. */
  record Arm(Optional<Expr> test, List<Node> body) {}

  /** {@code {% if %}}. */
  record If(List<Arm> arms) implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      for (Arm arm : arms) {
        if (arm.test.isEmpty() || isTrue(arm.test.get(), run)) {
          return renderAll(arm.body, run, out);
        }
      }
      return Flow.NEXT;
    }

    private static boolean isTrue(Expr test, Evaluation run) {
      try {
        return run.value(test).isTruthy();
      } catch (Fault fault) {
        throw fault.locate(run.place(test));
      }
    }

    @Override
    public void scan(Reads reads) {
      for (Arm arm : arms) {
        arm.test.ifPresent(reads::expr);
        reads.all(arm.body);
      }
    }
  }

  /** {@code {% for %}}. */
  record For(
      Target target,
      Expr items,
      @Nullable Expr test,
      boolean recursive,
      List<Node> body,
      List<Node> otherwise)
      implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      new Loop(this, run, 0, run.frame()).render(items(run), out);
      return Flow.NEXT;
    }

    private List<Value> items(Evaluation run) {
      Value value = run.canChange() ? run.reference(items) : run.value(items);
      try {
        return Walking.items(value instanceof Mutable.Items list ? list : run.finish(value));
      } catch (Fault fault) {
        throw fault.locate(run.place(items));
      }
    }

    @Override
    public void scan(Reads reads) {
      reads.expr(items);
      reads.inner(
          () -> {
            target.bind(reads);
            if (test != null) {
              reads.expr(test);
            }
            reads.bind("loop");
            reads.all(body);
          });
      reads.inner(() -> reads.all(otherwise));
    }
  }

  /** {@code {% set a = b %}}. */
  record Set(Target target, Expr value) implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      target.assign(run.reference(value), run);
      return Flow.NEXT;
    }

    @Override
    public void scan(Reads reads) {
      reads.expr(value);
      target.bind(reads);
    }
  }

  /** {@code {% set a %}…{% endset %}}. */
  record SetBlock(Target target, @Nullable Expr filters, List<Node> body) implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      Value content = Value.of(content(body, run, new Frame(run.frame())));
      target.assign(filters == null ? content : run.filtered(filters, content), run);
      return Flow.NEXT;
    }

    @Override
    public void scan(Reads reads) {
      reads.inner(() -> reads.all(body));
      if (filters != null) {
        reads.expr(filters);
      }
      target.bind(reads);
    }
  }

  /** A parameter of a macro. */
  record Parameter(String name, @Nullable Expr preset) {}

  /** {@code {% macro %}}, and the body of {@code {% call %}}. */
  record MacroNode(String name, List<Parameter> parameters, List<Node> body, Macro.Uses uses)
      implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      run.frame().set(name, new Macro(this, run, run.frame(), run.template(), run.blocks()));
      return Flow.NEXT;
    }

    @Override
    public void scan(Reads reads) {
      reads.bind(name);
      reads.inner(
          () -> {
            for (Parameter parameter : parameters) {
              if (parameter.preset != null) {
                reads.expr(parameter.preset);
              }
              reads.bind(parameter.name);
            }
            List.of("varargs", "kwargs", "caller").forEach(reads::bind);
            reads.all(body);
          });
    }
  }

  /** {@code {% call %}}. */
  record CallBlock(Expr.Call call, MacroNode caller) implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      Macro body = new Macro(caller, run, run.frame(), run.template(), run.blocks());
      Arguments given = call.args().evaluate(run);
      Map<String, Value> keywords = new LinkedHashMap<>(given.keywords());
      keywords.put("caller", body);
      try {
        Value target = run.reference(call.target());
        Arguments all = new Arguments(given.positional(), keywords);
        out.print(run.printable(run.call(target, all, call.target().path())));
      } catch (Fault fault) {
        throw fault.locate(run.place(call));
      }
      return Flow.NEXT;
    }

    @Override
    public void scan(Reads reads) {
      reads.expr(call);
      reads.inner(() -> caller.scan(reads));
    }
  }

  /** {@code {% filter %}}. */
  record FilterBlock(Expr filters, List<Node> body) implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      Value content = Value.of(content(body, run, new Frame(run.frame())));
      out.print(run.printable(run.filtered(filters, content)));
      return Flow.NEXT;
    }

    @Override
    public void scan(Reads reads) {
      reads.inner(() -> reads.all(body));
      reads.expr(filters);
    }
  }

  /** {@code {% with %}} and {@code {% autoescape %}}: a frame of its own. */
  record With(List<Target> targets, List<Expr> values, List<Node> body) implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      List<Value> evaluated = new ArrayList<>();
      values.forEach(value -> evaluated.add(run.reference(value)));
      return run.inFrame(
          new Frame(run.frame()),
          () -> {
            for (int i = 0; i < targets.size(); i++) {
              targets.get(i).assign(evaluated.get(i), run);
            }
            return renderAll(body, run, out);
          });
    }

    @Override
    public void scan(Reads reads) {
      values.forEach(reads::expr);
      reads.inner(
          () -> {
            targets.forEach(target -> target.bind(reads));
            reads.all(body);
          });
    }
  }

  /** {@code {% include %}}. */
  record Include(Expr name, boolean ignoreMissing, boolean withContext) implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      Optional<Parsed> found = Loading.find(name, run, ignoreMissing);
      if (found.isPresent()) {
        Evaluation child = run.child(found.get(), withContext);
        run.deeper(
            () -> {
              child.template().render(child, out);
              return out;
            });
        run.absorb(child);
      }
      return Flow.NEXT;
    }

    @Override
    public void scan(Reads reads) {
      reads.include(name, withContext);
    }
  }

  /** {@code {% import 'a' as b %}}. */
  record Import(Expr name, String alias, boolean withContext) implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      run.frame().set(alias, Loading.module(name, run, withContext));
      return Flow.NEXT;
    }

    @Override
    public void scan(Reads reads) {
      reads.include(name, withContext);
      reads.bind(alias);
    }
  }

  /** {@code {% from 'a' import b as c %}}. */
  record FromImport(Expr name, Map<String, String> aliases, boolean withContext) implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      Loading.Module module = Loading.module(name, run, withContext);
      aliases.forEach(
          (wanted, alias) -> run.frame().set(alias, run.attribute(module, wanted, wanted)));
      return Flow.NEXT;
    }

    @Override
    public void scan(Reads reads) {
      reads.include(name, withContext);
      aliases.values().forEach(reads::bind);
    }
  }

  /** {@code {% extends %}}: the rest prints nothing, then the parent is rendered. */
  record Extends(Expr name) implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      run.blocks().extend(Loading.find(name, run, false).orElseThrow());
      return Flow.NEXT;
    }

    @Override
    public void scan(Reads reads) {
      reads.include(name, true);
    }
  }

  /** {@code {% block %}}. */
  record Block(String name, boolean scoped, boolean required, List<Node> body) implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      if (run.blocks().isExtending()) {
        return Flow.NEXT;
      }
      run.blocks().render(name, run, scoped ? Optional.of(run.frame()) : Optional.empty(), out);
      return Flow.NEXT;
    }

    @Override
    public void scan(Reads reads) {
      reads.inner(
          () -> {
            reads.bind("super");
            reads.all(body);
          });
    }
  }

  /** {@code {% do a %}}. */
  record Do(Expr expr) implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      run.value(expr);
      return Flow.NEXT;
    }

    @Override
    public void scan(Reads reads) {
      reads.expr(expr);
    }
  }

  /** {@code {% break %}} and {@code {% continue %}}. */
  record Jump(Flow flow) implements Node {
    @Override
    public Flow render(Evaluation run, Output out) {
      return flow;
    }

    @Override
    public void scan(Reads reads) {}
  }
}
