package dev.provision.module;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A parameter record's components, read once by reflection. */
final class ParameterList {

  private static final ClassValue<ParameterList> READ =
      new ClassValue<>() {
        @Override
        protected ParameterList computeValue(Class<?> record) {
          return new ParameterList(record);
        }
      };

  private final List<Parameter> parameters;
  private final Map<String, Parameter> byName = new HashMap<>();

  private ParameterList(Class<?> record) {
    List<Parameter> all = new ArrayList<>();
    for (RecordComponent component : record.getRecordComponents()) {
      Parameter parameter = Parameter.of(component);
      all.add(parameter);
      for (String name : parameter.allNames()) {
        if (byName.put(name, parameter) != null) {
          throw new IllegalStateException(
              "[" + record.getSimpleName() + "] names '" + name + "' twice");
        }
      }
    }
    parameters = List.copyOf(all);
  }

  static ParameterList of(Class<?> record) {
    return READ.get(record);
  }

  List<Parameter> all() {
    return parameters;
  }

  Optional<Parameter> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  Optional<Parameter> rest() {
    return parameters.stream().filter(Parameter::isRest).findFirst();
  }

  /** All names and aliases, for suggestions. */
  List<String> names() {
    return parameters.stream()
        .filter(p -> !p.isRest())
        .flatMap(p -> p.allNames().stream())
        .toList();
  }

  <P> Constructor<P> constructor(Class<P> record) throws NoSuchMethodException {
    Class<?>[] types =
        Arrays.stream(record.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    Constructor<P> constructor = record.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor;
  }
}
