package dev.provision.template;

import dev.provision.value.Value;

/** A test: {@code a is t(b)}. */
record Test(String name, Signature signature, Body body) {

  @FunctionalInterface
  interface Body {
    boolean holds(Value subject, Signature.Bound arguments, Evaluation run);
  }

  boolean holds(Value subject, Arguments arguments, Evaluation run) {
    return body.holds(subject, signature.bind(arguments), run);
  }
}
