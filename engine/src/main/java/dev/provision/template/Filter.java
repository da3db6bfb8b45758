package dev.provision.template;

import dev.provision.value.Value;

/**
 * A filter: {@code a | f(b)}.
 *
 * @param kind what is special about it
 * @param fixedBy of a filter that is {@link Kind#VARYING}, the parameter that makes it give the
 *     same each time; empty where there is none
 */
record Filter(String name, Signature signature, Body body, Kind kind, String fixedBy) {

  enum Kind {
    PLAIN,
    /** Its text stays text where a template is nothing else, though it looks like a list. */
    KEEPS_TEXT,
    /** It differs from call to call. */
    VARYING,
    /** It is known only by name. */
    MISSING
  }

  @FunctionalInterface
  interface Body {
    Value apply(Value input, Signature.Bound arguments, Evaluation run);
  }

  Value apply(Value input, Arguments arguments, Evaluation run) {
    return body.apply(input, signature.bind(arguments), run);
  }

  boolean keepsText() {
    return kind == Kind.KEEPS_TEXT;
  }

  boolean missing() {
    return kind == Kind.MISSING;
  }

  /** Whether a call with these arguments gives the same each time. */
  boolean isPure(Expr.Args args) {
    return kind != Kind.VARYING || !fixedBy.isEmpty() && signature.isGiven(fixedBy, args);
  }
}
