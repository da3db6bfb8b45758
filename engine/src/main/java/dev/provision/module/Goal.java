package dev.provision.module;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A wanted state, component by component. Components that the user did not mention are copied from
 * what was seen and thereby unchanged.
 *
 * @param <S> the state
 */
public final class Goal<S extends Record> {

  private final S seen;
  private final S want;
  private final Map<String, Match> matches;
  private final Set<String> afterApply;
  private final Set<String> named;
  private final Map<String, Reason> reasons;

  private Goal(
      S seen,
      S want,
      Map<String, Match> matches,
      Set<String> afterApply,
      Set<String> named,
      Map<String, Reason> reasons) {
    this.seen = seen;
    this.want = want;
    this.matches = Collections.unmodifiableMap(matches);
    this.afterApply = Collections.unmodifiableSet(afterApply);
    this.named = Collections.unmodifiableSet(named);
    this.reasons = Collections.unmodifiableMap(reasons);
  }

  /** {@code want}: the seen state with the wanted components replaced. */
  public static <S extends Record> Goal<S> of(S seen, S want) {
    return new Goal<>(seen, want, Map.of(), Set.of(), Set.of(), Map.of());
  }

  /** Nothing to change. */
  public static <S extends Record> Goal<S> unchanged(S seen) {
    return of(seen, seen);
  }

  /** The same goal with another wanted state. */
  public Goal<S> wanting(S newWant) {
    return new Goal<>(seen, newWant, matches, afterApply, named, reasons);
  }

  /** These components were named by the user: they are verified after the change. */
  public Goal<S> naming(String... components) {
    Set<String> more = new LinkedHashSet<>(named);
    for (String component : components) {
      more.add(checked(component));
    }
    return new Goal<>(seen, want, matches, afterApply, more, reasons);
  }

  /**
   * Holds where {@code holds} accepts the component's value; {@code words} says it: {@code any
   * version above 8}.
   */
  public Goal<S> matching(String component, String words, Predicate<Object> holds) {
    Map<String, Match> more = new LinkedHashMap<>(matches);
    more.put(checked(component), new Match(words, holds));
    return new Goal<>(seen, want, more, afterApply, named, reasons);
  }

  /** Will change to something that can't be told now: a new uid, downloaded content. */
  public Goal<S> knownAfterApply(String component) {
    Set<String> more = new LinkedHashSet<>(afterApply);
    more.add(checked(component));
    return new Goal<>(seen, want, matches, more, named, reasons);
  }

  public Goal<S> because(String component, Reason reason) {
    Map<String, Reason> more = new LinkedHashMap<>(reasons);
    more.put(checked(component), reason);
    return new Goal<>(seen, want, matches, afterApply, named, more);
  }

  /** Why one entry of a component that is a map is wanted. */
  public Goal<S> because(String component, String key, Reason reason) {
    Map<String, Reason> more = new LinkedHashMap<>(reasons);
    more.put(checked(component) + "/" + key, reason);
    return new Goal<>(seen, want, matches, afterApply, named, more);
  }

  private String checked(String component) {
    Components.get(want, component);
    return component;
  }

  /** The state on which the goal was formed. */
  public S seen() {
    return seen;
  }

  /** The wanted state, as far as it is known. */
  public S want() {
    return want;
  }

  public Set<String> named() {
    return named;
  }

  public Optional<Reason> reason(String component) {
    return Optional.ofNullable(reasons.get(component));
  }

  /** The reason for one entry of a component that is a map. */
  public Optional<Reason> reason(String component, String key) {
    return reason(component + "/" + key);
  }

  /** Words for a component that is wanted by predicate. */
  public Optional<String> words(String component) {
    return Optional.ofNullable(matches.get(component)).map(Match::words);
  }

  public boolean isKnownAfterApply(String component) {
    return afterApply.contains(component);
  }

  /** Whether {@code state} has what is wanted of one component. */
  public boolean holds(String component, S state) {
    if (afterApply.contains(component)) {
      return false;
    }
    Match match = matches.get(component);
    Object value = Components.get(state, component);
    return match == null
        ? Objects.equals(value, Components.get(want, component))
        : match.holds.test(value);
  }

  /** The components in which {@code state} is not as wanted, in the record's order. */
  public Set<String> gaps(S state) {
    Set<String> gaps = new LinkedHashSet<>();
    for (String component : Components.names(want.getClass())) {
      if (!holds(component, state)) {
        gaps.add(component);
      }
    }
    return gaps;
  }

  public boolean holds(S state) {
    return gaps(state).isEmpty();
  }

  private record Match(String words, Predicate<Object> holds) {}

  /**
   * Why a value is wanted, for the reader of a plan.
   *
   * @param reason what it is good for, one sentence
   * @param source where that is known from; may be empty
   * @param verifiedBy how one sees that it is in effect; may be empty
   */
  public record Reason(String reason, String source, String verifiedBy) {}
}
