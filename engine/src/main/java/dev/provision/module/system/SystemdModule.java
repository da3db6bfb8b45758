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

/** A unit of systemd. */
public final class SystemdModule implements StateModule<SystemdModule.Params, UnitState> {

  /** Its arguments. */
  public record Params(
      @Param(
              value = "The unit; a service unless it has a suffix.",
              aliases = {"service", "unit"})
          Optional<String> name,
      @Param("What it shall do. `restarted` and `reloaded` happen each time.")
          Optional<UnitTask.Run> state,
      @Param("Whether it is started at boot.") Optional<Boolean> enabled,
      @Param("Whether it can't be started at all.") Optional<Boolean> masked,
      @Param(
              value = "Have systemd read its files again before anything else.",
              aliases = "daemon-reload",
              defaultValue = "false")
          boolean daemonReload,
      @Param(
              value = "Have systemd start itself anew before anything else.",
              aliases = "daemon-reexec",
              defaultValue = "false")
          boolean daemonReexec,
      @Param(value = "Whose units.", defaultValue = "system") UnitScope scope,
      @Param(value = "Do not wait until a start or stop is done.", defaultValue = "false")
          boolean noBlock,
      @Param(value = "Replace links in the way when it is enabled.", defaultValue = "false")
          boolean force) {}

  @Override
  public String name() {
    return "systemd";
  }

  @Override
  public String summary() {
    return "Starts, stops, restarts, enables and masks units of systemd.";
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
    return params.name().orElse("systemd");
  }

  @Override
  public List<Problem> check(Params params) {
    boolean needsName =
        params.state().isPresent() || params.enabled().isPresent() || params.masked().isPresent();
    if (needsName && params.name().isEmpty()) {
      return List.of(
          Problem.error(
              ErrorCode.MISSING_ARGUMENT,
              Position.NONE,
              "\"state\", \"enabled\" and \"masked\" need the argument \"name\"."));
    }
    return List.of();
  }

  private static UnitTask task(Params params) {
    return new UnitTask(
        params.name(),
        params.state(),
        params.enabled(),
        params.masked(),
        params.daemonReload(),
        params.daemonReexec(),
        params.scope(),
        !params.noBlock(),
        params.force());
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
