package dev.provision.run.work;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.module.Goal;
import dev.provision.module.Outcome;
import dev.provision.module.Proposal;
import dev.provision.module.Reversibility;
import dev.provision.module.Risk;
import dev.provision.module.StateCodec;
import dev.provision.module.StateModule;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A module whose goal is not what its parameters say, but what was there before a run. Component by
 * component: what is as the run left it is restored; what is as before needs nothing; what is
 * otherwise was changed by somebody else.
 *
 * @param <P> the module's parameters
 * @param <S> its state
 */
public final class Reverting<P extends Record, S extends Record> implements StateModule<P, S> {

  private final StateModule<P, S> module;
  private final Map<String, Value> before;
  private final Map<String, Value> after;
  private final boolean force;

  /**
   * @param before each changed component as it was before the run's first change to it
   * @param after the same as the run's last change left it
   * @param force whether to restore also what somebody else changed
   */
  public Reverting(
      StateModule<P, S> module,
      Map<String, Value> before,
      Map<String, Value> after,
      boolean force) {
    this.module = module;
    this.before = Map.copyOf(before);
    this.after = Map.copyOf(after);
    this.force = force;
  }

  @Override
  public Proposal<S> desired(P params, S seen, HostInfo host) {
    Value.Dict now = StateCodec.encode(seen);
    Map<Value, Value> wanted = new LinkedHashMap<>(now.entries());
    List<String> restored = new ArrayList<>();
    List<String> conflicts = new ArrayList<>();
    before.forEach(
        (component, old) -> {
          Value current = now.get(component).orElse(Value.NULL);
          if (current.equals(old)) {
            return;
          }
          if (!force && !current.equals(after.get(component))) {
            conflicts.add(component);
          }
          wanted.put(Value.of(component), old);
          restored.add(component);
        });
    if (!conflicts.isEmpty()) {
      return Proposal.refuse(conflict(params, conflicts));
    }
    if (restored.isEmpty()) {
      return Proposal.want(Goal.unchanged(seen));
    }
    S target = StateCodec.decode(module.state(), Value.dictOf(wanted));
    return Proposal.want(Goal.of(seen, target).naming(restored.toArray(String[]::new)));
  }

  private Problem conflict(P params, List<String> components) {
    return Problem.error(
        ErrorCode.REVERT_CONFLICT,
        Position.NONE,
        module.subject(params)
            + " was changed by somebody else since: "
            + String.join(", ", components)
            + ". It is left as it is. To restore it all the same, add --force.");
  }

  @Override
  public String name() {
    return module.name();
  }

  @Override
  public String summary() {
    return module.summary();
  }

  @Override
  public Class<P> parameters() {
    return module.parameters();
  }

  @Override
  public Class<S> state() {
    return module.state();
  }

  @Override
  public String subject(P params) {
    return module.subject(params);
  }

  @Override
  public Query<S> observe(P params, HostInfo host) {
    return module.observe(params, host);
  }

  @Override
  public List<Step> transition(S from, Goal<S> to, P how, HostInfo host) {
    return module.transition(from, to, how, host);
  }

  @Override
  public Value.Dict result(P params, Outcome<S> outcome) {
    return Value.dict(Map.of());
  }

  @Override
  public Reversibility reversibility(P params, S from, Goal<S> to) {
    return module.reversibility(params, from, to);
  }

  @Override
  public Risk risk(P params, S from, Goal<S> to) {
    return module.risk(params, from, to);
  }
}
