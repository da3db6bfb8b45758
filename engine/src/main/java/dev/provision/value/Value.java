package dev.provision.value;

import dev.provision.diag.Position;
import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a variable, an argument or a result holds: Python's plain types, each with the place where
 * it was written. Immutable. The place takes no part in equality. {@link #toString()} is for views:
 * it never shows a secret.
 */
public abstract sealed class Value
    permits Value.Null,
        Value.Bool,
        Value.Int,
        Value.Float,
        Value.Str,
        Value.Seq,
        Value.Dict,
        Value.Opaque {

  private static final int SECRET = 1;
  private static final int TEMPLATE = 2;
  private static final int UNSAFE = 4;
  private static final int UNKNOWN = -1;

  private final Position origin;

  // Found out once: big trees of facts are asked again and again. A race only finds out twice.
  private int traits = UNKNOWN;

  private Value(Position origin) {
    this.origin = origin;
  }

  /** Where it was written; {@link Position#NONE} for computed values. */
  public final Position origin() {
    return origin;
  }

  /** The same value, said to be written at {@code at}. */
  public abstract Value at(Position at);

  /** The name users know: {@code none, bool, int, float, string, list, dict}. */
  public abstract String typeName();

  /** Python's truth: empty, zero and none are false. */
  public abstract boolean isTruthy();

  /** Whether it holds a secret, at any depth. */
  public final boolean hasSecret() {
    return has(SECRET);
  }

  /** Whether it holds a string, at any depth, that is to be read as a template. */
  public final boolean hasTemplate() {
    return has(TEMPLATE);
  }

  /** Whether it holds a string, at any depth, that must never be read as a template. */
  public final boolean hasUnsafe() {
    return has(UNSAFE);
  }

  private boolean has(int trait) {
    return (traits() & trait) != 0;
  }

  final int traits() {
    int known = traits;
    if (known == UNKNOWN) {
      known = findTraits();
      traits = known;
    }
    return known;
  }

  /** The traits of all that is in it, as bits. */
  int findTraits() {
    return 0;
  }

  public static final Null NULL = new Null(Position.NONE);
  public static final Bool TRUE = new Bool(true, Position.NONE);
  public static final Bool FALSE = new Bool(false, Position.NONE);

  public static Bool of(boolean value) {
    return value ? TRUE : FALSE;
  }

  public static Int of(long value) {
    return new Int(BigInteger.valueOf(value), false, Position.NONE);
  }

  public static Int of(BigInteger value) {
    return new Int(value, false, Position.NONE);
  }

  public static Float of(double value) {
    return new Float(value, false, Position.NONE);
  }

  public static Str of(String value) {
    return new Str(Text.plain(value), false, Position.NONE);
  }

  public static Str of(Text value) {
    return new Str(value, false, Position.NONE);
  }

  public static Str secret(String value) {
    return of(Text.secret(value));
  }

  /**
   * A secret that is asked for when it is first needed: a vault value is decrypted only where
   * somebody uses it.
   */
  public static Str lazySecret(Supplier<String> plain) {
    return new Str(new LazyText(plain), false, Position.NONE);
  }

  public static Seq list(List<? extends Value> items) {
    return new Seq(items, false, Position.NONE);
  }

  public static Seq list(Value... items) {
    return list(List.of(items));
  }

  public static Seq tuple(List<? extends Value> items) {
    return new Seq(items, true, Position.NONE);
  }

  /** Keys that are all strings. Keeps the order of {@code entries}. */
  public static Dict dict(Map<String, ? extends Value> entries) {
    Map<Value, Value> typed = new LinkedHashMap<>();
    entries.forEach((key, value) -> typed.put(of(key), value));
    return new Dict(typed, Position.NONE);
  }

  /** Any keys. Keeps the order of {@code entries}. */
  public static Dict dictOf(Map<? extends Value, ? extends Value> entries) {
    return new Dict(entries, Position.NONE);
  }

  public static Dict dict(String key, Value value) {
    return dict(Map.of(key, value));
  }

  /** Python's None, YAML's null. */
  public static final class Null extends Value {
    private Null(Position origin) {
      super(origin);
    }

    @Override
    public Null at(Position at) {
      return new Null(at);
    }

    @Override
    public String typeName() {
      return "none";
    }

    @Override
    public boolean isTruthy() {
      return false;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Null;
    }

    @Override
    public int hashCode() {
      return 0;
    }

    @Override
    public String toString() {
      return "null";
    }
  }

  /** True or false. */
  public static final class Bool extends Value {
    private final boolean value;

    private Bool(boolean value, Position origin) {
      super(origin);
      this.value = value;
    }

    public boolean value() {
      return value;
    }

    @Override
    public Bool at(Position at) {
      return new Bool(value, at);
    }

    @Override
    public String typeName() {
      return "bool";
    }

    @Override
    public boolean isTruthy() {
      return value;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Bool && ((Bool) other).value == value;
    }

    @Override
    public int hashCode() {
      return Boolean.hashCode(value);
    }

    @Override
    public String toString() {
      return Boolean.toString(value);
    }
  }

  /** A whole number of any size. */
  public static final class Int extends Value {
    private final BigInteger value;
    private final boolean secret;

    private Int(BigInteger value, boolean secret, Position origin) {
      super(origin);
      this.value = value;
      this.secret = secret;
    }

    /** The same number, not to be shown: a PIN from an encrypted file. */
    public Int asSecret() {
      return new Int(value, true, origin());
    }

    /** Its digits, marked where it is a secret. */
    public Text text() {
      return secret ? Text.secret(value.toString()) : Text.plain(value.toString());
    }

    public BigInteger value() {
      return value;
    }

    @Override
    public Int at(Position at) {
      return new Int(value, secret, at);
    }

    @Override
    public String typeName() {
      return "int";
    }

    @Override
    public boolean isTruthy() {
      return value.signum() != 0;
    }

    @Override
    int findTraits() {
      return secret ? SECRET : 0;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Int && ((Int) other).value.equals(value);
    }

    @Override
    public int hashCode() {
      return value.hashCode();
    }

    @Override
    public String toString() {
      return text().shown();
    }
  }

  /** A floating point number. */
  public static final class Float extends Value {
    private final double value;
    private final boolean secret;

    private Float(double value, boolean secret, Position origin) {
      super(origin);
      this.value = value;
      this.secret = secret;
    }

    /** The same number, not to be shown. */
    public Float asSecret() {
      return new Float(value, true, origin());
    }

    public double value() {
      return value;
    }

    @Override
    public Float at(Position at) {
      return new Float(value, secret, at);
    }

    @Override
    public String typeName() {
      return "float";
    }

    @Override
    public boolean isTruthy() {
      return value != 0;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Float && Double.compare(((Float) other).value, value) == 0;
    }

    @Override
    public int hashCode() {
      return Double.hashCode(value);
    }

    @Override
    public String toString() {
      return secret ? Text.MASK : Double.toString(value);
    }

    @Override
    int findTraits() {
      return secret ? SECRET : 0;
    }
  }

  /** Characters, perhaps with secret ranges, perhaps not to be templated. */
  public static final class Str extends Value {
    private final LazyText text;
    private final boolean unsafe;

    private Str(Text text, boolean unsafe, Position origin) {
      this(LazyText.known(text), unsafe, origin);
    }

    private Str(LazyText text, boolean unsafe, Position origin) {
      super(origin);
      this.text = text;
      this.unsafe = unsafe;
    }

    /** The characters; a vault value is decrypted now, which throws where no password fits. */
    public Text text() {
      return text.get();
    }

    /** The real characters: for computing and the wire, never for a view. */
    public String reveal() {
      return text().reveal();
    }

    /**
     * Whether it must never be read as a template: {@code !unsafe}, and all that came from hosts.
     */
    public boolean isUnsafe() {
      return unsafe;
    }

    /** Whether it is a vault value that nobody has needed yet. */
    public boolean isSealed() {
      return text.isSealed();
    }

    public Str asUnsafe() {
      return unsafe ? this : new Str(text, true, origin());
    }

    @Override
    public Str at(Position at) {
      return new Str(text, unsafe, at);
    }

    @Override
    public String typeName() {
      return "string";
    }

    @Override
    public boolean isTruthy() {
      return !reveal().isEmpty();
    }

    /** Does not decrypt: a vault value is never a template. */
    @Override
    int findTraits() {
      int secret = text.isSecret() ? SECRET : 0;
      if (unsafe) {
        return secret | UNSAFE;
      }
      return !text.isFetched() && mayBeTemplate(reveal()) ? secret | TEMPLATE : secret;
    }

    private static boolean mayBeTemplate(String text) {
      for (int at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
        char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
        if (next == '{' || next == '%' || next == '#') {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean equals(Object other) {
      return this == other || other instanceof Str && ((Str) other).reveal().equals(reveal());
    }

    @Override
    public int hashCode() {
      return reveal().hashCode();
    }

    @Override
    public String toString() {
      return text.shown();
    }
  }

  /** A list, or a tuple where Python has one. */
  public static final class Seq extends Value {
    private final List<Value> items;
    private final boolean tuple;

    private Seq(List<? extends Value> items, boolean tuple, Position origin) {
      super(origin);
      this.items = List.copyOf(items);
      this.tuple = tuple;
    }

    public List<Value> items() {
      return items;
    }

    public boolean isTuple() {
      return tuple;
    }

    @Override
    public Seq at(Position at) {
      return new Seq(items, tuple, at);
    }

    @Override
    public String typeName() {
      return "list";
    }

    @Override
    public boolean isTruthy() {
      return !items.isEmpty();
    }

    @Override
    int findTraits() {
      int found = 0;
      for (Value item : items) {
        found |= item.traits();
      }
      return found;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Seq
          && ((Seq) other).tuple == tuple
          && ((Seq) other).items.equals(items);
    }

    @Override
    public int hashCode() {
      return items.hashCode();
    }

    @Override
    public String toString() {
      return items.toString();
    }
  }

  /** A mapping that keeps the order in which it was written. */
  public static final class Dict extends Value {
    private final Map<Value, Value> entries;

    private Dict(Map<? extends Value, ? extends Value> entries, Position origin) {
      super(origin);
      this.entries = Collections.unmodifiableMap(new LinkedHashMap<Value, Value>(entries));
    }

    public Map<Value, Value> entries() {
      return entries;
    }

    public Optional<Value> get(String key) {
      return Optional.ofNullable(entries.get(of(key)));
    }

    /** The same entries with one set or replaced. */
    public Dict with(String key, Value value) {
      Map<Value, Value> more = new LinkedHashMap<>(entries);
      more.put(of(key), value);
      return new Dict(more, origin());
    }

    @Override
    public Dict at(Position at) {
      return new Dict(entries, at);
    }

    @Override
    public String typeName() {
      return "dict";
    }

    @Override
    public boolean isTruthy() {
      return !entries.isEmpty();
    }

    @Override
    int findTraits() {
      int found = 0;
      for (Map.Entry<Value, Value> entry : entries.entrySet()) {
        found |= entry.getKey().traits() | entry.getValue().traits();
      }
      return found;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Dict && ((Dict) other).entries.equals(entries);
    }

    @Override
    public int hashCode() {
      return entries.hashCode();
    }

    @Override
    public String toString() {
      return entries.toString();
    }
  }

  /**
   * A thing that exists only while a template is evaluated (undefined, a macro, a bound method, a
   * namespace, a lazily rendered variable). It never leaves {@code template}.
   */
  public abstract static non-sealed class Opaque extends Value {
    protected Opaque() {
      super(Position.NONE);
    }

    @Override
    public Value at(Position at) {
      return this;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return Objects.hash(System.identityHashCode(this));
    }
  }
}
