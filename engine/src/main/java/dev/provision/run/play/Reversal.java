package dev.provision.run.play;

import dev.provision.module.Reversibility;
import dev.provision.run.journal.Entry;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a run did to one thing of one host, all its changes together.
 *
 * @param last the run's last change to it
 * @param before each changed component as it was first
 * @param after the same as it was left
 * @param reversibility the worst of all changes
 * @param notified the handlers that the changes notified
 */
record Reversal(
    Entry last,
    Map<String, Value> before,
    Map<String, Value> after,
    Reversibility reversibility,
    Set<String> notified) {

  /** By thing, in the order in which they have to be undone: the last change first. */
  static List<Reversal> of(List<Entry> entries) {
    Map<String, List<Entry>> things = new LinkedHashMap<>();
    List<Entry> backwards = new ArrayList<>(entries);
    Collections.reverse(backwards);
    for (Entry entry : backwards) {
      // What a command did belongs to no thing: each is one of its own.
      String thing =
          entry.components().isEmpty()
              ? entry.id()
              : entry.module() + "\n" + entry.subject() + "\n" + entry.account();
      things.computeIfAbsent(thing, t -> new ArrayList<>()).add(0, entry);
    }
    return things.values().stream().map(Reversal::merged).toList();
  }

  private static Reversal merged(List<Entry> changes) {
    Map<String, Value> before = new LinkedHashMap<>();
    Map<String, Value> after = new LinkedHashMap<>();
    Reversibility worst = Reversibility.exact();
    Set<String> notified = new LinkedHashSet<>();
    for (Entry entry : changes) {
      for (String component : entry.components()) {
        before.putIfAbsent(component, entry.before().get(component).orElse(Value.NULL));
      }
      if (entry.reversibility().kind().compareTo(worst.kind()) > 0) {
        worst = entry.reversibility();
      }
      entry.done().ifPresent(done -> notified.addAll(done.notified()));
    }
    Entry last = changes.get(changes.size() - 1);
    before.keySet().forEach(c -> after.put(c, last.after().get(c).orElse(Value.NULL)));
    return new Reversal(last, before, after, worst, notified);
  }

  boolean isPossible() {
    return reversibility.kind() != Reversibility.Kind.NONE;
  }
}
