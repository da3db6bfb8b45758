package dev.provision.module;

import dev.provision.diag.Problem;
import java.util.List;

/**
 * What a task names: a pure function over values. It never sees a connection, a clock or a random
 * number, and keeps no state.
 *
 * @param <P> its parameters: one record, read by {@link Parameters}
 */
public sealed interface Module<P extends Record>
    permits StateModule, ReadModule, ActionModule, ControlModule {

  /** The short name, e.g. {@code copy}. Its aliases and full names stand in {@link ModuleNames}. */
  String name();

  /** One sentence that says what it makes true, for {@code provision doc}. */
  String summary();

  Class<P> parameters();

  /**
   * What differs from Ansible or is worth knowing, for the documentation; each a sentence or two.
   */
  default List<String> notes() {
    return List.of();
  }

  /**
   * What is wrong with parameters that are each right by themselves: two that exclude each other,
   * one that needs another. Called when they are known, before anything is asked of a host.
   */
  default List<Problem> check(P params) {
    return List.of();
  }
}
