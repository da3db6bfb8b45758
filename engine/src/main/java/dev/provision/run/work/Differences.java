package dev.provision.run.work;

import dev.provision.module.Components;
import dev.provision.module.Goal;
import dev.provision.module.Proposal;
import dev.provision.module.StateCodec;
import dev.provision.run.event.RunEvent.Change;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Says by component what differs. */
final class Differences {

  private static final String ABSENT = "absent";

  private Differences() {}

  /** One line for each component in {@code gaps}, then one for each event that counts. */
  static <S extends Record> List<Change> planned(
      String subject, Goal<S> goal, Set<String> gaps, List<Proposal.Event> events) {
    List<Change> changes = new ArrayList<>();
    for (String component : gaps) {
      if (isMap(goal, component)) {
        changes.addAll(entries(goal, component));
      } else {
        changes.add(
            line(subject, goal, component, wanted(goal, component), isKnown(goal, component)));
      }
    }
    for (Proposal.Event event : events) {
      if (event.counts()) {
        Value words = Value.of(event.words());
        changes.add(new Change(subject, Value.NULL, words, true, "", "", ""));
      }
    }
    return changes;
  }

  private static <S extends Record> boolean isMap(Goal<S> goal, String component) {
    return isKnown(goal, component)
        && Components.get(goal.seen(), component) instanceof Map
        && Components.get(goal.want(), component) instanceof Map;
  }

  /** A line for each entry that differs: it says more than two whole maps. */
  private static <S extends Record> List<Change> entries(Goal<S> goal, String component) {
    Map<?, ?> seen = (Map<?, ?>) Components.get(goal.seen(), component);
    Map<?, ?> want = (Map<?, ?>) Components.get(goal.want(), component);
    Set<Object> keys = new LinkedHashSet<>(want.keySet());
    keys.addAll(seen.keySet());
    List<Change> changes = new ArrayList<>();
    for (Object key : keys) {
      if (!Objects.equals(seen.get(key), want.get(key))) {
        Goal.Reason reason =
            goal.reason(component, key.toString()).orElse(new Goal.Reason("", "", ""));
        changes.add(
            new Change(
                key + " " + component,
                entry(seen, key),
                entry(want, key),
                true,
                reason.reason(),
                reason.source(),
                reason.verifiedBy()));
      }
    }
    return changes;
  }

  private static Value entry(Map<?, ?> map, Object key) {
    Object value = map.get(key);
    return value == null ? Value.NULL : StateCodec.show(value);
  }

  private static <S extends Record> boolean isKnown(Goal<S> goal, String component) {
    return !goal.isKnownAfterApply(component) && goal.words(component).isEmpty();
  }

  private static <S extends Record> Value wanted(Goal<S> goal, String component) {
    return goal.words(component)
        .<Value>map(Value::of)
        .orElseGet(() -> shown(goal.want(), component));
  }

  /** As {@link #planned}, with what was seen afterwards where the plan could not know. */
  static <S extends Record> List<Change> done(List<Change> planned, Goal<S> goal, S after) {
    List<Change> changes = new ArrayList<>();
    for (Change change : planned) {
      String component = change.path().substring(change.path().lastIndexOf(' ') + 1);
      changes.add(
          change.known()
              ? change
              : new Change(
                  change.path(),
                  change.before(),
                  shown(after, component),
                  true,
                  change.reason(),
                  change.source(),
                  change.verifiedBy()));
    }
    return changes;
  }

  private static <S extends Record> Change line(
      String subject, Goal<S> goal, String component, Value after, boolean known) {
    Goal.Reason reason = goal.reason(component).orElse(new Goal.Reason("", "", ""));
    return new Change(
        subject + " " + component,
        shown(goal.seen(), component),
        after,
        known,
        reason.reason(),
        reason.source(),
        reason.verifiedBy());
  }

  static Value shown(Record state, String component) {
    Object value = Components.get(state, component);
    if (value instanceof Enum<?> constant) {
      String word = constant.name().toLowerCase(Locale.ROOT);
      // What is not there is shown as such, not as a kind of thing.
      return word.equals(ABSENT) ? Value.NULL : Value.of(word);
    }
    return StateCodec.show(value);
  }

  /** As Ansible registers a diff: a list of what was and what is. */
  static Value asResult(List<Change> changes) {
    List<Value> items = new ArrayList<>();
    for (Change change : changes) {
      Map<String, Value> item = new LinkedHashMap<>();
      item.put("before_header", Value.of(change.path()));
      item.put("after_header", Value.of(change.path()));
      item.put("before", change.before());
      item.put("after", change.known() ? change.after() : Value.of("(known after apply)"));
      items.add(Value.dict(item));
    }
    return Value.list(items);
  }
}
