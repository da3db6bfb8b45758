package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Python's methods of strings, lists, dicts and numbers, as far as templates use them. */
final class Methods {

  /** Methods that change their list or dict in place. */
  static final Set<String> CHANGING =
      Set.of(
          "append",
          "extend",
          "insert",
          "remove",
          "clear",
          "update",
          "pop",
          "popitem",
          "setdefault",
          "sort",
          "reverse");

  @FunctionalInterface
  interface Body<T> {
    Value call(T self, Signature.Bound arguments, Evaluation run);
  }

  record Method<T>(Signature signature, Body<T> body) {}

  private Methods() {}

  /** A method of a value, or a property such as {@code (1).real}; empty where it has none. */
  static Optional<Value> find(Value target, String name, Evaluation run) {
    if (target instanceof Unrendered lazy) {
      boolean has =
          lazy.raw() instanceof Value.Dict
              ? DictMethods.ALL.containsKey(name)
              : ListMethods.ALL.containsKey(name);
      return has ? find(run.finish(lazy), name, run) : Optional.empty();
    }
    if (target instanceof Value.Str str) {
      return bound(StringMethods.ALL, str, name);
    }
    if (target instanceof Value.Dict || target instanceof LazyDict) {
      return DictMethods.ALL.containsKey(name)
          ? bound(DictMethods.ALL, run.dict(target).orElseThrow(), name)
          : Optional.empty();
    }
    if (target instanceof Value.Seq seq) {
      Optional<Value> part = groupPart(seq, name);
      return part.isPresent() ? part : bound(ListMethods.ALL, seq, name);
    }
    if (target instanceof LazyList list && list.isIndexed()) {
      return bound(ListMethods.READING, list.toSeq(), name);
    }
    if (target instanceof Mutable.Items items) {
      return ListMethods.CHANGING.containsKey(name)
          ? bound(ListMethods.CHANGING, items, name)
          : bound(ListMethods.ALL, (Value.Seq) items.freeze(), name);
    }
    if (target instanceof Mutable.Entries entries) {
      return DictMethods.CHANGING.containsKey(name)
          ? bound(DictMethods.CHANGING, entries, name)
          : bound(DictMethods.ALL, (Value.Dict) entries.freeze(), name);
    }
    return number(target, name);
  }

  /** The pairs of {@code groupby} have names for their parts. */
  private static Optional<Value> groupPart(Value.Seq seq, String name) {
    boolean group =
        seq.isTuple() && seq.items().size() == 2 && seq.items().get(1) instanceof Value.Seq;
    if (group && name.equals("grouper")) {
      return Optional.of(seq.items().get(0));
    }
    return group && name.equals("list") ? Optional.of(seq.items().get(1)) : Optional.empty();
  }

  private static Optional<Value> number(Value target, String name) {
    if (!Numbers.isNumber(target)) {
      return Optional.empty();
    }
    return switch (name) {
      case "real", "numerator" -> Optional.of(target);
      case "imag" -> Optional.of(Value.of(0));
      case "denominator" -> Optional.of(Value.of(1));
      case "bit_length" ->
          Numbers.whole(target).map(whole -> constant(name, Value.of(whole.abs().bitLength())));
      case "is_integer" ->
          target instanceof Value.Float real
              ? Optional.of(constant(name, Value.of(real.value() == Math.rint(real.value()))))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Value constant(String name, Value value) {
    return new Callable(name) {
      @Override
      Value call(Arguments arguments, Evaluation run) {
        return value;
      }
    };
  }

  private static <T> Optional<Value> bound(Map<String, Method<T>> methods, T self, String name) {
    Method<T> method = methods.get(name);
    if (method == null) {
      return Optional.empty();
    }
    return Optional.of(
        new Callable(name) {
          @Override
          Value call(Arguments arguments, Evaluation run) {
            return method.body.call(self, method.signature.bind(arguments), run);
          }
        });
  }

  static <T> Map.Entry<String, Method<T>> method(String name, String signature, Body<T> body) {
    return Map.entry(
        name, new Method<>(new Signature("The method \"" + name + "\"", signature), body));
  }

  /** An argument that must be a string. */
  static Text text(Signature.Bound arguments, String name) {
    Value value = Numbers.defined(arguments.value(name));
    if (value instanceof Value.Str str) {
      return str.text();
    }
    throw Fault.of(
        "The argument \"" + name + "\" must be a string, not " + Messages.aType(value) + ".");
  }
}
