package dev.provision.lang;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.diag.Suggestions;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Reads the keywords of a mapping and checks their values, as far as they are no templates. */
final class KeywordReader {

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** Words that Python or Ansible keep for themselves. */
  private static final Set<String> RESERVED =
      Set.of(
          "False",
          "None",
          "True",
          "and",
          "as",
          "assert",
          "async",
          "await",
          "break",
          "class",
          "continue",
          "def",
          "del",
          "elif",
          "else",
          "except",
          "finally",
          "for",
          "from",
          "global",
          "if",
          "import",
          "in",
          "is",
          "lambda",
          "nonlocal",
          "not",
          "or",
          "pass",
          "raise",
          "return",
          "try",
          "while",
          "with",
          "yield");

  private final Problems problems;

  KeywordReader(Problems problems) {
    this.problems = problems;
  }

  /**
   * The keywords of a mapping; what is none of the place's is a problem.
   *
   * @param other keys that somebody else reads
   */
  Keywords read(Value.Dict source, Keyword.Place place, Predicate<String> other) {
    Map<Keyword, Value> found = new EnumMap<>(Keyword.class);
    source
        .entries()
        .forEach(
            (key, value) -> {
              String word = Conversions.text(key);
              Optional<Keyword> keyword = Keyword.of(word).filter(k -> k.isAllowedIn(place));
              if (keyword.isPresent()) {
                keyword(keyword.get(), key, value, found);
              } else if (!other.test(word)) {
                unknown(word, key.origin(), place);
              }
            });
    return new Keywords(found);
  }

  private void keyword(Keyword keyword, Value key, Value value, Map<Keyword, Value> found) {
    keyword
        .unsupported()
        .ifPresent(why -> problems.warning(ErrorCode.UNSUPPORTED_KEYWORD, key.origin(), why));
    // A key without a value counts as not written.
    if (!(value instanceof Value.Null) || keyword == Keyword.HOSTS) {
      checked(keyword, value).ifPresent(read -> found.put(keyword, read));
    }
  }

  void unknown(String word, Position at, Keyword.Place place) {
    StringBuilder detail = new StringBuilder();
    detail
        .append("A ")
        .append(place.word())
        .append(" has no keyword \"")
        .append(word)
        .append("\".");
    Optional<Keyword> elsewhere = Keyword.of(word);
    if (elsewhere.isPresent()) {
      List<String> places = elsewhere.get().places().stream().map(Keyword.Place::word).toList();
      detail.append(" It belongs to: ").append(String.join(", ", places)).append('.');
    } else {
      Suggestions.didYouMean(word, Keyword.words(place))
          .ifPresent(s -> detail.append(' ').append(s));
    }
    problems.error(ErrorCode.UNKNOWN_KEYWORD, at, detail.toString());
  }

  /**
   * The value as the keyword keeps it; nothing where its type is wrong, which is a problem then.
   */
  private Optional<Value> checked(Keyword keyword, Value value) {
    Optional<Value> read =
        switch (keyword.type()) {
          case BOOL -> only(value, isTemplate(value) || Conversions.bool(value).isPresent());
          case INT -> only(value, isTemplate(value) || Conversions.integer(value).isPresent());
          case STRING -> only(value, isScalar(value));
          case STRINGS -> only(value, areAll(value, KeywordReader::isScalar));
          case WORDS ->
              only(value, areAll(value, KeywordReader::isScalar)).map(KeywordReader::words);
          case DICTS -> only(value, areAll(value, v -> v instanceof Value.Dict || isTemplate(v)));
          case VARIABLES -> variables(value);
          case CONDITIONS -> only(value, areAll(value, KeywordReader::isScalar));
          case PERCENTAGE -> only(value, isTemplate(value) || isPercentage(value));
          case NUMBERS_OR_PERCENTAGES ->
              only(value, areAll(value, v -> isTemplate(v) || isPercentage(v)));
          case FILES -> only(value, areAll(value, v -> areAll(v, KeywordReader::isScalar)));
          case NAME -> name(value);
          case STRUCTURE, ANY -> Optional.of(value);
        };
    if (read.isEmpty()) {
      wrongType(keyword.word(), keyword.type().words(), value);
    }
    return read;
  }

  void wrongType(String word, String wanted, Value value) {
    problems.error(
        ErrorCode.WRONG_TYPE,
        value.origin(),
        "\""
            + word
            + "\" takes "
            + wanted
            + ", and this is a "
            + value.typeName()
            + described(value)
            + ".");
  }

  private static String described(Value value) {
    boolean scalar = isScalar(value) && !value.hasSecret() && value.toString().length() <= 40;
    return scalar ? " (" + value + ")" : "";
  }

  private static Optional<Value> only(Value value, boolean valid) {
    return valid ? Optional.of(value) : Optional.empty();
  }

  private static boolean areAll(Value value, Predicate<Value> valid) {
    return value instanceof Value.Seq seq
        ? seq.items().stream().allMatch(valid)
        : valid.test(value);
  }

  static boolean isScalar(Value value) {
    return !(value instanceof Value.Seq) && !(value instanceof Value.Dict);
  }

  private static boolean isTemplate(Value value) {
    return value instanceof Value.Str && value.hasTemplate();
  }

  private static boolean isPercentage(Value value) {
    String text = Conversions.text(value).strip();
    String number = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
    return !(value instanceof Value.Bool) && Conversions.decimal(Value.of(number)).isPresent();
  }

  /** Words parted by commas become items; a template is kept whole. */
  private static Value words(Value value) {
    List<Value> items = new ArrayList<>();
    List<Value> written = Conversions.items(value);
    for (Value item : written) {
      if (isTemplate(item)) {
        items.add(item);
      } else {
        Conversions.words(item).forEach(word -> items.add(Value.of(word).at(item.origin())));
      }
    }
    return Value.list(items).at(value.origin());
  }

  private Optional<Value> variables(Value value) {
    if (value instanceof Value.Seq seq && areAll(value, Value.Dict.class::isInstance)) {
      Map<Value, Value> all = new LinkedHashMap<>();
      seq.items().forEach(item -> all.putAll(((Value.Dict) item).entries()));
      return variables(Value.dictOf(all).at(value.origin()));
    }
    if (!(value instanceof Value.Dict dict)) {
      return Optional.empty();
    }
    checkNames(dict);
    return Optional.of(value);
  }

  /** Each name must be one that a template can use. */
  void checkNames(Value.Dict variables) {
    variables.entries().keySet().stream()
        .filter(key -> !isName(Conversions.text(key)))
        .forEach(this::invalidName);
  }

  private void invalidName(Value key) {
    problems.error(
        ErrorCode.INVALID_NAME,
        key.origin(),
        "\""
            + key
            + "\" can't name a variable: a name is letters, digits and underscores, does not start"
            + " with a digit, and is no word of Python.");
  }

  private Optional<Value> name(Value value) {
    if (!(value instanceof Value.Str str)) {
      return Optional.empty();
    }
    if (!isName(str.reveal())) {
      invalidName(value);
    }
    return Optional.of(value);
  }

  static boolean isName(String text) {
    return NAME.matcher(text).matches() && !RESERVED.contains(text);
  }
}
