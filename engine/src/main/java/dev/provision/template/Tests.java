package dev.provision.template;

import dev.provision.diag.ErrorCode;
import dev.provision.value.Value;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** All tests by name. */
final class Tests {

  private static final Map<String, Test> ALL = all();

  private Tests() {}

  static Optional<Test> find(String name) {
    return Optional.ofNullable(ALL.get(Filters.shortName(name)));
  }

  static Set<String> names() {
    Set<String> names = new TreeSet<>(ALL.keySet());
    names.removeIf(name -> !Character.isLetter(name.charAt(0)));
    return names;
  }

  /** Stands for a test that nobody knows, so that the rest of a template can be checked. */
  static Test unknown(String name) {
    return new Test(
        name,
        new Signature("The test \"" + name + "\"", "*rest, **options"),
        (subject, arguments, run) -> {
          throw new Fault(ErrorCode.UNKNOWN_TEST, "There is no test \"" + name + "\".");
        });
  }

  private static Map<String, Test> all() {
    Registry registry = new Registry();
    types(registry);
    comparisons(registry);
    texts(registry);
    ResultTests.register(registry);
    FileTests.register(registry);
    VersionTest.register(registry);
    return Map.copyOf(registry.tests);
  }

  /** Takes the tests of a group. */
  static final class Registry {

    private final Map<String, Test> tests = new HashMap<>();

    private Registry() {}

    void add(String name, String signature, Test.Body body) {
      Signature parsed = new Signature("The test \"" + name + "\"", signature);
      tests.put(name, new Test(name, parsed, body));
    }

    void add(List<String> names, String signature, Test.Body body) {
      names.forEach(name -> add(name, signature, body));
    }

    private void type(List<String> names, Predicate<Value> test) {
      add(names, "", (subject, arguments, run) -> test.test(subject));
    }
  }

  private static void types(Registry r) {
    r.type(List.of("defined"), s -> !(s instanceof Undefined));
    r.type(List.of("undefined"), s -> s instanceof Undefined);
    r.type(List.of("none"), s -> s instanceof Value.Null);
    r.type(List.of("boolean"), s -> s instanceof Value.Bool);
    r.type(List.of("true"), s -> s instanceof Value.Bool bool && bool.value());
    r.type(List.of("false"), s -> s instanceof Value.Bool bool && !bool.value());
    r.type(List.of("integer"), s -> s instanceof Value.Int);
    r.type(List.of("float"), s -> s instanceof Value.Float);
    r.type(List.of("number"), Numbers::isNumber);
    r.type(List.of("string"), s -> s instanceof Value.Str);
    r.type(List.of("mapping"), s -> s instanceof Value.Dict || s instanceof LazyDict);
    r.type(List.of("sequence"), Tests::isSequence);
    r.type(List.of("iterable"), s -> Walking.isIterable(s));
    r.type(List.of("callable"), s -> s instanceof Callable);
    r.type(List.of("escaped"), s -> false);
    r.type(
        List.of("nan", "isnan"),
        s -> Numbers.defined(s) instanceof Value.Float f && Double.isNaN(f.value()));
    r.type(List.of("filter"), s -> Filters.find(Printing.str(s).reveal()).isPresent());
    r.type(List.of("test"), s -> find(Printing.str(s).reveal()).isPresent());
    r.type(List.of("vault_encrypted"), s -> isVaultText(Printing.str(s).reveal()));
    r.add("truthy", "convert_bool=false", (s, a, run) -> isTruthy(s, a));
    r.add("falsy", "convert_bool=false", (s, a, run) -> !isTruthy(s, a));
  }

  private static boolean isSequence(Value value) {
    return value instanceof LazyList list ? list.isIndexed() : Walking.isIterable(value);
  }

  private static boolean isVaultText(String text) {
    return text.startsWith("$ANSIBLE_VAULT;");
  }

  private static boolean isTruthy(Value subject, Signature.Bound a) {
    Numbers.defined(subject);
    if (a.flag("convert_bool") && subject instanceof Value.Str str) {
      String word = str.reveal().toLowerCase(java.util.Locale.ROOT).strip();
      if (Set.of("y", "yes", "on", "1", "true", "t", "1.0").contains(word)) {
        return true;
      }
      if (Set.of("n", "no", "off", "0", "false", "f", "0.0").contains(word)) {
        return false;
      }
    }
    return subject.isTruthy();
  }

  private static void comparisons(Registry r) {
    operator(r, "==", List.of("==", "eq", "equalto"));
    operator(r, "!=", List.of("!=", "ne"));
    operator(r, "<", List.of("<", "lt", "lessthan"));
    operator(r, "<=", List.of("<=", "le"));
    operator(r, ">", List.of(">", "gt", "greaterthan"));
    operator(r, ">=", List.of(">=", "ge"));
    operator(r, "in", List.of("in"));
    r.add("sameas", "other", (s, a, run) -> isSame(s, a.value("other")));
    r.add("odd", "", (s, a, run) -> whole(s, "odd").testBit(0));
    r.add("even", "", (s, a, run) -> !whole(s, "even").testBit(0));
    r.add(
        "divisibleby",
        "num",
        (s, a, run) -> !Numbers.modulo(Numbers.defined(s), a.value("num")).isTruthy());
    r.add(
        "contains", "item", (s, a, run) -> Comparing.contains(Numbers.defined(s), a.value("item")));
    r.add("any", "", (s, a, run) -> ListFilters.items(s).stream().anyMatch(Value::isTruthy));
    r.add("all", "", (s, a, run) -> ListFilters.items(s).stream().allMatch(Value::isTruthy));
    r.add(List.of("subset", "issubset"), "other", (s, a, run) -> holdsAll(a.value("other"), s));
    r.add(List.of("superset", "issuperset"), "other", (s, a, run) -> holdsAll(s, a.value("other")));
  }

  private static void operator(Registry r, String operator, List<String> names) {
    r.add(names, "other", (s, a, run) -> Comparing.holds(operator, s, a.value("other")));
  }

  private static boolean isSame(Value left, Value right) {
    Numbers.defined(left);
    boolean scalar =
        left instanceof Value.Null
            || left instanceof Value.Bool
            || left instanceof Value.Int
            || left instanceof Value.Str;
    return left == right || scalar && left.getClass() == right.getClass() && left.equals(right);
  }

  private static BigInteger whole(Value value, String test) {
    Numbers.defined(value);
    return Numbers.whole(value)
        .orElseThrow(
            () ->
                Fault.of(
                    "The test \""
                        + test
                        + "\" needs a whole number, not "
                        + Messages.aType(value)
                        + "."));
  }

  private static boolean holdsAll(Value container, Value items) {
    List<Value> all = ListFilters.items(container);
    return ListFilters.items(items).stream().allMatch(item -> Comparing.indexOf(all, item) >= 0);
  }

  private static void texts(Registry r) {
    r.add("lower", "", (s, a, run) -> StringMethods.isLower(TextFilters.str(s).reveal()));
    r.add("upper", "", (s, a, run) -> StringMethods.isUpper(TextFilters.str(s).reveal()));
    String options = "pattern='', ignorecase=false, multiline=false";
    r.add("match", options, (s, a, run) -> matches(s, a, "match"));
    r.add("search", options, (s, a, run) -> matches(s, a, "search"));
    r.add(
        "regex",
        options + ", match_type='search'",
        (s, a, run) -> matches(s, a, a.text("match_type")));
    r.add(List.of("uri", "url"), "schemes=none", (s, a, run) -> isUri(s, a, run));
    r.add(
        "urn",
        "",
        (s, a, run) ->
            TextFilters.str(s).reveal().toLowerCase(java.util.Locale.ROOT).startsWith("urn:"));
  }

  private static boolean matches(Value subject, Signature.Bound a, String type) {
    PythonRegex regex =
        PythonRegex.compile(a.text("pattern"), a.flag("ignorecase"), a.flag("multiline"));
    java.util.regex.Matcher matcher = regex.matcher(TextFilters.str(subject).reveal());
    return switch (type) {
      case "match" -> matcher.lookingAt();
      case "fullmatch" -> matcher.matches();
      case "search" -> matcher.find();
      default -> throw Fault.of("\"match_type\" must be \"search\", \"match\" or \"fullmatch\".");
    };
  }

  /**
   * Anything with a scheme of those named; without names, anything at all that Python can split.
   */
  private static boolean isUri(Value subject, Signature.Bound a, Evaluation run) {
    Value parts = Urls.split(subject, "");
    if (a.isNone("schemes")) {
      return true;
    }
    Value scheme = run.dict(parts).orElseThrow().get("scheme").orElse(Value.NULL);
    return Comparing.contains(a.value("schemes"), scheme);
  }
}
