package dev.provision.lang;

import dev.provision.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads rendered keyword values as Ansible does. */
public final class Conversions {

  private static final Set<String> TRUE = Set.of("y", "yes", "on", "1", "true", "t");
  private static final Set<String> FALSE = Set.of("n", "no", "off", "0", "false", "f");

  private Conversions() {}

  /** The characters of a scalar as Ansible's own string conversion gives them. Reveals secrets. */
  public static String text(Value value) {
    if (value instanceof Value.Str str) {
      return str.reveal();
    }
    if (value instanceof Value.Bool bool) {
      return bool.value() ? "True" : "False";
    }
    return value instanceof Value.Int i ? i.text().reveal() : value.toString();
  }

  /** Nothing where the value is neither true nor false. */
  public static Optional<Boolean> bool(Value value) {
    if (value instanceof Value.Bool bool) {
      return Optional.of(bool.value());
    }
    String word = text(value).toLowerCase(Locale.ROOT).strip();
    if (value instanceof Value.Float f && f.value() == 1) {
      return Optional.of(true);
    }
    if (value instanceof Value.Float f && f.value() == 0) {
      return Optional.of(false);
    }
    if (TRUE.contains(word)) {
      return Optional.of(true);
    }
    return FALSE.contains(word) ? Optional.of(false) : Optional.empty();
  }

  /** Nothing where the value is no whole number. */
  public static OptionalLong integer(Value value) {
    try {
      if (value instanceof Value.Int i) {
        return OptionalLong.of(i.value().longValueExact());
      }
      if (value instanceof Value.Float f) {
        return OptionalLong.of((long) f.value());
      }
      if (value instanceof Value.Str str) {
        return OptionalLong.of(Long.parseLong(str.reveal().strip()));
      }
    } catch (ArithmeticException | NumberFormatException e) {
      return OptionalLong.empty();
    }
    return OptionalLong.empty();
  }

  /** Nothing where the value is no number. */
  public static Optional<BigDecimal> decimal(Value value) {
    try {
      return value instanceof Value.Bool
          ? Optional.empty()
          : Optional.of(new BigDecimal(text(value).strip()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** A list's items, or the one value. */
  static List<Value> items(Value value) {
    return value instanceof Value.Seq seq ? seq.items() : List.of(value);
  }

  /** The words of a list or of strings parted by commas; blanks around them don't count. */
  public static List<String> words(Value value) {
    List<String> words = new ArrayList<>();
    if (value instanceof Value.Seq seq) {
      seq.items().forEach(item -> words.addAll(words(item)));
    } else if (!(value instanceof Value.Null)) {
      for (String word : text(value).split(",", -1)) {
        if (!word.isBlank()) {
          words.add(word.strip());
        }
      }
    }
    return words;
  }
}
