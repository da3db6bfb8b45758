package dev.provision.template;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All lookups by name, and how they are called. */
final class Lookups {

  /** Lookups that playbooks use and that need more than the controller's files. */
  private static final Set<String> KNOWN =
      Set.of(
          "url",
          "inventory_hostnames",
          "config",
          "dig",
          "hashi_vault",
          "consul_kv",
          "etcd",
          "passwordstore",
          "onepassword",
          "keyring",
          "redis",
          "mongodb",
          "aws_ssm",
          "aws_secret",
          "k8s",
          "dependent",
          "merge_variables",
          "random_pet",
          "random_string",
          "random_words");

  /** The functions that call them. */
  static final Set<String> FUNCTIONS = Set.of("lookup", "query", "q");

  private static final Set<String> VARYING =
      Set.of(
          "pipe",
          "lines",
          "url",
          "password",
          "random_choice",
          "random_pet",
          "random_string",
          "random_words",
          "dig",
          "hashi_vault",
          "consul_kv",
          "etcd",
          "passwordstore",
          "onepassword",
          "keyring",
          "redis",
          "mongodb",
          "aws_ssm",
          "aws_secret",
          "k8s");

  private static final Map<String, Lookup> ALL = all();

  private Lookups() {}

  private static Map<String, Lookup> all() {
    Map<String, Lookup> all = new HashMap<>();
    ListLookups.register(all);
    FileLookups.register(all);
    return Map.copyOf(all);
  }

  static String shortName(String name) {
    return Filters.shortName(name);
  }

  static boolean isKnown(String name) {
    String plain = shortName(name);
    return ALL.containsKey(plain) || isMissing(name);
  }

  /** Whether it is known only by name. */
  static boolean isMissing(String name) {
    return KNOWN.contains(shortName(name));
  }

  /** Whether it gives the same each time and does nothing else. */
  static boolean isPure(String shortName) {
    return !VARYING.contains(shortName);
  }

  static Set<String> names() {
    Set<String> names = new TreeSet<>(ALL.keySet());
    names.addAll(KNOWN);
    return names;
  }

  /** {@code lookup(name, terms…, options…)} and {@code query(…)}. */
  static Value call(Arguments arguments, boolean query, Evaluation run) {
    if (arguments.positional().isEmpty()) {
      throw Fault.of("lookup() needs the name of a lookup.");
    }
    String name = shortName(Printing.str(Numbers.defined(arguments.positional().get(0))).reveal());
    Map<String, Value> options = new LinkedHashMap<>(arguments.keywords());
    Value wantList = options.remove("wantlist");
    Value errors = options.remove("errors");
    boolean asList = query || wantList != null && wantList.isTruthy();
    List<Value> terms =
        arguments.from(1).positional().stream().map(term -> rendered(term, run)).toList();
    List<Value> found;
    try {
      found = lookup(name, run).run(terms, options, new Call(run));
    } catch (ProvisionException | Fault e) {
      Fault fault = e instanceof ProvisionException p ? Fault.of(p) : (Fault) e;
      if (isStrict(errors) || fault.code() == ErrorCode.UNKNOWN_LOOKUP) {
        throw fault;
      }
      return asList ? Value.list() : Value.NULL;
    }
    List<Value> unsafe = found.stream().map(NativeTypes::unsafe).toList();
    run.touch(Value.list(unsafe));
    return asList ? Value.list(unsafe) : single(unsafe, run, found);
  }

  /**
   * Terms may be templates themselves, unless something that came from a host may have got into
   * them.
   */
  private static Value rendered(Value term, Evaluation run) {
    Numbers.defined(term);
    return run.isUnsafe() || term instanceof Value.Opaque
        ? term
        : run.renderDeep(term, run.scope(), "");
  }

  private static boolean isStrict(@Nullable Value errors) {
    String word = errors == null ? "strict" : Printing.str(errors).reveal();
    return switch (word) {
      case "strict" -> true;
      case "ignore", "warn" -> false;
      default ->
          throw Fault.of("\"errors\" of a lookup must be \"strict\", \"warn\" or \"ignore\".");
    };
  }

  /** Strings are joined by commas; a single other value stands for itself. */
  private static Value single(List<Value> values, Evaluation run, List<Value> found) {
    if (values.size() == 1) {
      if (run.keepsText(found.get(0))) {
        run.keepText(values.get(0));
      }
      return values.get(0);
    }
    if (!values.isEmpty() && values.stream().allMatch(value -> value instanceof Value.Str)) {
      List<Text> texts = values.stream().map(Printing::str).toList();
      return Value.of(Texts.join(Text.plain(","), texts)).asUnsafe();
    }
    return Value.list(values);
  }

  private static Lookup lookup(String name, Evaluation run) {
    Lookup own = run.templar().lookups().get(name);
    if (own != null) {
      return own;
    }
    return Optional.ofNullable(ALL.get(name))
        .orElseThrow(
            () ->
                new Fault(
                    ErrorCode.UNKNOWN_LOOKUP,
                    isMissing(name)
                        ? "The lookup \"" + name + "\" is not built in."
                        : unknown(name)));
  }

  static String unknown(String name) {
    return "There is no lookup \"" + name + "\"." + Messages.didYouMean(name, names());
  }

  /** What a lookup may use. */
  static final class Call implements LookupCall {

    private final Evaluation run;

    private Call(Evaluation run) {
      this.run = run;
    }

    Evaluation run() {
      return run;
    }

    @Override
    public Scope scope() {
      return run.scope();
    }

    @Override
    public Controller controller() {
      return run.controller();
    }

    @Override
    public Value render(Value any) {
      return run.renderDeep(any, run.scope(), "");
    }
  }

  /** Lists are taken apart by one level, as {@code with_items} has it. */
  static List<Value> flattened(List<Value> terms) {
    List<Value> flat = new ArrayList<>();
    for (Value term : terms) {
      if (term instanceof Value.Seq seq) {
        flat.addAll(seq.items());
      } else if (term instanceof LazyList list) {
        flat.addAll(list.items());
      } else {
        flat.add(term);
      }
    }
    return flat;
  }

  /** Terms that must be strings, lists among them taken apart at any depth. */
  static List<String> strings(List<Value> terms) {
    List<String> strings = new ArrayList<>();
    for (Value term : terms) {
      if (term instanceof Value.Seq seq) {
        strings.addAll(strings(seq.items()));
      } else {
        strings.add(Printing.str(term).reveal());
      }
    }
    return strings;
  }
}
