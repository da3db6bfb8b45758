package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A node of an expression. Offsets say what to underline when it fails: of a call, the name.
 * Evaluate children by {@link Evaluation#value}, which gives a fault its place.
 */
sealed interface Expr {

  int start();

  int end();

  /** The value, or an {@link Undefined}. */
  Value evaluate(Evaluation run);

  /**
   * The thing itself rather than its value: a variable not yet rendered, a list that can still be
   * changed.
   */
  default Value reference(Evaluation run) {
    return run.changeable(evaluate(run));
  }

  List<Expr> children();

  /** As it would be written, for messages; empty where that would be long. */
  default String path() {
    return "";
  }

  /** A literal. */
  record Const(Value value, int start, int end) implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      return value;
    }

    @Override
    public List<Expr> children() {
      return List.of();
    }
  }

  /** A variable. */
  record Name(String name, int start, int end) implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      return run.finish(reference(run));
    }

    @Override
    public Value reference(Evaluation run) {
      return run.variable(this);
    }

    @Override
    public List<Expr> children() {
      return List.of();
    }

    @Override
    public String path() {
      return name;
    }
  }

  /** {@code [a, b]} or {@code (a, b)}. */
  record Items(List<Expr> items, boolean tuple, int start, int end) implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      List<Value> values = new ArrayList<>(items.size());
      for (Expr item : items) {
        values.add(run.value(item));
      }
      return tuple ? Value.tuple(values) : Value.list(values);
    }

    @Override
    public Value reference(Evaluation run) {
      if (!run.canChange()) {
        return evaluate(run);
      }
      if (tuple) {
        return Value.tuple(items.stream().map(run::reference).toList());
      }
      Mutable.Items values = new Mutable.Items();
      items.forEach(item -> values.list.add(run.reference(item)));
      return values;
    }

    @Override
    public List<Expr> children() {
      return items;
    }
  }

  /** {@code {a: b}}. */
  record Entries(List<Expr> keys, List<Expr> values, int start, int end) implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      Map<Value, Value> entries = new LinkedHashMap<>();
      for (int i = 0; i < keys.size(); i++) {
        Value key = Walking.sameKey(entries, Evaluation.hashable(run.value(keys.get(i))));
        entries.put(key, run.value(values.get(i)));
      }
      return Value.dictOf(entries);
    }

    @Override
    public Value reference(Evaluation run) {
      if (!run.canChange()) {
        return evaluate(run);
      }
      Mutable.Entries entries = new Mutable.Entries();
      for (int i = 0; i < keys.size(); i++) {
        Value key = Walking.sameKey(entries.map, Evaluation.hashable(run.value(keys.get(i))));
        entries.map.put(key, run.reference(values.get(i)));
      }
      return entries;
    }

    @Override
    public List<Expr> children() {
      return Stream.concat(keys.stream(), values.stream()).toList();
    }
  }

  /** {@code -a}, {@code +a}, {@code not a}. */
  record Unary(String operator, Expr operand, int start, int end) implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      Value value = run.value(operand);
      return switch (operator) {
        case "-" -> Numbers.negate(value);
        case "+" -> Numbers.plus(value);
        default -> Value.of(!value.isTruthy());
      };
    }

    @Override
    public List<Expr> children() {
      return List.of(operand);
    }
  }

  /** Arithmetic; the offsets are those of the operator. */
  record Binary(String operator, Expr left, Expr right, int start, int end) implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      Value a = run.value(left);
      Value b = run.value(right);
      if (a instanceof Moment || a instanceof Duration) {
        return Moment.arithmetic(operator, a, b);
      }
      return switch (operator) {
        case "+" -> Numbers.add(a, b);
        case "-" -> Numbers.subtract(a, b);
        case "*" -> Numbers.multiply(a, b);
        case "/" -> Numbers.divide(a, b);
        case "//" -> Numbers.floorDivide(a, b);
        case "%" -> Numbers.modulo(a, b);
        default -> Numbers.power(a, b);
      };
    }

    @Override
    public List<Expr> children() {
      return List.of(left, right);
    }
  }

  /** {@code a and b}, {@code a or b}: gives the operand that decided. */
  record Logic(boolean and, Expr left, Expr right, int start, int end) implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      Value first = run.value(left);
      return first.isTruthy() == and ? run.value(right) : first;
    }

    @Override
    public List<Expr> children() {
      return List.of(left, right);
    }
  }

  /** {@code a < b <= c}. */
  record Compare(Expr first, List<String> operators, List<Expr> others, int start, int end)
      implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      Value left = run.value(first);
      for (int i = 0; i < operators.size(); i++) {
        Value right = run.value(others.get(i));
        if (!run.holds(operators.get(i), left, right)) {
          return Value.FALSE;
        }
        left = right;
      }
      return Value.TRUE;
    }

    @Override
    public List<Expr> children() {
      return Stream.concat(Stream.of(first), others.stream()).toList();
    }
  }

  /** {@code a ~ b}. */
  record Concat(List<Expr> parts, int start, int end) implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      Text.Builder out = new Text.Builder();
      for (Expr part : parts) {
        out.append(Printing.str(run.value(part)));
      }
      return Value.of(out.build());
    }

    @Override
    public List<Expr> children() {
      return parts;
    }
  }

  /** {@code a if test else b}. */
  record Conditional(Expr test, Expr then, Optional<Expr> otherwise, int start, int end)
      implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      if (run.value(test).isTruthy()) {
        return run.value(then);
      }
      return otherwise.isPresent() ? run.value(otherwise.get()) : Undefined.NOTHING;
    }

    @Override
    public Value reference(Evaluation run) {
      if (run.value(test).isTruthy()) {
        return run.reference(then);
      }
      return otherwise.isPresent() ? run.reference(otherwise.get()) : Undefined.NOTHING;
    }

    @Override
    public List<Expr> children() {
      return Stream.concat(Stream.of(test, then), otherwise.stream()).toList();
    }
  }

  /** {@code a.b}; the offsets are those of {@code b}. */
  record Attribute(Expr target, String name, int start, int end) implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      return run.finish(reference(run));
    }

    @Override
    public Value reference(Evaluation run) {
      return run.locate(run.attribute(run.reference(target), name, target.path()), this);
    }

    @Override
    public List<Expr> children() {
      return List.of(target);
    }

    @Override
    public String path() {
      String of = target.path();
      return of.isEmpty() ? "" : of + "." + name;
    }
  }

  /** {@code a[b]}. */
  record Item(Expr target, Expr index, int start, int end) implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      return run.finish(reference(run));
    }

    @Override
    public Value reference(Evaluation run) {
      Value container = run.reference(target);
      return run.locate(run.item(container, run.value(index), target.path()), this);
    }

    @Override
    public List<Expr> children() {
      return List.of(target, index);
    }

    @Override
    public String path() {
      String of = target.path();
      if (of.isEmpty() || !(index instanceof Const constant)) {
        return "";
      }
      return of + "[" + Printing.repr(constant.value).shown() + "]";
    }
  }

  /** {@code a[b:c:d]}. */
  record Slice(
      Expr target, @Nullable Expr from, @Nullable Expr to, @Nullable Expr step, int start, int end)
      implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      return Walking.slice(run.value(target), bound(from, run), bound(to, run), bound(step, run));
    }

    private static @Nullable Value bound(@Nullable Expr bound, Evaluation run) {
      return bound == null ? null : run.value(bound);
    }

    @Override
    public List<Expr> children() {
      List<Expr> all = new ArrayList<>();
      all.add(target);
      Stream.of(Optional.ofNullable(from), Optional.ofNullable(to), Optional.ofNullable(step))
          .forEach(part -> part.ifPresent(all::add));
      return all;
    }
  }

  /** The arguments of a call, as written. */
  record Args(
      List<Expr> positional,
      Map<String, Expr> keywords,
      @Nullable Expr more,
      @Nullable Expr moreKeywords) {

    static final Args NONE = new Args(List.of(), Map.of(), null, null);

    Arguments evaluate(Evaluation run) {
      List<Value> values = new ArrayList<>(positional.size());
      for (Expr argument : positional) {
        values.add(run.value(argument));
      }
      if (more != null) {
        values.addAll(Walking.items(run.value(more)));
      }
      Map<String, Value> named = new LinkedHashMap<>();
      keywords.forEach((name, argument) -> named.put(name, run.value(argument)));
      if (moreKeywords != null) {
        addKeywords(run.value(moreKeywords), named);
      }
      return new Arguments(values, named);
    }

    private static void addKeywords(Value value, Map<String, Value> named) {
      Numbers.defined(value);
      if (!(value instanceof Value.Dict dict)) {
        throw Fault.of("What follows \"**\" must be a dict, not " + Messages.aType(value) + ".");
      }
      dict.entries().forEach((key, item) -> named.put(Printing.str(key).reveal(), item));
    }

    List<Expr> all() {
      List<Expr> all = new ArrayList<>(positional);
      all.addAll(keywords.values());
      Stream.of(Optional.ofNullable(more), Optional.ofNullable(moreKeywords))
          .forEach(part -> part.ifPresent(all::add));
      return all;
    }
  }

  /** {@code f(a, b=c)}. */
  record Call(Expr target, Args args, int start, int end) implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      return run.finish(reference(run));
    }

    @Override
    public Value reference(Evaluation run) {
      return run.changeable(run.call(run.reference(target), args.evaluate(run), target.path()));
    }

    @Override
    public List<Expr> children() {
      return Stream.concat(Stream.of(target), args.all().stream()).toList();
    }
  }

  /**
   * {@code a | f(b)}; the offsets are those of the name.
   *
   * @param target null for the content of a filter block
   */
  record FilterCall(@Nullable Expr target, Filter filter, Args args, int start, int end)
      implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      Value input = target == null ? run.blockContent() : run.value(target);
      return run.filter(filter, input, args.evaluate(run));
    }

    @Override
    public List<Expr> children() {
      return Stream.concat(Optional.ofNullable(target).stream(), args.all().stream()).toList();
    }
  }

  /** {@code a is t(b)}; the offsets are those of the name. */
  record TestCall(Expr target, Test test, Args args, int start, int end) implements Expr {
    @Override
    public Value evaluate(Evaluation run) {
      return Value.of(run.test(test, run.value(target), args.evaluate(run)));
    }

    @Override
    public List<Expr> children() {
      return Stream.concat(Stream.of(target), args.all().stream()).toList();
    }
  }
}
