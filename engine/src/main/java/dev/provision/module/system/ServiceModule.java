package dev.provision.module.system;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.host.units.UnitScope;
import dev.provision.module.Goal;
import dev.provision.module.Outcome;
import dev.provision.module.Param;
import dev.provision.module.Proposal;
import dev.provision.module.Reversibility;
import dev.provision.module.Risk;
import dev.provision.module.StateModule;
import dev.provision.value.Value;
import java.util.List;
import java.util.Optional;

/** A service, whatever runs services on the host. */
public final class ServiceModule implements StateModule<ServiceModule.Params, UnitState> {

  /** Its arguments. */
  public record Params(
      @Param("The service.") String name,
      @Param("What it shall do. `restarted` and `reloaded` happen each time.")
          Optional<UnitTask.Run> state,
      @Param("Whether it is started at boot.") Optional<Boolean> enabled,
      @Param(value = "Accepted; services run under systemd.", defaultValue = "auto") String use,
      @Param("Accepted; systemd knows what runs.") Optional<String> pattern,
      @Param("Accepted; systemd needs no rest before a restart.") Optional<Integer> sleep,
      @Param(value = "Accepted; systemd has no runlevels.", defaultValue = "default")
          String runlevel,
      @Param(value = "Accepted; a unit has its arguments.", aliases = "args")
          Optional<String> arguments) {}

  @Override
  public String name() {
    return "service";
  }

  @Override
  public String summary() {
    return "Starts, stops, restarts and enables services.";
  }

  @Override
  public List<String> notes() {
    return List.of(
        "A `oneshot` service that ends by itself is started each time, as that it has run can't be seen.");
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public Class<UnitState> state() {
    return UnitState.class;
  }

  @Override
  public String subject(Params params) {
    return params.name();
  }

  @Override
  public List<Problem> check(Params params) {
    if (params.state().isEmpty() && params.enabled().isEmpty()) {
      return List.of(
          Problem.error(
              ErrorCode.MISSING_ARGUMENT,
              Position.NONE,
              "The module \"service\" needs \"state\" or \"enabled\"."));
    }
    return List.of();
  }

  private static UnitTask task(Params params) {
    return new UnitTask(
        Optional.of(params.name()),
        params.state(),
        params.enabled(),
        Optional.empty(),
        false,
        false,
        UnitScope.SYSTEM,
        true,
        false);
  }

  @Override
  public Query<UnitState> observe(Params params, HostInfo host) {
    return task(params).observe();
  }

  @Override
  public Proposal<UnitState> desired(Params params, UnitState seen, HostInfo host) {
    return task(params).desired(seen, host);
  }

  @Override
  public List<Step> transition(UnitState from, Goal<UnitState> to, Params how, HostInfo host) {
    return task(how).transition(from, to);
  }

  @Override
  public Value.Dict result(Params params, Outcome<UnitState> outcome) {
    return task(params).result(outcome);
  }

  @Override
  public Reversibility reversibility(Params params, UnitState from, Goal<UnitState> to) {
    return UnitTask.reversibility(from, to);
  }

  @Override
  public Risk risk(Params params, UnitState from, Goal<UnitState> to) {
    return UnitTask.risk(from, to);
  }
}
