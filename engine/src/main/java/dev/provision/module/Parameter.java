package dev.provision.module;

import dev.provision.value.Value;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One component of a parameter record, with what its {@link Param} says. */
final class Parameter {

  private final String name;
  private final Param says;
  private final Type type;

  private Parameter(String name, Param says, Type type) {
    this.name = name;
    this.says = says;
    this.type = type;
  }

  static Parameter of(RecordComponent component) {
    Param says = component.getAnnotation(Param.class);
    if (says == null) {
      throw new IllegalStateException(
          "["
              + component.getDeclaringRecord().getName()
              + "] has a component without @Param: "
              + component.getName());
    }
    String name = says.name().isEmpty() ? snakeCase(component.getName()) : says.name();
    return new Parameter(name, says, component.getGenericType());
  }

  private static String snakeCase(String javaName) {
    return javaName.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }

  String name() {
    return name;
  }

  List<String> aliases() {
    return List.of(says.aliases());
  }

  List<String> allNames() {
    if (isRest()) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    names.add(name);
    names.addAll(aliases());
    return names;
  }

  String description() {
    return says.value();
  }

  String example() {
    return says.example();
  }

  Optional<String> deprecated() {
    return says.deprecated().isEmpty() ? Optional.empty() : Optional.of(says.deprecated());
  }

  boolean isRest() {
    return says.rest();
  }

  Optional<String> defaultValue() {
    return says.defaultValue().equals(Param.NONE)
        ? Optional.empty()
        : Optional.of(says.defaultValue());
  }

  boolean isRequired() {
    return !isOptional() && !isRest() && defaultValue().isEmpty();
  }

  private boolean isOptional() {
    return Conversions.rawClass(type) == Optional.class;
  }

  /** An explicit null says the same as leaving it out, except where any value is wanted. */
  boolean isGiven(Value value) {
    return !(value instanceof Value.Null);
  }

  boolean needsResolver() {
    return Conversions.needsResolver(Conversions.rawClass(valueType()));
  }

  /** The type without an {@code Optional} around it. */
  Type valueType() {
    return isOptional() ? ((ParameterizedType) type).getActualTypeArguments()[0] : type;
  }

  Object convert(Value value, Conversions conversions) {
    Object converted = conversions.convert(value, valueType(), List.of(says.choices()));
    return isOptional() ? Optional.of(converted) : converted;
  }

  /** The component's value where the argument was not given; empty where it must be. */
  Optional<Object> whenLeftOut() {
    if (isOptional()) {
      return Optional.of(Optional.empty());
    }
    if (isRest()) {
      return Optional.of(Map.of());
    }
    return defaultValue().map(this::defaultOf);
  }

  private Object defaultOf(String written) {
    Class<?> raw = Conversions.rawClass(type);
    if (raw == List.class && written.isEmpty()) {
      return List.of();
    }
    if (raw == Map.class && written.isEmpty()) {
      return Map.of();
    }
    return Conversions.ofDefaults().convert(Value.of(written), type, List.of(says.choices()));
  }

  /** The words that are allowed, or nothing where any are. */
  List<String> choices() {
    Type inner = Conversions.elementType(valueType()).orElse(valueType());
    return Conversions.choices(Conversions.rawClass(inner), List.of(says.choices()));
  }

  /** The type's name as users know it. */
  String typeName() {
    Type value = valueType();
    Class<?> raw = Conversions.rawClass(value);
    if (raw == List.class) {
      return "list of " + Conversions.typeName(Conversions.elementType(value).orElseThrow());
    }
    return Conversions.typeName(value);
  }

  @Override
  public String toString() {
    return name + ": " + typeName() + Arrays.toString(says.aliases());
  }
}
