package dev.provision.module;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

/** A state record's components by name. */
public final class Components {

  private Components() {}

  public static List<String> names(Class<?> record) {
    return Arrays.stream(record.getRecordComponents()).map(RecordComponent::getName).toList();
  }

  public static Object get(Record record, String name) {
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      if (component.getName().equals(name)) {
        return read(record, component);
      }
    }
    throw new IllegalArgumentException(
        "[" + record.getClass().getSimpleName() + "] has no component '" + name + "'");
  }

  private static Object read(Record record, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("Can't read component '" + component.getName() + "'", e);
    }
  }
}
