package dev.provision.template;

import dev.provision.value.Value;

/**
 * A test: {@code a is t(b)}.
 *
 * @param wantsReference whether the subject need not be rendered: {@code defined}
 */
record Test(String name, Signature signature, Body body, boolean wantsReference) {

  @FunctionalInterface
  interface Body {
    boolean holds(Value subject, Signature.Bound arguments, Evaluation run);
  }

  boolean holds(Value subject, Arguments arguments, Evaluation run) {
    return body.holds(subject, signature.bind(arguments), run);
  }
}
