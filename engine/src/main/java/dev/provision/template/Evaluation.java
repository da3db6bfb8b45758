package dev.provision.template;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.value.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One rendering of one template: where its names come from and what it has done so far. */
final class Evaluation {

  private static final int MAX_CALLS = 250;

  private final DefaultTemplar templar;
  private final Scope scope;
  private final Chain chain;
  // Of a template that changes values only: they are its own.
  private final Map<String, Value> variables = new HashMap<>();
  private final IdentityHashMap<Value, Boolean> texts = new IdentityHashMap<>();
  private Parsed template;
  private Frame frame = new Frame(null);
  private Blocks blocks = new Blocks();
  private boolean unsafe;
  private int calls;
  private @Nullable Value blockContent;

  Evaluation(DefaultTemplar templar, Parsed template, Scope scope, Chain chain) {
    this.templar = templar;
    this.template = template;
    this.scope = scope;
    this.chain = chain;
  }

  // What surrounds it

  DefaultTemplar templar() {
    return templar;
  }

  Controller controller() {
    return templar.controller();
  }

  Chain chain() {
    return chain;
  }

  Scope scope() {
    return scope;
  }

  Source source() {
    return template.source();
  }

  Parsed template() {
    return template;
  }

  Frame frame() {
    return frame;
  }

  Blocks blocks() {
    return blocks;
  }

  /** Whether something was read that must never be read as a template: then the result is such. */
  boolean isUnsafe() {
    return unsafe;
  }

  void touch(Value value) {
    unsafe |= value.hasUnsafe();
  }

  /** The rendering of an included or imported template; without context it sees no variables. */
  Evaluation child(Parsed other, boolean withContext) {
    Evaluation child = new Evaluation(templar, other, withContext ? scope : Scope.EMPTY, chain);
    child.calls = calls;
    if (withContext) {
      child.frame = new Frame(frame);
      if (frame.find("loop") instanceof Loop) {
        child.frame.set("loop", Undefined.of("loop", () -> "There is no loop here.", null));
      }
    }
    return child;
  }

  /** Takes over what another rendering has read. */
  void absorb(Evaluation other) {
    unsafe |= other.unsafe;
  }

  Value blockContent() {
    return blockContent == null ? Value.of("") : blockContent;
  }

  /** Evaluates {@code filters} with {@code content} as what they filter. */
  Value filtered(Expr filters, Value content) {
    Value before = blockContent;
    blockContent = content;
    try {
      return value(filters);
    } finally {
      blockContent = before;
    }
  }

  /** Runs {@code body} with a frame of its own. */
  <T> T inFrame(Frame inner, Supplier<T> body) {
    Frame before = frame;
    frame = inner;
    try {
      return body.get();
    } finally {
      frame = before;
    }
  }

  /** Runs {@code body} as part of another template: an included one, or the one of a macro. */
  <T> T inTemplate(Parsed other, Frame inner, Blocks itsBlocks, Supplier<T> body) {
    Parsed before = template;
    Blocks blocksBefore = blocks;
    template = other;
    blocks = itsBlocks;
    try {
      return inFrame(inner, body);
    } finally {
      template = before;
      blocks = blocksBefore;
    }
  }

  /** Runs the body of a macro or block, unless too many run already. */
  <T> T deeper(Supplier<T> body) {
    if (calls >= MAX_CALLS) {
      throw Fault.of(
          "Macros, blocks or includes call each other more than " + MAX_CALLS + " deep.");
    }
    calls++;
    try {
      return body.get();
    } finally {
      calls--;
    }
  }

  // Evaluating

  /** The value of an expression; a fault in it gets the expression's place. */
  Value value(Expr expr) {
    try {
      return expr.evaluate(this);
    } catch (Fault fault) {
      throw located(fault, expr);
    }
  }

  /** The same without rendering or freezing it. */
  Value reference(Expr expr) {
    try {
      return expr.reference(this);
    } catch (Fault fault) {
      throw located(fault, expr);
    }
  }

  Position place(Expr expr) {
    return source().at(expr.start(), expr.end() - expr.start());
  }

  private Fault located(Fault fault, Expr expr) {
    if (fault.at() != null) {
      return fault;
    }
    return fault.locate(place(expr), source().lineHint(expr.start()));
  }

  /** Whether the template changes lists or dicts in place. */
  boolean canChange() {
    return template.changesValues();
  }

  Value changeable(Value value) {
    return canChange() ? Mutable.thaw(value) : value;
  }

  /** Renders what is not yet, freezes what can change. */
  Value finish(Value reference) {
    if (reference instanceof Unrendered lazy) {
      return rendered(lazy);
    }
    return canChange() || reference instanceof Mutable ? Mutable.freeze(reference) : reference;
  }

  private Value rendered(Unrendered lazy) {
    try {
      Value value = lazy.render(this);
      touch(value);
      return value;
    } catch (Fault fault) {
      if (fault.isUndefined()) {
        return Undefined.because(fault);
      }
      throw fault;
    }
  }

  // Names

  Value variable(Expr.Name name) {
    Value local = frame.find(name.name());
    if (local != null) {
      return local;
    }
    if (name.name().equals("self")) {
      return blocks.self(this);
    }
    Value value = scoped(name.name());
    if (value != null) {
      return value;
    }
    Value global = Globals.find(name.name());
    if (global != null) {
      return global;
    }
    return locate(Undefined.of(name.name(), () -> undefinedDetail(name.name()), null), name);
  }

  private String undefinedDetail(String name) {
    return "The variable \""
        + name
        + "\" is not defined."
        + Messages.didYouMean(name, scope.names());
  }

  /** A variable of the scope by name, rendered if it is a string; null where there is none. */
  @Nullable Value scoped(String name) {
    Map<String, Value> rendered = canChange() ? variables : chain.rendered(scope);
    Value known = rendered.get(name);
    if (known == null) {
      Value raw = scope.lookup(name).orElse(null);
      if (raw == null) {
        return name.equals("vars") ? LazyDict.of(scope) : null;
      }
      touch(raw);
      Value value = resolve(raw, scope, name);
      known = canChange() ? Mutable.thaw(finish(value)) : value;
      rendered.put(name, known);
    }
    touch(known instanceof Unrendered lazy ? lazy.raw() : known);
    return known;
  }

  /**
   * A value as written in a variable file: strings are rendered, containers when they are used.
   *
   * @param label how messages call it
   */
  private Value resolve(Value raw, Scope owner, String label) {
    if (!raw.hasTemplate()) {
      return raw;
    }
    if (!(raw instanceof Value.Str str)) {
      return new Unrendered(raw, owner, label);
    }
    try {
      return renderString(str, owner, label);
    } catch (Fault fault) {
      if (fault.isUndefined()) {
        return Undefined.because(fault);
      }
      throw fault;
    }
  }

  Value renderString(Value.Str str, Scope owner, String label) {
    return chain.within(
        str,
        label,
        () -> {
          Evaluation inner = new Evaluation(templar, templar.parsed(str), owner, chain);
          Value result = inner.renderInline();
          unsafe |= inner.unsafe;
          return result;
        });
  }

  /** Renders any value at any depth with a scope. */
  Value renderDeep(Value raw, Scope owner, String label) {
    if (!raw.hasTemplate()) {
      return raw;
    }
    if (raw instanceof Value.Str str) {
      return renderString(str, owner, label);
    }
    if (raw instanceof Value.Seq seq) {
      List<Value> items = seq.items().stream().map(item -> renderDeep(item, owner, label)).toList();
      return (seq.isTuple() ? Value.tuple(items) : Value.list(items)).at(seq.origin());
    }
    Map<Value, Value> entries = new LinkedHashMap<>();
    ((Value.Dict) raw)
        .entries()
        .forEach(
            (key, value) ->
                entries.put(
                    renderDeep(key, owner, label),
                    renderDeep(value, owner, label + "." + Printing.str(key).shown())));
    return Value.dictOf(entries).at(raw.origin());
  }

  /** Renders the template as a string in YAML: the result has the type that Ansible gives it. */
  Value renderInline() {
    Value number = template.singleName().map(this::plainNumber).orElse(null);
    if (number != null) {
      return number;
    }
    Output out = new Output();
    template.render(this, out);
    Value result = NativeTypes.convert(out, this);
    return unsafe ? NativeTypes.unsafe(result) : result;
  }

  /** A variable that was written as a number, a bool or null, not as a template. */
  private @Nullable Value plainNumber(Expr.Name name) {
    Value raw = scope.lookup(name.name()).orElse(null);
    return raw != null && (Numbers.isNumber(raw) || raw instanceof Value.Null) ? raw : null;
  }

  // Attributes, items, calls

  Value locate(Value found, Expr expr) {
    return found instanceof Undefined missing
        ? missing.locate(place(expr), source().lineHint(expr.start()))
        : found;
  }

  /** {@code target.name}: a method first, then an entry. */
  Value attribute(Value target, String name, String path) {
    if (target instanceof Undefined missing) {
      return ofUndefined(missing);
    }
    if (target instanceof Attributes things) {
      Value found = things.attribute(name);
      return found == null ? Undefined.missing(target, Value.of(name), path, false) : found;
    }
    Optional<? extends Value> method = Methods.find(target, name, this);
    if (method.isPresent()) {
      return method.get();
    }
    Value found = entry(target, Value.of(name));
    return found == null ? Undefined.missing(target, Value.of(name), path, false) : found;
  }

  /** An attribute that is no entry of a dict: the filter {@code attr}. */
  Value attributeOnly(Value target, String name) {
    if (target instanceof Undefined missing) {
      return ofUndefined(missing);
    }
    Value found =
        target instanceof Attributes things
            ? things.attribute(name)
            : Methods.find(target, name, this).orElse(null);
    return found == null ? Undefined.missing(target, Value.of(name), "", false) : found;
  }

  /** {@code target[index]}: an entry first, then a method. */
  Value item(Value target, Value index, String path) {
    Numbers.defined(index);
    if (target instanceof Undefined missing) {
      return ofUndefined(missing);
    }
    Value found = entry(target, index);
    if (found == null && index instanceof Value.Str name) {
      if (target instanceof Attributes things) {
        found = things.attribute(name.reveal());
      } else {
        found = Methods.find(target, name.reveal(), this).orElse(null);
      }
    }
    return found == null ? Undefined.missing(target, index, path, true) : found;
  }

  private static Value ofUndefined(Undefined missing) {
    if (missing.isLenient()) {
      throw missing.fault();
    }
    return missing;
  }

  private @Nullable Value entry(Value target, Value key) {
    if (target instanceof Value.Dict dict) {
      return Walking.find(dict.entries(), key);
    }
    if (target instanceof Unrendered lazy) {
      Value raw =
          lazy.raw() instanceof Value.Dict dict
              ? Walking.find(dict.entries(), key)
              : Walking.element(lazy.raw(), key);
      return raw == null ? null : resolve(raw, lazy.owner(), lazy.label() + part(key));
    }
    if (target instanceof Mutable.Entries entries) {
      return Walking.find(entries.map, key);
    }
    if (target instanceof Mutable.Items items) {
      return Walking.element(Value.tuple(items.list), key);
    }
    if (target instanceof LazyDict lazy) {
      return key instanceof Value.Str name ? lazyEntry(lazy, name.reveal()) : null;
    }
    return Walking.element(target, key);
  }

  private static String part(Value key) {
    return key instanceof Value.Str name
        ? "." + name.text().shown()
        : "[" + Printing.repr(key).shown() + "]";
  }

  private @Nullable Value lazyEntry(LazyDict lazy, String key) {
    Value raw = lazy.get(key).orElse(null);
    if (raw == null) {
      return null;
    }
    touch(raw);
    return lazy.scope().map(owner -> resolve(raw, owner, key)).orElse(raw);
  }

  /** A mapping of any kind as a dict, all of it rendered; empty where it is none. */
  Optional<Value.Dict> dict(Value value) {
    if (value instanceof Value.Dict dict) {
      return Optional.of(dict);
    }
    if (value instanceof LazyDict lazy) {
      Map<Value, Value> entries = new LinkedHashMap<>();
      for (String key : lazy.keys()) {
        Value entry = lazyEntry(lazy, key);
        if (entry != null) {
          entries.put(Value.of(key), settled(finish(entry)));
        }
      }
      return Optional.of(Value.dictOf(entries));
    }
    return Optional.empty();
  }

  /** A value that may leave the template: no view, no lazy mapping. */
  Value settled(Value value) {
    if (value instanceof LazyList list) {
      return Value.list(list.items().stream().map(this::settled).toList());
    }
    if (value instanceof LazyDict) {
      return dict(value).orElseThrow();
    }
    if (value instanceof Undefined missing && !missing.isLenient()) {
      throw missing.fault();
    }
    if (value instanceof Value.Seq seq && holdsOpaque(seq.items())) {
      List<Value> items = seq.items().stream().map(this::settled).toList();
      return seq.isTuple() ? Value.tuple(items) : Value.list(items);
    }
    if (value instanceof Value.Dict dict && holdsOpaque(dict.entries().values())) {
      Map<Value, Value> entries = new LinkedHashMap<>();
      dict.entries().forEach((key, item) -> entries.put(key, settled(item)));
      return Value.dictOf(entries);
    }
    return value instanceof Value.Opaque ? Value.of(Printing.str(value)) : value;
  }

  private static boolean holdsOpaque(Iterable<Value> values) {
    for (Value value : values) {
      if (value instanceof Value.Opaque
          || value instanceof Value.Seq seq && holdsOpaque(seq.items())
          || value instanceof Value.Dict dict && holdsOpaque(dict.entries().values())) {
        return true;
      }
    }
    return false;
  }

  /** What a print tag or a filter makes of a value: views become lists. */
  Value printable(Value value) {
    return value instanceof LazyList list ? list.toSeq() : value;
  }

  Value call(Value target, Arguments arguments, String path) {
    Numbers.defined(target);
    if (target instanceof Callable function) {
      return function.call(arguments, this);
    }
    String what = path.isEmpty() ? Messages.aType(target) : "\"" + path + "\"";
    throw Fault.of("It is " + what + ", which can't be called.");
  }

  boolean holds(String operator, Value left, Value right) {
    return Comparing.holds(operator, left, right);
  }

  Value filter(Filter filter, Value input, Arguments arguments) {
    Value result = printable(filter.apply(input, arguments, this));
    if (filter.keepsText()) {
      keepText(result);
    }
    return result;
  }

  /** Text that stays text where a template is nothing else. */
  void keepText(Value value) {
    texts.put(value, true);
  }

  /** Whether text stays text though it looks like a list. */
  boolean keepsText(Value value) {
    return texts.containsKey(value);
  }

  boolean test(Test test, Value subject, Arguments arguments) {
    return test.holds(subject, arguments, this);
  }

  /** A key of a dict must not be able to change. */
  static Value hashable(Value key) {
    Numbers.defined(key);
    boolean list = key instanceof Value.Seq seq && !seq.isTuple();
    if (list || key instanceof Value.Dict) {
      throw Fault.of((list ? "A list" : "A dict") + " can't be a key of a dict.");
    }
    return key;
  }

  /**
   * What one call of the templar has rendered and is rendering, outermost first: finds variables
   * that need themselves.
   */
  static final class Chain {

    private static final int MAX = 60;

    private record Link(Value.Str text, String label) {}

    private final Deque<Link> links = new ArrayDeque<>();
    private final IdentityHashMap<Scope, Map<String, Value>> rendered = new IdentityHashMap<>();

    /** The variables of a scope that were rendered so far: many strings may use one of them. */
    Map<String, Value> rendered(Scope scope) {
      return rendered.computeIfAbsent(scope, s -> new HashMap<>());
    }

    @SuppressWarnings("ReferenceEquality") // Equal texts of other variables are no circle.
    <T> T within(Value.Str text, String label, Supplier<T> body) {
      boolean again = links.stream().anyMatch(link -> link.text == text);
      if (again || links.size() >= MAX) {
        throw new Fault(ErrorCode.RECURSIVE_TEMPLATE, words(text, label), place(text));
      }
      links.addLast(new Link(text, label));
      try {
        return body.get();
      } finally {
        links.removeLast();
      }
    }

    private static @Nullable Position place(Value.Str text) {
      return text.origin().isKnown() ? text.origin() : null;
    }

    @SuppressWarnings("ReferenceEquality") // As above.
    private String words(Value.Str text, String label) {
      StringBuilder cycle = new StringBuilder();
      boolean inside = links.stream().noneMatch(link -> link.text == text);
      for (Link link : links) {
        inside |= link.text == text;
        if (inside && !link.label.isEmpty()) {
          cycle.append('"').append(link.label).append("\" needs ");
        }
      }
      return "These variables need each other: " + cycle + "\"" + label + "\".";
    }
  }
}
