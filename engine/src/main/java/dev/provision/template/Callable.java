package dev.provision.template;

import dev.provision.value.Value;

/** Something that a template can call: a global, a macro, a method of a value. */
abstract class Callable extends Value.Opaque {

  private final String name;

  Callable(String name) {
    this.name = name;
  }

  abstract Value call(Arguments arguments, Evaluation run);

  String name() {
    return name;
  }

  @Override
  public String typeName() {
    return "function";
  }

  @Override
  public boolean isTruthy() {
    return true;
  }

  @Override
  public String toString() {
    return "<function " + name + ">";
  }
}
