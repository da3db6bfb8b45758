package dev.provision.module;

import dev.provision.host.files.FileContent;
import dev.provision.host.files.Mode;
import dev.provision.value.Secret;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A state record to a value that can be journaled, and back without loss. Components may be
 * strings, texts, secrets, numbers, bools, enums, values, modes, file contents, records, and
 * optionals, lists, sets and string-keyed maps of all these.
 */
public final class StateCodec {

  private static final String BASE64 = "base64";
  private static final String SHA256 = "sha256";
  private static final String SIZE = "size";

  private StateCodec() {}

  /** What a component looks like in a diff; see {@link Shown} for types of our own. */
  public static Value show(Object component) {
    return Shown.of(component);
  }

  public static Value.Dict encode(Record state) {
    Map<String, Value> entries = new LinkedHashMap<>();
    for (RecordComponent component : state.getClass().getRecordComponents()) {
      entries.put(component.getName(), value(Components.get(state, component.getName())));
    }
    return Value.dict(entries);
  }

  private static Value value(Object component) {
    if (component instanceof FileContent content) {
      return content(content);
    }
    if (component instanceof Record record && !(component instanceof Mode)) {
      return component instanceof Text text ? Value.of(text) : encode(record);
    }
    if (component instanceof Enum<?> constant) {
      return Value.of(constant.name().toLowerCase(Locale.ROOT));
    }
    if (component instanceof Optional<?> optional) {
      // In a list, so that an optional null is not lost.
      return Value.list(optional.map(o -> List.of(value(o))).orElse(List.of()));
    }
    if (component instanceof Collection<?> items) {
      return Value.list(items.stream().map(StateCodec::value).toList());
    }
    if (component instanceof Map<?, ?> map) {
      Map<Value, Value> entries = new LinkedHashMap<>();
      map.forEach((key, item) -> entries.put(Value.of((String) key), value(item)));
      return Value.dictOf(entries);
    }
    if (component instanceof Double number) {
      return Value.of(number.doubleValue());
    }
    return Shown.of(component);
  }

  private static Value content(FileContent content) {
    if (content.text().isPresent()) {
      return Value.of(content.text().get());
    }
    Map<String, Value> entries = new LinkedHashMap<>();
    entries.put(SHA256, Value.of(content.sha256()));
    entries.put(SIZE, Value.of(content.size()));
    content
        .reveal()
        .ifPresent(
            bytes -> entries.put(BASE64, Value.of(Base64.getEncoder().encodeToString(bytes))));
    return Value.dict(entries);
  }

  /**
   * The state that {@link #encode} wrote.
   *
   * @throws IllegalArgumentException where {@code value} is no such thing
   */
  public static <S extends Record> S decode(Class<S> type, Value.Dict value) {
    RecordComponent[] components = type.getRecordComponents();
    Object[] arguments = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      String name = components[i].getName();
      Value written =
          value.get(name).orElseThrow(() -> new IllegalArgumentException("No '" + name + "'"));
      arguments[i] = component(components[i].getGenericType(), written);
      types[i] = components[i].getType();
    }
    try {
      Constructor<S> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("Not a " + type.getSimpleName(), e);
    }
  }

  private static Object component(Type type, Value value) {
    Class<?> raw = Conversions.rawClass(type);
    if (raw == FileContent.class) {
      return content(value);
    }
    if (raw == Mode.class) {
      return Mode.ofOctal(text(value).reveal());
    }
    if (raw == Optional.class) {
      return items(value).stream().map(v -> component(argument(type, 0), v)).findFirst();
    }
    if (raw == List.class) {
      return items(value).stream().map(v -> component(argument(type, 0), v)).toList();
    }
    if (raw == Set.class) {
      Set<Object> set = new LinkedHashSet<>();
      items(value).forEach(v -> set.add(component(argument(type, 0), v)));
      return Collections.unmodifiableSet(set);
    }
    if (raw == Map.class) {
      Map<String, Object> map = new LinkedHashMap<>();
      dict(value)
          .entries()
          .forEach((key, item) -> map.put(text(key).reveal(), component(argument(type, 1), item)));
      return Collections.unmodifiableMap(map);
    }
    return scalar(raw, value);
  }

  private static Object scalar(Class<?> raw, Value value) {
    if (raw == Value.class) {
      return value;
    }
    if (raw == String.class) {
      return text(value).reveal();
    }
    if (raw == Text.class) {
      return text(value);
    }
    if (raw == Secret.class) {
      return Secret.of(text(value).reveal());
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return cast(Value.Bool.class, value).value();
    }
    if (raw == int.class || raw == Integer.class) {
      return cast(Value.Int.class, value).value().intValueExact();
    }
    if (raw == long.class || raw == Long.class) {
      return cast(Value.Int.class, value).value().longValueExact();
    }
    if (raw == double.class || raw == Double.class) {
      return value instanceof Value.Int whole
          ? whole.value().doubleValue()
          : cast(Value.Float.class, value).value();
    }
    if (raw.isEnum()) {
      return constant(raw, text(value).reveal());
    }
    return decode(raw.asSubclass(Record.class), dict(value));
  }

  private static Object constant(Class<?> type, String word) {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equalsIgnoreCase(word)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("No " + type.getSimpleName() + " '" + word + "'");
  }

  private static FileContent content(Value value) {
    if (value instanceof Value.Str str) {
      return FileContent.of(str.text());
    }
    Value.Dict dict = dict(value);
    Optional<Value> bytes = dict.get(BASE64);
    if (bytes.isPresent()) {
      return FileContent.of(Base64.getDecoder().decode(text(bytes.get()).reveal()));
    }
    return FileContent.digestOnly(
        text(dict.get(SHA256).orElse(Value.NULL)).reveal(),
        cast(Value.Int.class, dict.get(SIZE).orElse(Value.NULL)).value().longValueExact());
  }

  private static Type argument(Type type, int index) {
    return ((ParameterizedType) type).getActualTypeArguments()[index];
  }

  private static List<Value> items(Value value) {
    return new ArrayList<>(cast(Value.Seq.class, value).items());
  }

  private static Value.Dict dict(Value value) {
    return cast(Value.Dict.class, value);
  }

  private static Text text(Value value) {
    return cast(Value.Str.class, value).text();
  }

  private static <T> T cast(Class<T> type, Value value) {
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(
          "A " + value.typeName() + " instead of a " + type.getSimpleName());
    }
    return type.cast(value);
  }
}
