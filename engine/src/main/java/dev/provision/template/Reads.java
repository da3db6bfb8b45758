package dev.provision.template;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what a template reads: free variables, impure calls, other templates. */
final class Reads {

  private final Set<String> variables = new LinkedHashSet<>();
  private final Set<String> calls = new LinkedHashSet<>();
  private final Set<String> includes = new LinkedHashSet<>();
  private Set<String> bound = new HashSet<>();

  /** Free names, those of global functions among them. */
  Set<String> variables() {
    return variables;
  }

  /** Lookups and functions that differ from call to call. */
  Set<String> calls() {
    return calls;
  }

  /** Templates included by a constant name. */
  Set<String> includes() {
    return includes;
  }

  void all(List<Node> nodes) {
    nodes.forEach(node -> node.scan(this));
  }

  /** What {@code body} binds is bound only inside of it. */
  void inner(Runnable body) {
    Set<String> before = bound;
    bound = new HashSet<>(before);
    body.run();
    bound = before;
  }

  void bind(String name) {
    bound.add(name);
  }

  void include(Expr name, boolean withContext) {
    expr(name);
    List<Expr> names = name instanceof Expr.Items list ? list.items() : List.of(name);
    for (Expr each : names) {
      if (each instanceof Expr.Const constant && constant.value() instanceof Value.Str file) {
        if (withContext) {
          includes.add(file.reveal());
        }
      } else {
        calls.add("include");
      }
    }
  }

  void expr(Expr expr) {
    if (expr instanceof Expr.Name name) {
      name(name.name());
    } else if (expr instanceof Expr.Call call) {
      call(call);
    } else if (expr instanceof Expr.FilterCall call && !call.filter().isPure(call.args())) {
      calls.add(call.filter().name());
    }
    expr.children().forEach(this::expr);
  }

  private void name(String name) {
    if (!bound.contains(name)) {
      variables.add(name);
    }
  }

  private void call(Expr.Call call) {
    if (!(call.target() instanceof Expr.Name name) || bound.contains(name.name())) {
      return;
    }
    if (name.name().equals("now")) {
      calls.add("now");
    } else if (Lookups.FUNCTIONS.contains(name.name())) {
      lookup(call.args().positional());
    }
  }

  private void lookup(List<Expr> arguments) {
    if (arguments.isEmpty()
        || !(arguments.get(0) instanceof Expr.Const constant)
        || !(constant.value() instanceof Value.Str plugin)) {
      calls.add("lookup");
      return;
    }
    String name = Lookups.shortName(plugin.reveal());
    if (!Lookups.isPure(name)) {
      calls.add(name);
    }
    if (name.equals("vars")) {
      namedVariables(arguments.subList(1, arguments.size()));
    } else if (name.equals("varnames")) {
      variables.add("vars");
    } else if (name.equals("template")) {
      calls.addAll(constantNames(arguments.subList(1, arguments.size()), includes));
    }
  }

  private void namedVariables(List<Expr> names) {
    if (!constantNames(names, variables).isEmpty()) {
      variables.add("vars");
    }
  }

  /** Adds constant names to {@code into}; gives what could not be told. */
  private static List<String> constantNames(List<Expr> names, Set<String> into) {
    List<String> unknown = new ArrayList<>();
    for (Expr name : names) {
      if (name instanceof Expr.Const constant && constant.value() instanceof Value.Str str) {
        into.add(str.reveal());
      } else {
        unknown.add("template");
      }
    }
    return unknown;
  }
}
