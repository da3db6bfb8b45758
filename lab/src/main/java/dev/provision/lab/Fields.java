package dev.provision.lab;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.diag.Suggestions;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads the entries of one mapping by name and type. What is wrong goes to the problems, and a
 * harmless value takes its place, so that reading goes on and all problems are found at once.
 */
final class Fields {

  private final Value.Dict dict;
  private final String subject;
  private final Problems problems;
  private final Set<String> asked = new LinkedHashSet<>();

  /**
   * @param subject what the mapping describes, as it is named in messages: {@code machine}
   */
  private Fields(Value.Dict dict, String subject, Problems problems) {
    this.dict = dict;
    this.subject = subject;
    this.problems = problems;
  }

  static Optional<Fields> of(Value value, String subject, Problems problems) {
    if (value instanceof Value.Dict) {
      return Optional.of(new Fields((Value.Dict) value, subject, problems));
    }
    problems.error(
        ErrorCode.WRONG_TYPE,
        value.origin(),
        "The description of a " + subject + " is a mapping, not a " + value.typeName() + ".");
    return Optional.empty();
  }

  Position origin() {
    return dict.origin();
  }

  /** The place of a value, or of the whole mapping where it is missing. */
  Position at(String key) {
    return dict.get(key).map(Value::origin).orElse(dict.origin());
  }

  Optional<Value> value(String key) {
    asked.add(key);
    return dict.get(key).filter(value -> !(value instanceof Value.Null));
  }

  Value required(String key) {
    return value(key).orElseGet(() -> missing(key));
  }

  private Value missing(String key) {
    problems.error(
        ErrorCode.MISSING_KEYWORD,
        dict.origin(),
        "The " + subject + " lacks \"" + key + "\", which has no default.");
    return Value.NULL;
  }

  String text(String key, String fallback) {
    return value(key).map(value -> word(value, key)).orElse(fallback);
  }

  /** Empty, with a problem, where it is missing. */
  String requiredText(String key) {
    Value value = required(key);
    return value instanceof Value.Null ? "" : word(value, key);
  }

  /** Scalars as they are written: {@code distribution: 12} is text too. */
  private String word(Value value, String key) {
    if (value instanceof Value.Seq || value instanceof Value.Dict) {
      wrongType(value, key, "a text");
      return "";
    }
    return value instanceof Value.Str ? ((Value.Str) value).reveal() : value.toString();
  }

  String name(String key, String fallback, Pattern form) {
    String name = text(key, fallback);
    if (!form.matcher(name).matches()) {
      invalid(key, name, "Letters, digits and \"-\" are allowed, a letter first.");
    }
    return name;
  }

  int integer(String key, int fallback, int least, int most) {
    Optional<Value> value = value(key);
    if (value.isEmpty()) {
      return fallback;
    }
    return integer(value.get(), key, fallback, least, most);
  }

  private int integer(Value value, String key, int fallback, int least, int most) {
    if (!(value instanceof Value.Int)) {
      wrongType(value, key, "a whole number");
      return fallback;
    }
    long number = ((Value.Int) value).value().longValue();
    if (number < least || number > most) {
      problems.error(
          ErrorCode.INVALID_LAB,
          value.origin(),
          "\"" + key + "\" is " + number + "; from " + least + " to " + most + " is allowed.");
      return fallback;
    }
    return (int) number;
  }

  boolean flag(String key, boolean fallback) {
    Optional<Value> value = value(key);
    if (value.isEmpty()) {
      return fallback;
    }
    if (!(value.get() instanceof Value.Bool)) {
      wrongType(value.get(), key, "true or false");
      return fallback;
    }
    return ((Value.Bool) value.get()).value();
  }

  /** A number with a unit. {@code example} shows the form in the message. */
  <T> T quantity(String key, T fallback, Function<String, Optional<T>> parse, String example) {
    if (value(key).isEmpty()) {
      return fallback;
    }
    String text = text(key, "");
    Optional<T> parsed = parse.apply(text);
    if (parsed.isEmpty()) {
      invalid(key, text, "Write it like \"" + example + "\".");
    }
    return parsed.orElse(fallback);
  }

  <T> T choice(String key, T fallback, List<T> choices, Function<T, String> wordOf) {
    if (value(key).isEmpty()) {
      return fallback;
    }
    String word = text(key, "");
    Optional<T> chosen =
        choices.stream().filter(each -> wordOf.apply(each).equalsIgnoreCase(word)).findFirst();
    if (chosen.isEmpty()) {
      List<String> words = choices.stream().map(wordOf).toList();
      invalid(
          key,
          word,
          Suggestions.didYouMean(word, words).map(hint -> hint + " ").orElse("")
              + "Known are "
              + String.join(", ", words)
              + ".");
    }
    return chosen.orElse(fallback);
  }

  List<Value> list(String key) {
    Optional<Value> value = value(key);
    if (value.isEmpty()) {
      return List.of();
    }
    if (!(value.get() instanceof Value.Seq)) {
      wrongType(value.get(), key, "a list");
      return List.of();
    }
    return ((Value.Seq) value.get()).items();
  }

  List<String> texts(String key, Pattern form) {
    List<String> texts = new ArrayList<>();
    for (Value item : list(key)) {
      String text = word(item, key);
      if (form.matcher(text).matches()) {
        texts.add(text);
      } else {
        problems.error(
            ErrorCode.INVALID_LAB,
            item.origin(),
            "\"" + text + "\" is no valid item of " + key + ".");
      }
    }
    return texts;
  }

  List<Integer> integers(String key, int least, int most) {
    List<Integer> numbers = new ArrayList<>();
    for (Value item : list(key)) {
      numbers.add(integer(item, key, least, least, most));
    }
    return numbers;
  }

  /** The entries of a mapping whose keys are names. */
  Map<Value, Value> entries(String key) {
    Value value = required(key);
    if (value instanceof Value.Dict) {
      return ((Value.Dict) value).entries();
    }
    if (!(value instanceof Value.Null)) {
      wrongType(value, key, "a mapping");
    }
    return Map.of();
  }

  void invalid(String key, String text, String advice) {
    problems.error(
        ErrorCode.INVALID_LAB, at(key), "\"" + key + "\" can't be \"" + text + "\". " + advice);
  }

  private void wrongType(Value value, String key, String wanted) {
    problems.error(
        ErrorCode.WRONG_TYPE,
        value.origin(),
        "\"" + key + "\" takes " + wanted + ", not a " + value.typeName() + ".");
  }

  /** Called last: reports the keys that nobody has asked for. */
  void rejectUnknown() {
    for (Value key : dict.entries().keySet()) {
      String name = key.toString();
      if (!asked.contains(name)) {
        problems.error(
            ErrorCode.UNKNOWN_KEYWORD,
            key.origin(),
            "A "
                + subject
                + " has no \""
                + name
                + "\". "
                + Suggestions.didYouMean(name, asked)
                    .orElseGet(() -> "Known are " + String.join(", ", asked) + "."));
      }
    }
  }
}
