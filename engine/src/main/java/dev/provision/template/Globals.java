package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.math.BigInteger;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Functions that every template has. A variable of the same name hides them. */
final class Globals {

  private static final Map<String, Value> ALL =
      Map.ofEntries(
          function("range", "start, stop=none, step=1", (a, run) -> range(a)),
          function("dict", "pairs=none, **more", Globals::dict),
          function("namespace", "pairs=none, **more", Globals::namespace),
          function("cycler", "*items", (a, run) -> new Cycler(a.rest())),
          function("joiner", "sep=', '", (a, run) -> new Joiner(a.value("sep"))),
          function("now", "utc=false, fmt=none", Globals::now),
          function("undef", "hint=none", (a, run) -> undefined(a)),
          lookup("lookup", false),
          lookup("query", true),
          lookup("q", true));

  static final Set<String> NAMES = ALL.keySet();

  private Globals() {}

  static @Nullable Value find(String name) {
    return ALL.get(name);
  }

  @FunctionalInterface
  private interface Body {
    Value call(Signature.Bound arguments, Evaluation run);
  }

  private static Map.Entry<String, Value> function(String name, String signature, Body body) {
    Signature parsed = new Signature("The function \"" + name + "\"", signature);
    return Map.entry(
        name,
        new Callable(name) {
          @Override
          Value call(Arguments arguments, Evaluation run) {
            return body.call(parsed.bind(arguments), run);
          }
        });
  }

  private static Map.Entry<String, Value> lookup(String name, boolean asList) {
    return Map.entry(
        name,
        new Callable(name) {
          @Override
          Value call(Arguments arguments, Evaluation run) {
            return Lookups.call(arguments, asList, run);
          }
        });
  }

  private static Value range(Signature.Bound a) {
    boolean single = a.isNone("stop");
    BigInteger start = single ? BigInteger.ZERO : whole(a, "start");
    BigInteger stop = whole(a, single ? "start" : "stop");
    BigInteger step = whole(a, "step");
    if (step.signum() == 0) {
      throw Fault.of("The step of range() must not be zero.");
    }
    BigInteger width = stop.subtract(start).multiply(BigInteger.valueOf(step.signum()));
    BigInteger count =
        width.add(step.abs()).subtract(BigInteger.ONE).divide(step.abs()).max(BigInteger.ZERO);
    Numbers.checkItems(count.bitLength() > 40 ? Long.MAX_VALUE : count.longValue());
    List<Value> items = new ArrayList<>();
    BigInteger next = start;
    for (int i = 0; i < count.intValue(); i++) {
      items.add(Value.of(next));
      next = next.add(step);
    }
    String shown =
        "range(" + start + ", " + stop + (step.equals(BigInteger.ONE) ? ")" : ", " + step + ")");
    return new LazyList("range", true, items, () -> Text.plain(shown));
  }

  private static BigInteger whole(Signature.Bound a, String name) {
    Value value = Numbers.defined(a.value(name));
    return Numbers.whole(value)
        .orElseThrow(
            () -> Fault.of("range() needs whole numbers, not " + Messages.aType(value) + "."));
  }

  private static Value dict(Signature.Bound a, Evaluation run) {
    Map<Value, Value> entries = new LinkedHashMap<>();
    if (!a.isNone("pairs")) {
      entries.putAll(pairs(a.value("pairs"), run));
    }
    a.options().forEach((name, value) -> entries.put(Value.of(name), value));
    return Value.dictOf(entries);
  }

  /** The entries of a dict, or of a list of pairs. */
  static Map<Value, Value> pairs(Value value, Evaluation run) {
    Numbers.defined(value);
    Optional<Value.Dict> dict = run.dict(value);
    if (dict.isPresent()) {
      return dict.get().entries();
    }
    Map<Value, Value> entries = new LinkedHashMap<>();
    for (Value pair : Walking.items(value)) {
      List<Value> two = Walking.items(pair);
      if (two.size() != 2) {
        throw Fault.of("A dict is made of pairs, and here are " + two.size() + " values.");
      }
      entries.put(Walking.sameKey(entries, Evaluation.hashable(two.get(0))), two.get(1));
    }
    return entries;
  }

  private static Value namespace(Signature.Bound a, Evaluation run) {
    Namespace namespace = new Namespace();
    ((Value.Dict) dict(a, run))
        .entries()
        .forEach((key, value) -> namespace.set(Printing.str(key).reveal(), run.changeable(value)));
    return namespace;
  }

  private static Value now(Signature.Bound a, Evaluation run) {
    Clock clock = run.controller().clock();
    LocalDateTime time =
        a.flag("utc")
            ? LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC)
            : LocalDateTime.now(clock);
    return a.isNone("fmt")
        ? new Moment(time)
        : Value.of(DateFormat.format(time, clock.getZone(), a.text("fmt")));
  }

  private static Value undefined(Signature.Bound a) {
    String hint = a.isNone("hint") ? "This variable must be set." : a.text("hint");
    return Undefined.of("", () -> hint, null);
  }

  /** {@code cycler('a', 'b')}. */
  private static final class Cycler extends Value.Opaque implements Attributes {
    private final List<Value> items;
    private int at;

    Cycler(List<Value> items) {
      if (items.isEmpty()) {
        throw Fault.of("cycler() needs at least one value.");
      }
      this.items = items;
    }

    @Override
    public @Nullable Value attribute(String name) {
      return switch (name) {
        case "current" -> items.get(at);
        case "next" -> Moment.method(name, a -> next());
        case "reset" -> Moment.method(name, a -> reset());
        default -> null;
      };
    }

    private Value next() {
      Value current = items.get(at);
      at = (at + 1) % items.size();
      return current;
    }

    private Value reset() {
      at = 0;
      return Value.NULL;
    }

    @Override
    public String typeName() {
      return "cycler";
    }

    @Override
    public boolean isTruthy() {
      return true;
    }
  }

  /** {@code joiner(', ')}: nothing at the first call, then the separator. */
  private static final class Joiner extends Callable {
    private final Value separator;
    private boolean used;

    Joiner(Value separator) {
      super("joiner");
      this.separator = separator;
    }

    @Override
    Value call(Arguments arguments, Evaluation run) {
      Value result = used ? separator : Value.of("");
      used = true;
      return result;
    }
  }
}
