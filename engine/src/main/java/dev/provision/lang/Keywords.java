package dev.provision.lang;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keywords of a play, role, block or task with their values as written: templates are not
 * rendered.
 *
 * @param values in no particular order
 * @param includeVars the variables given with the dynamic includes that brought the node; they are
 *     among {@link #vars()} too, but win over facts that were set
 */
public record Keywords(Map<Keyword, Value> values, Value.Dict includeVars) {

  private static final Value.Dict NO_VARS = Value.dict(Map.of());

  public static final Keywords NONE = new Keywords(Map.of());

  Keywords(Map<Keyword, Value> values) {
    this(values, NO_VARS);
  }

  public Keywords {
    EnumMap<Keyword, Value> copy = new EnumMap<>(Keyword.class);
    copy.putAll(values);
    values = Collections.unmodifiableMap(copy);
  }

  public Optional<Value> get(Keyword keyword) {
    return Optional.ofNullable(values.get(keyword));
  }

  public boolean has(Keyword keyword) {
    return values.containsKey(keyword);
  }

  /** A list's items, or the one value; empty where the keyword is not there. */
  public List<Value> list(Keyword keyword) {
    Value value = values.get(keyword);
    if (value == null) {
      return List.of();
    }
    return Conversions.items(value);
  }

  /** All conditions, the outermost first; each must hold. */
  public List<Value> when() {
    return list(Keyword.WHEN);
  }

  /** All tags, those of what encloses it first. A template may give several, parted by commas. */
  public List<Value> tags() {
    return list(Keyword.TAGS);
  }

  /** Mappings or templates that give one; later ones win. */
  public List<Value> environment() {
    return list(Keyword.ENVIRONMENT);
  }

  /** Mappings from module names and {@code group/…} to arguments; later ones win. */
  public List<Value> moduleDefaults() {
    return list(Keyword.MODULE_DEFAULTS);
  }

  /** The variables; empty where there are none. */
  public Value.Dict vars() {
    Value value = values.get(Keyword.VARS);
    return value instanceof Value.Dict dict ? dict : NO_VARS;
  }

  /** The handlers to notify, those of blocks first. */
  public List<Value> notified() {
    return list(Keyword.NOTIFY);
  }

  public Optional<Value> become() {
    return get(Keyword.BECOME);
  }

  public Optional<Value> becomeUser() {
    return get(Keyword.BECOME_USER);
  }

  public Optional<Value> becomeMethod() {
    return get(Keyword.BECOME_METHOD);
  }

  public Optional<Value> becomeExe() {
    return get(Keyword.BECOME_EXE);
  }

  public Optional<Value> becomeFlags() {
    return get(Keyword.BECOME_FLAGS);
  }

  public Optional<Value> connection() {
    return get(Keyword.CONNECTION);
  }

  public Optional<Value> port() {
    return get(Keyword.PORT);
  }

  public Optional<Value> remoteUser() {
    return get(Keyword.REMOTE_USER);
  }

  public Optional<Value> noLog() {
    return get(Keyword.NO_LOG);
  }

  public Optional<Value> checkMode() {
    return get(Keyword.CHECK_MODE);
  }

  public Optional<Value> diff() {
    return get(Keyword.DIFF);
  }

  public Optional<Value> ignoreErrors() {
    return get(Keyword.IGNORE_ERRORS);
  }

  public Optional<Value> ignoreUnreachable() {
    return get(Keyword.IGNORE_UNREACHABLE);
  }

  public Optional<Value> anyErrorsFatal() {
    return get(Keyword.ANY_ERRORS_FATAL);
  }

  public Optional<Value> runOnce() {
    return get(Keyword.RUN_ONCE);
  }

  public Optional<Value> throttle() {
    return get(Keyword.THROTTLE);
  }

  public Optional<Value> timeout() {
    return get(Keyword.TIMEOUT);
  }

  public Optional<Value> delegateTo() {
    return get(Keyword.DELEGATE_TO);
  }

  public Optional<Value> delegateFacts() {
    return get(Keyword.DELEGATE_FACTS);
  }

  /** These keywords as they count inside of {@code outer}. */
  public Keywords under(Keywords outer) {
    EnumMap<Keyword, Value> all = new EnumMap<>(Keyword.class);
    outer.values.forEach(
        (keyword, value) -> {
          if (keyword.inheritance() != KeywordType.Inheritance.NONE) {
            all.put(keyword, value);
          }
        });
    values.forEach(
        (keyword, value) -> all.merge(keyword, value, (o, own) -> over(keyword, o, own)));
    return new Keywords(all, merged(outer.includeVars, includeVars));
  }

  private static Value over(Keyword keyword, Value outer, Value own) {
    return switch (keyword.inheritance()) {
      case NONE, NEAREST -> own;
      case EXTENDED -> extended(outer, own);
      case MERGED -> merged(outer, own);
    };
  }

  private static Value extended(Value outer, Value own) {
    List<Value> items = new ArrayList<>(Conversions.items(outer));
    for (Value item : Conversions.items(own)) {
      if (!items.contains(item)) {
        items.add(item);
      }
    }
    return Value.list(items).at(own.origin());
  }

  private static Value merged(Value outer, Value own) {
    return outer instanceof Value.Dict under && own instanceof Value.Dict over
        ? merged(under, over)
        : own;
  }

  static Value.Dict merged(Value.Dict outer, Value.Dict own) {
    if (outer.entries().isEmpty() || own.entries().isEmpty()) {
      return outer.entries().isEmpty() ? own : outer;
    }
    Map<Value, Value> all = new LinkedHashMap<>(outer.entries());
    own.entries()
        .forEach(
            (key, value) -> {
              all.remove(key); // so that the key's place is that of the winner
              all.put(key, value);
            });
    return Value.dictOf(all).at(own.origin());
  }

  /** These keywords with one set or replaced. */
  public Keywords with(Keyword keyword, Value value) {
    EnumMap<Keyword, Value> all = new EnumMap<>(Keyword.class);
    all.putAll(values);
    all.put(keyword, value);
    return new Keywords(all, includeVars);
  }

  /** These keywords without one. */
  public Keywords without(Keyword keyword) {
    EnumMap<Keyword, Value> all = new EnumMap<>(Keyword.class);
    all.putAll(values);
    all.remove(keyword);
    return new Keywords(all, includeVars);
  }

  /** These keywords with further variables of an include. */
  Keywords withIncludeVars(Value.Dict vars) {
    return new Keywords(values, merged(includeVars, vars));
  }
}
