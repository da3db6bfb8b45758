package dev.provision.module;

import dev.provision.diag.Position;
import dev.provision.diag.ProvisionException;
import dev.provision.module.ParamResolver.ControllerFile;
import dev.provision.module.ParamResolver.RenderedTemplate;
import dev.provision.value.Json;
import dev.provision.value.Secret;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Values to the types of parameters, with Ansible's leniency: {@code "yes"} is a bool, {@code "5"}
 * a number, {@code "a,b"} a list. A type of a domain says by a public static method {@code
 * fromValue(Value)} how it is read; an {@link IllegalArgumentException} of it is its message.
 */
final class Conversions {

  private static final Set<String> TRUE = Set.of("yes", "on", "1", "true", "t", "y");
  private static final Set<String> FALSE = Set.of("no", "off", "0", "false", "f", "n");

  private final @Nullable ParamResolver resolver;
  private final Value.Dict arguments;
  private final Position at;

  Conversions(@Nullable ParamResolver resolver, Value.Dict arguments, Position at) {
    this.resolver = resolver;
    this.arguments = arguments;
    this.at = at;
  }

  /** For defaults, which name no files. */
  static Conversions ofDefaults() {
    return new Conversions(null, Value.dict(Map.of()), Position.NONE);
  }

  static Class<?> rawClass(Type type) {
    return type instanceof ParameterizedType p ? (Class<?>) p.getRawType() : (Class<?>) type;
  }

  static Optional<Type> elementType(Type type) {
    if (rawClass(type) != List.class) {
      return Optional.empty();
    }
    return Optional.of(((ParameterizedType) type).getActualTypeArguments()[0]);
  }

  static List<String> choices(Class<?> type, List<String> declared) {
    if (type.isEnum() && declared.isEmpty()) {
      return Arrays.stream(type.getEnumConstants())
          .map(c -> ((Enum<?>) c).name().toLowerCase(Locale.ROOT))
          .toList();
    }
    return declared;
  }

  static boolean needsResolver(Class<?> type) {
    return type == ControllerFile.class
        || type == RenderedTemplate.class
        || type == FileSource.class;
  }

  static String typeName(Type type) {
    Class<?> raw = rawClass(type);
    if (raw == boolean.class) {
      return "bool";
    }
    if (raw == int.class || raw == long.class || raw == Integer.class || raw == Long.class) {
      return "int";
    }
    if (raw == double.class || raw == Double.class) {
      return "float";
    }
    if (raw == Map.class) {
      return "dict";
    }
    if (raw == Value.class) {
      return "any";
    }
    if (raw == Duration.class) {
      return "seconds";
    }
    if (needsResolver(raw)) {
      return "file of the controller";
    }
    if (raw == Secret.class) {
      return "secret";
    }
    if (raw == String.class || raw == Text.class || raw.isEnum()) {
      return "string";
    }
    return raw.getSimpleName().replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
  }

  Object convert(Value value, Type type, List<String> choices) {
    Class<?> raw = rawClass(type);
    if (raw == Value.class) {
      return value;
    }
    if (raw == String.class) {
      return chosen(text(value).reveal(), choices);
    }
    if (raw == Text.class) {
      return text(value);
    }
    if (raw == Secret.class) {
      return Secret.of(text(value).reveal());
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return bool(value);
    }
    if (raw == int.class || raw == Integer.class) {
      return Math.toIntExact(whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE));
    }
    if (raw == long.class || raw == Long.class) {
      return whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (raw == double.class || raw == Double.class) {
      return number(value);
    }
    if (raw == Duration.class) {
      return seconds(value);
    }
    if (raw.isEnum()) {
      return constant(raw, value, choices);
    }
    if (raw == List.class) {
      return list(value, elementType(type).orElseThrow(), choices);
    }
    if (raw == Map.class) {
      return map(value, ((ParameterizedType) type).getActualTypeArguments()[1]);
    }
    if (raw == ControllerFile.class) {
      return resolver().file(text(value).reveal(), at);
    }
    if (raw == FileSource.class) {
      return source(text(value).reveal());
    }
    if (raw == RenderedTemplate.class) {
      return resolver().template(text(value).reveal(), arguments, at);
    }
    return ofDomain(raw, value);
  }

  private FileSource source(String written) {
    boolean onHost = arguments.get("remote_src").map(Conversions::bool).orElse(false);
    return new FileSource(
        written, onHost ? Optional.empty() : Optional.of(resolver().file(written, at)));
  }

  private ParamResolver resolver() {
    if (resolver == null) {
      throw new IllegalStateException("A default can't name a file");
    }
    return resolver;
  }

  /** How a value is named in a message: never a secret. */
  private static String quoted(Value value) {
    return "\"" + value + "\"";
  }

  private static String chosen(String word, List<String> choices) {
    if (choices.isEmpty() || choices.contains(word)) {
      return word;
    }
    throw ConversionException.invalid(notAmong(Value.of(word), choices));
  }

  private static String notAmong(Value value, List<String> choices) {
    return "must be one of " + String.join(", ", choices) + ", not " + quoted(value) + ".";
  }

  static Text text(Value value) {
    if (value instanceof Value.Str str) {
      return str.text();
    }
    if (value instanceof Value.Int number) {
      return number.text();
    }
    if (value instanceof Value.Bool bool) {
      return Text.plain(bool.value() ? "True" : "False");
    }
    if (value instanceof Value.Float || value instanceof Value.Null) {
      return Text.plain(value instanceof Value.Null ? "" : Json.reveal(value));
    }
    throw ConversionException.wrongType("must be a string, not a " + value.typeName() + ".");
  }

  private static boolean bool(Value value) {
    if (value instanceof Value.Bool bool) {
      return bool.value();
    }
    String word = scalar(value, "true or false").strip().toLowerCase(Locale.ROOT);
    if (TRUE.contains(word) || word.equals("1.0")) {
      return true;
    }
    if (FALSE.contains(word) || word.equals("0.0")) {
      return false;
    }
    throw ConversionException.wrongType("must be true or false, not " + quoted(value) + ".");
  }

  private static String scalar(Value value, String wanted) {
    if (value instanceof Value.Seq || value instanceof Value.Dict) {
      throw ConversionException.wrongType(
          "must be " + wanted + ", not a " + value.typeName() + ".");
    }
    return text(value).reveal();
  }

  private static long whole(Value value, long least, long most) {
    BigInteger number = bigWhole(value);
    if (number.compareTo(BigInteger.valueOf(least)) < 0
        || number.compareTo(BigInteger.valueOf(most)) > 0) {
      throw ConversionException.invalid(
          "must be a number between " + least + " and " + most + ", not " + quoted(value) + ".");
    }
    return number.longValueExact();
  }

  private static BigInteger bigWhole(Value value) {
    if (value instanceof Value.Int number) {
      return number.value();
    }
    if (value instanceof Value.Bool bool) {
      return bool.value() ? BigInteger.ONE : BigInteger.ZERO;
    }
    String written = scalar(value, "a whole number").strip();
    try {
      return new BigInteger(written.endsWith(".0") ? written.replace(".0", "") : written);
    } catch (NumberFormatException e) {
      throw ConversionException.wrongType("must be a whole number, not " + quoted(value) + ".");
    }
  }

  private static double number(Value value) {
    if (value instanceof Value.Float number) {
      return number.value();
    }
    try {
      return Double.parseDouble(scalar(value, "a number").strip());
    } catch (NumberFormatException e) {
      throw ConversionException.wrongType("must be a number, not " + quoted(value) + ".");
    }
  }

  private static Duration seconds(Value value) {
    double seconds = number(value);
    if (!(seconds >= 0 && seconds <= Integer.MAX_VALUE)) {
      throw ConversionException.invalid("must be a number of seconds, not " + quoted(value) + ".");
    }
    return Duration.ofMillis(Math.round(seconds * 1000));
  }

  private static Object constant(Class<?> type, Value value, List<String> declared) {
    List<String> words = choices(type, declared);
    String written = value instanceof Value.Bool b ? yesOrNo(b) : scalar(value, "a word");
    int index = words.indexOf(written);
    if (index < 0 && value instanceof Value.Bool b) {
      index = words.indexOf(b.value() ? "true" : "false");
    }
    if (index < 0) {
      throw ConversionException.invalid(notAmong(value, words));
    }
    return type.getEnumConstants()[index];
  }

  private static String yesOrNo(Value.Bool bool) {
    return bool.value() ? "yes" : "no";
  }

  private List<Object> list(Value value, Type element, List<String> choices) {
    List<Object> items = new ArrayList<>();
    for (Value item : items(value)) {
      items.add(convert(item, element, choices));
    }
    return Collections.unmodifiableList(items);
  }

  private static List<Value> items(Value value) {
    if (value instanceof Value.Seq seq) {
      return seq.items();
    }
    if (value instanceof Value.Str str) {
      return split(str.text());
    }
    if (value instanceof Value.Dict) {
      throw ConversionException.wrongType("must be a list, not a dict.");
    }
    return List.of(value);
  }

  private static List<Value> split(Text text) {
    List<Value> items = new ArrayList<>();
    String all = text.reveal();
    int from = 0;
    while (from <= all.length()) {
      int comma = all.indexOf(',', from);
      int to = comma < 0 ? all.length() : comma;
      Text item = stripped(text, from, to);
      if (!item.reveal().isEmpty()) {
        items.add(Value.of(item));
      }
      from = to + 1;
    }
    return items;
  }

  private static Text stripped(Text text, int from, int to) {
    String all = text.reveal();
    int start = from;
    int end = to;
    while (start < end && Character.isWhitespace(all.charAt(start))) {
      start++;
    }
    while (end > start && Character.isWhitespace(all.charAt(end - 1))) {
      end--;
    }
    return text.slice(start, end);
  }

  private Map<String, Object> map(Value value, Type element) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (Map.Entry<Value, Value> entry : mapping(value).entries().entrySet()) {
      map.put(text(entry.getKey()).reveal(), convert(entry.getValue(), element, List.of()));
    }
    return Collections.unmodifiableMap(map);
  }

  private static Value.Dict mapping(Value value) {
    if (value instanceof Value.Dict dict) {
      return dict;
    }
    if (value instanceof Value.Str str) {
      String written = str.reveal().strip();
      if (written.startsWith("{")) {
        return json(str, written);
      }
      if (written.contains("=")) {
        return KeyValues.parse(str.text());
      }
    }
    throw ConversionException.wrongType("must be a dict, not " + quoted(value) + ".");
  }

  private static Value.Dict json(Value.Str str, String written) {
    try {
      if (Json.parse(written, str.origin().file()) instanceof Value.Dict dict) {
        return dict;
      }
    } catch (ProvisionException e) {
      throw ConversionException.wrongType("must be a dict, but is no valid JSON.");
    }
    throw ConversionException.wrongType("must be a dict, not " + quoted(str) + ".");
  }

  private static Object ofDomain(Class<?> type, Value value) {
    try {
      Method reader = type.getMethod("fromValue", Value.class);
      return reader.invoke(null, value);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException) {
        throw ConversionException.invalid(String.valueOf(e.getCause().getMessage()));
      }
      throw new IllegalStateException("[" + type.getName() + "] can't be read", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "[" + type.getName() + "] has no public static fromValue(Value)", e);
    }
  }
}
