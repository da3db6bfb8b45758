package dev.provision.template;

import dev.provision.diag.Suggestions;
import dev.provision.value.Value;
import java.util.Collection;

/** Pieces of messages. */
final class Messages {

  private Messages() {}

  /** {@code Did you mean "upper"?} with a blank before it, or nothing. */
  static String didYouMean(String word, Collection<String> names) {
    return Suggestions.didYouMean(word, names).map(question -> " " + question).orElse("");
  }

  /** Two sentences; the second may be empty. */
  static String joined(String detail, String more) {
    return more.isEmpty() ? detail : detail + " " + more;
  }

  /** A type with its article, as users know it: {@code a string}, {@code an int}, {@code none}. */
  static String aType(Value value) {
    String name = value.typeName();
    if (value instanceof Value.Null) {
      return name;
    }
    if (value instanceof Value.Seq seq && seq.isTuple()) {
      return "a tuple";
    }
    return ("aeiou".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
  }
}
