package dev.provision.module;

import dev.provision.value.Value;

/** A state record to a value that can be shown and journaled, and back. */
public final class StateCodec {

  private StateCodec() {}

  /** What a component looks like as a value; see {@link Shown} for types of our own. */
  public static Value show(Object component) {
    return Shown.of(component);
  }
}
