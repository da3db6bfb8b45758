package dev.provision.template;

import dev.provision.value.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a filter, test or function, written as in Python: {@code "length=255,
 * killwords=false, end='...'"}; {@code *rest} takes further positional arguments, {@code **options}
 * further keywords.
 */
final class Signature {

  private record Parameter(String name, @Nullable Value preset) {}

  private final String owner;
  private final List<Parameter> parameters = new ArrayList<>();
  private boolean takesRest;
  private boolean takesOptions;

  /**
   * @param owner as messages name it: {@code The filter "truncate"}
   */
  Signature(String owner, String spec) {
    this.owner = owner;
    for (String part : spec.isEmpty() ? new String[0] : spec.split(",\\s*(?=[a-z_*])")) {
      add(part.strip());
    }
  }

  private void add(String part) {
    if (part.startsWith("**")) {
      takesOptions = true;
    } else if (part.startsWith("*")) {
      takesRest = true;
    } else {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      parameters.add(new Parameter(name, equals < 0 ? null : preset(part.substring(equals + 1))));
    }
  }

  private static Value preset(String written) {
    if (written.startsWith("'")) {
      return Value.of(PythonEscapes.unescape(written.substring(1, written.length() - 1)));
    }
    return switch (written) {
      case "none" -> Value.NULL;
      case "true" -> Value.TRUE;
      case "false" -> Value.FALSE;
      case "[]" -> Value.list();
      default ->
          written.contains(".")
              ? Value.of(Double.parseDouble(written))
              : Value.of(new BigInteger(written));
    };
  }

  /** Whether a call names the parameter or reaches it by position. */
  boolean isGiven(String parameter, Expr.Args args) {
    return args.keywords().containsKey(parameter)
        || names().indexOf(parameter) >= 0 && names().indexOf(parameter) < args.positional().size();
  }

  Bound bind(Arguments arguments) {
    Map<String, Value> given = new LinkedHashMap<>();
    List<Value> positional = arguments.positional();
    int named = Math.min(positional.size(), parameters.size());
    for (int i = 0; i < named; i++) {
      given.put(parameters.get(i).name, positional.get(i));
    }
    List<Value> rest = positional.subList(named, positional.size());
    if (!rest.isEmpty() && !takesRest) {
      throw Fault.of(
          owner
              + " takes at most "
              + counted(parameters.size())
              + ", not "
              + positional.size()
              + ".");
    }
    Map<String, Value> options = new LinkedHashMap<>();
    arguments.keywords().forEach((name, value) -> keyword(name, value, given, options));
    for (Parameter parameter : parameters) {
      if (parameter.preset == null && !given.containsKey(parameter.name)) {
        throw Fault.of(owner + " needs the argument \"" + parameter.name + "\".");
      }
    }
    return new Bound(this, given, rest, options);
  }

  private void keyword(
      String name, Value value, Map<String, Value> given, Map<String, Value> options) {
    if (given.containsKey(name)) {
      throw Fault.of(owner + " got the argument \"" + name + "\" twice.");
    }
    if (parameters.stream().anyMatch(p -> p.name.equals(name))) {
      given.put(name, value);
    } else if (takesOptions) {
      options.put(name, value);
    } else {
      throw Fault.of(
          owner + " has no argument \"" + name + "\"." + Messages.didYouMean(name, names()));
    }
  }

  private List<String> names() {
    return parameters.stream().map(Parameter::name).toList();
  }

  private static String counted(int count) {
    return count == 1 ? "1 argument" : count + " arguments";
  }

  /** Arguments by name. */
  static final class Bound {

    private final Signature signature;
    private final Map<String, Value> given;
    private final List<Value> rest;
    private final Map<String, Value> options;

    private Bound(
        Signature signature,
        Map<String, Value> given,
        List<Value> rest,
        Map<String, Value> options) {
      this.signature = signature;
      this.given = given;
      this.rest = rest;
      this.options = options;
    }

    /** The argument, or its preset. */
    Value value(String name) {
      Value value = given.get(name);
      if (value != null) {
        return value;
      }
      return signature.parameters.stream()
          .filter(p -> p.name.equals(name))
          .map(Parameter::preset)
          .findFirst()
          .orElseThrow();
    }

    boolean isGiven(String name) {
      return given.containsKey(name);
    }

    boolean isNone(String name) {
      return value(name) instanceof Value.Null;
    }

    boolean flag(String name) {
      return value(name).isTruthy();
    }

    /** Its characters, whatever its type. */
    String text(String name) {
      return Printing.str(value(name)).reveal();
    }

    int integer(String name) {
      return Numbers.toInt(value(name), "The argument \"" + name + "\" of " + ownerInside());
    }

    private String ownerInside() {
      return Character.toLowerCase(signature.owner.charAt(0)) + signature.owner.substring(1);
    }

    List<Value> rest() {
      return rest;
    }

    Map<String, Value> options() {
      return options;
    }
  }
}
