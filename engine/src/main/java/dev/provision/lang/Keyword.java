package dev.provision.lang;

import dev.provision.lang.KeywordType.Inheritance;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Every keyword of plays, roles, blocks and tasks: where it may stand, what it takes, how it
 * reaches what stands inside, and whether we act on it. The page on what is supported is made from
 * this table.
 */
public enum Keyword {
  // All levels
  NAME(KeywordType.STRING, Inheritance.NONE, "PRBT"),
  VARS(KeywordType.VARIABLES, Inheritance.MERGED, "PRBT"),
  TAGS(KeywordType.WORDS, Inheritance.EXTENDED, "PRBT"),
  ENVIRONMENT(KeywordType.DICTS, Inheritance.EXTENDED, "PRBT"),
  MODULE_DEFAULTS(KeywordType.DICTS, Inheritance.EXTENDED, "PRBT"),
  COLLECTIONS(KeywordType.STRINGS, Inheritance.NEAREST, "PRBT"),
  BECOME(KeywordType.BOOL, Inheritance.NEAREST, "PRBT"),
  BECOME_USER(KeywordType.STRING, Inheritance.NEAREST, "PRBT"),
  BECOME_METHOD(KeywordType.STRING, Inheritance.NEAREST, "PRBT"),
  BECOME_EXE(KeywordType.STRING, Inheritance.NEAREST, "PRBT"),
  BECOME_FLAGS(KeywordType.STRING, Inheritance.NEAREST, "PRBT"),
  CONNECTION(KeywordType.STRING, Inheritance.NEAREST, "PRBT"),
  PORT(KeywordType.INT, Inheritance.NEAREST, "PRBT"),
  REMOTE_USER(KeywordType.STRING, Inheritance.NEAREST, "PRBT"),
  NO_LOG(KeywordType.BOOL, Inheritance.NEAREST, "PRBT"),
  CHECK_MODE(KeywordType.BOOL, Inheritance.NEAREST, "PRBT"),
  DIFF(KeywordType.BOOL, Inheritance.NEAREST, "PRBT"),
  IGNORE_ERRORS(KeywordType.BOOL, Inheritance.NEAREST, "PRBT"),
  IGNORE_UNREACHABLE(KeywordType.BOOL, Inheritance.NEAREST, "PRBT"),
  ANY_ERRORS_FATAL(KeywordType.BOOL, Inheritance.NEAREST, "PRBT"),
  RUN_ONCE(KeywordType.BOOL, Inheritance.NEAREST, "PRBT"),
  THROTTLE(KeywordType.INT, Inheritance.NEAREST, "PRBT"),
  TIMEOUT(KeywordType.INT, Inheritance.NEAREST, "PRBT"),
  DEBUGGER(
      KeywordType.STRING,
      Inheritance.NEAREST,
      "PRBT",
      "There is no task debugger; the keyword does nothing."),

  // Plays
  HOSTS(KeywordType.STRINGS, Inheritance.NONE, "P"),
  ORDER(KeywordType.STRING, Inheritance.NONE, "P"),
  GATHER_FACTS(KeywordType.BOOL, Inheritance.NONE, "P"),
  GATHER_SUBSET(KeywordType.STRINGS, Inheritance.NONE, "P"),
  GATHER_TIMEOUT(KeywordType.INT, Inheritance.NONE, "P"),
  FACT_PATH(KeywordType.STRING, Inheritance.NONE, "P"),
  STRATEGY(KeywordType.STRING, Inheritance.NONE, "P"),
  SERIAL(KeywordType.NUMBERS_OR_PERCENTAGES, Inheritance.NONE, "P"),
  MAX_FAIL_PERCENTAGE(KeywordType.PERCENTAGE, Inheritance.NONE, "P"),
  FORCE_HANDLERS(KeywordType.BOOL, Inheritance.NONE, "P"),
  VARS_FILES(KeywordType.FILES, Inheritance.NONE, "P"),
  VARS_PROMPT(KeywordType.STRUCTURE, Inheritance.NONE, "P"),
  ROLES(KeywordType.STRUCTURE, Inheritance.NONE, "P"),
  PRE_TASKS(KeywordType.STRUCTURE, Inheritance.NONE, "P"),
  TASKS(KeywordType.STRUCTURE, Inheritance.NONE, "P"),
  POST_TASKS(KeywordType.STRUCTURE, Inheritance.NONE, "P"),
  HANDLERS(KeywordType.STRUCTURE, Inheritance.NONE, "P"),

  // Blocks
  BLOCK(KeywordType.STRUCTURE, Inheritance.NONE, "B"),
  RESCUE(KeywordType.STRUCTURE, Inheritance.NONE, "B"),
  ALWAYS(KeywordType.STRUCTURE, Inheritance.NONE, "B"),

  // Roles, blocks and tasks
  WHEN(KeywordType.CONDITIONS, Inheritance.EXTENDED, "RBT"),
  DELEGATE_TO(KeywordType.STRING, Inheritance.NEAREST, "RBT"),
  DELEGATE_FACTS(KeywordType.BOOL, Inheritance.NEAREST, "RBT"),
  NOTIFY(KeywordType.STRINGS, Inheritance.EXTENDED, "BT"),

  // Tasks
  ACTION(KeywordType.STRUCTURE, Inheritance.NONE, "T"),
  LOCAL_ACTION(KeywordType.STRUCTURE, Inheritance.NONE, "T"),
  ARGS(KeywordType.STRUCTURE, Inheritance.NONE, "T"),
  LOOP(KeywordType.ANY, Inheritance.NONE, "T"),
  LOOP_CONTROL(KeywordType.STRUCTURE, Inheritance.NONE, "T"),
  REGISTER(KeywordType.NAME, Inheritance.NONE, "T"),
  UNTIL(KeywordType.CONDITIONS, Inheritance.NONE, "T"),
  RETRIES(KeywordType.INT, Inheritance.NONE, "T"),
  DELAY(KeywordType.INT, Inheritance.NONE, "T"),
  CHANGED_WHEN(KeywordType.CONDITIONS, Inheritance.NONE, "T"),
  FAILED_WHEN(KeywordType.CONDITIONS, Inheritance.NONE, "T"),
  ASYNC(KeywordType.INT, Inheritance.NONE, "T"),
  POLL(KeywordType.INT, Inheritance.NONE, "T"),
  LISTEN(KeywordType.STRINGS, Inheritance.NONE, "H");

  /** Where a keyword may stand. */
  public enum Place {
    PLAY("play"),
    ROLE("role"),
    BLOCK("block"),
    TASK("task"),
    HANDLER("handler");

    private final String word;

    Place(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  private static final Map<String, Keyword> BY_NAME = byName();

  private final KeywordType type;
  private final Inheritance inheritance;
  private final String letters;
  private final Optional<String> unsupported;

  Keyword(KeywordType type, Inheritance inheritance, String places) {
    this(type, inheritance, places, Optional.empty());
  }

  Keyword(KeywordType type, Inheritance inheritance, String places, String unsupported) {
    this(type, inheritance, places, Optional.of(unsupported));
  }

  Keyword(KeywordType type, Inheritance inheritance, String places, Optional<String> unsupported) {
    this.type = type;
    this.inheritance = inheritance;
    this.letters = places;
    this.unsupported = unsupported;
  }

  private static Map<String, Keyword> byName() {
    Map<String, Keyword> names = new TreeMap<>();
    for (Keyword keyword : values()) {
      names.put(keyword.word(), keyword);
    }
    return names;
  }

  /** The keyword as users write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public KeywordType type() {
    return type;
  }

  /** How its value reaches what stands inside. */
  public Inheritance inheritance() {
    return inheritance;
  }

  public Set<Place> places() {
    return Arrays.stream(Place.values())
        .filter(this::isAllowedIn)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Place.class)));
  }

  /** A handler takes all that a task takes. */
  public boolean isAllowedIn(Place place) {
    return letters.indexOf(place.name().charAt(0)) >= 0
        || (place == Place.HANDLER && letters.indexOf('T') >= 0);
  }

  /** Why we accept the keyword without acting on it; empty where it is supported. */
  public Optional<String> unsupported() {
    return unsupported;
  }

  public static Optional<Keyword> of(String word) {
    return Optional.ofNullable(BY_NAME.get(word));
  }

  /** The words allowed in a place. */
  public static List<String> words(Place place) {
    return Arrays.stream(values()).filter(k -> k.isAllowedIn(place)).map(Keyword::word).toList();
  }
}
