package dev.provision.module;

import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.value.Value;
import java.util.List;

/**
 * A module whose subject has a state that can be read and brought to another one. Check, diff,
 * apply, verify and revert are all computed by the engine from these methods.
 *
 * @param <P> its parameters
 * @param <S> the state: a record whose components are compared, shown and journaled one by one (see
 *     {@link StateCodec} for the component types that can be)
 */
public non-sealed interface StateModule<P extends Record, S extends Record> extends Module<P> {

  Class<S> state();

  /**
   * What the state belongs to, as it stands in a diff: {@code /etc/my.cnf}, {@code nginx.service}.
   */
  String subject(P params);

  /**
   * Reads the present state. Each {@link Query#then} in it costs an exchange: at most one is
   * allowed.
   */
  Query<S> observe(P params, HostInfo host);

  /** What shall be, given what is. Deterministic. */
  Proposal<S> desired(P params, S seen, HostInfo host);

  /**
   * The steps from one state to a goal; empty exactly when the goal holds in {@code from}. Each may
   * be cut at any point and done again.
   *
   * @param how for what is no state: backup, validation, force
   */
  List<Step> transition(S from, Goal<S> to, P how, HostInfo host);

  /**
   * The registered result with Ansible's fields; {@code changed} and {@code diff} are added by the
   * engine.
   */
  Value.Dict result(P params, Outcome<S> outcome);

  /** Whether the former state can be brought back by a transition to it. */
  default Reversibility reversibility(P params, S from, Goal<S> to) {
    return Reversibility.none("The module does not say how to undo this.");
  }

  Risk risk(P params, S from, Goal<S> to);
}
