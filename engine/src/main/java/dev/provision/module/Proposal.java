package dev.provision.module;

import dev.provision.diag.Problem;
import dev.provision.host.Step;
import java.util.List;

/**
 * What a state module answers when it is asked what shall be.
 *
 * @param <S> the state
 */
public sealed interface Proposal<S extends Record> {

  /** It can't or must not be done: the task fails, in check mode too. */
  record Refuse<S extends Record>(Problem problem) implements Proposal<S> {}

  /**
   * Something has to be done before the goal can be told (a package index refreshed, say); then the
   * state is observed again. In check mode the steps are applied to the model only.
   *
   * @param words what and why, for the plan
   */
  record First<S extends Record>(List<Step> steps, String words) implements Proposal<S> {
    public First {
      steps = List.copyOf(steps);
    }
  }

  /**
   * The goal, and what shall happen besides.
   *
   * @param events done after the transition, also where the goal holds already
   */
  record Want<S extends Record>(Goal<S> goal, List<Event> events) implements Proposal<S> {
    public Want {
      events = List.copyOf(events);
    }
  }

  static <S extends Record> Proposal<S> refuse(Problem problem) {
    return new Refuse<>(problem);
  }

  static <S extends Record> Proposal<S> want(Goal<S> goal) {
    return new Want<>(goal, List.of());
  }

  static <S extends Record> Proposal<S> want(Goal<S> goal, List<Event> events) {
    return new Want<>(goal, events);
  }

  /**
   * Something that happens rather than is: restarted, reloaded, touched.
   *
   * @param words what happens: {@code restart nginx.service}
   * @param counts whether the task is changed by it
   */
  record Event(String words, boolean counts, Risk risk, List<Step> steps) {
    public Event {
      steps = List.copyOf(steps);
    }
  }
}
