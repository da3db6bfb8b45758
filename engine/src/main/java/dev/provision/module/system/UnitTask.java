package dev.provision.module.system;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.host.units.ChangeUnit;
import dev.provision.host.units.ReloadManager;
import dev.provision.host.units.UnitProbe;
import dev.provision.host.units.UnitScope;
import dev.provision.host.units.UnitStatus;
import dev.provision.module.Goal;
import dev.provision.module.Outcome;
import dev.provision.module.Proposal;
import dev.provision.module.Results;
import dev.provision.module.Reversibility;
import dev.provision.module.Risk;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What service and systemd have in common.
 *
 * @param unit empty where only the manager is reloaded
 */
record UnitTask(
    Optional<String> unit,
    Optional<Run> run,
    Optional<Boolean> enabled,
    Optional<Boolean> masked,
    boolean daemonReload,
    boolean daemonReexec,
    UnitScope scope,
    boolean blocking,
    boolean force) {

  /** What a user wants of a unit. */
  enum Run {
    RELOADED,
    RESTARTED,
    STARTED,
    STOPPED
  }

  private static final UnitStatus NONE =
      new UnitStatus("loaded", "inactive", "dead", "", "", false, false);

  Query<UnitState> observe() {
    return unit.map(name -> Query.<UnitStatus>ask(new UnitProbe(UnitProbe.withSuffix(name), scope)))
        .orElse(Query.of(NONE))
        .map(UnitState::of);
  }

  Proposal<UnitState> desired(UnitState seen, HostInfo host) {
    if (unit.isPresent() && !host.hasSystemd() && scope == UnitScope.SYSTEM) {
      return refused("The host does not run systemd but \"" + host.init() + "\".");
    }
    if (unit.isPresent() && !seen.status().exists() && needsUnit()) {
      return refused("Could not find the requested service " + unit.get() + ".");
    }
    boolean staysMasked = seen.masked() && !masked.equals(Optional.of(false));
    boolean starts = run.filter(r -> r != Run.STOPPED).isPresent();
    if (staysMasked && (starts || enabled.orElse(false))) {
      return refused(
          unit.orElse("The unit") + " is masked. To use it all the same, add \"masked: false\".");
    }
    Goal<UnitState> goal = goal(seen);
    return Proposal.want(goal, events(seen, goal));
  }

  private boolean needsUnit() {
    boolean stopsOnly = run.filter(r -> r == Run.STOPPED).isPresent() || run.isEmpty();
    // What is not there is neither running nor enabled; it can be masked all the same.
    return !(stopsOnly && !enabled.orElse(false) && enabled.isEmpty() && masked.isPresent());
  }

  private static Proposal<UnitState> refused(String detail) {
    return Proposal.refuse(Problem.error(ErrorCode.MODULE_FAILED, Position.NONE, detail));
  }

  private Goal<UnitState> goal(UnitState seen) {
    UnitState want = seen;
    List<String> named = new ArrayList<>();
    if (masked.isPresent()) {
      want = want.withMasked(masked.get());
      named.add("masked");
    }
    if (enabled.isPresent()) {
      want = want.withEnabled(enabled.get());
      named.add("enabled");
    }
    boolean stopped = run.filter(r -> r == Run.STOPPED).isPresent();
    if (run.isPresent() && (stopped || !seen.status().isOneShot())) {
      want = want.withRunning(!stopped);
      named.add("running");
    }
    return Goal.of(seen, want).naming(named.toArray(String[]::new));
  }

  private List<Proposal.Event> events(UnitState seen, Goal<UnitState> goal) {
    List<Proposal.Event> events = new ArrayList<>();
    boolean isChanged = !goal.holds(seen);
    restart(seen).ifPresent(verb -> events.add(event(verb, isChanged)));
    if (events.isEmpty() && !isChanged) {
      manager()
          .forEach(
              step ->
                  events.add(new Proposal.Event(step.words(), false, Risk.NONE, List.of(step))));
    }
    return events;
  }

  /** What happens to a unit whose state is as wanted already. */
  private Optional<ChangeUnit.Verb> restart(UnitState seen) {
    if (run.isEmpty()) {
      return Optional.empty();
    }
    boolean isOneShot = seen.status().isOneShot();
    return switch (run.get()) {
      case RELOADED -> seen.running() ? Optional.of(ChangeUnit.Verb.RELOAD) : once(isOneShot);
      case RESTARTED -> seen.running() ? Optional.of(ChangeUnit.Verb.RESTART) : once(isOneShot);
      case STARTED -> seen.running() ? Optional.empty() : once(isOneShot);
      case STOPPED -> Optional.empty();
    };
  }

  /** A service that ends by itself is started each time: that it has run can't be seen. */
  private static Optional<ChangeUnit.Verb> once(boolean isOneShot) {
    return isOneShot ? Optional.of(ChangeUnit.Verb.START) : Optional.empty();
  }

  private Proposal.Event event(ChangeUnit.Verb verb, boolean followsSteps) {
    ChangeUnit change = change(verb);
    List<Step> steps = new ArrayList<>(followsSteps ? List.of() : manager());
    steps.add(change);
    Risk risk =
        switch (verb) {
          case RESTART -> Risk.RESTART;
          case RELOAD -> Risk.RELOAD;
          default -> Risk.NONE;
        };
    return new Proposal.Event(change.words(), true, risk, steps);
  }

  private List<Step> manager() {
    List<Step> steps = new ArrayList<>();
    if (daemonReexec) {
      steps.add(new ReloadManager(scope, true));
    }
    if (daemonReload) {
      steps.add(new ReloadManager(scope, false));
    }
    return steps;
  }

  private ChangeUnit change(ChangeUnit.Verb verb) {
    return new ChangeUnit(UnitProbe.withSuffix(unit.orElseThrow()), verb, scope, blocking, force);
  }

  List<Step> transition(UnitState from, Goal<UnitState> to) {
    Set<String> gaps = to.gaps(from);
    if (gaps.isEmpty()) {
      return List.of();
    }
    UnitState want = to.want();
    List<Step> steps = new ArrayList<>(manager());
    if (gaps.contains("masked") && !want.masked()) {
      steps.add(change(ChangeUnit.Verb.UNMASK));
    }
    if (gaps.contains("enabled")) {
      steps.add(change(want.enabled() ? ChangeUnit.Verb.ENABLE : ChangeUnit.Verb.DISABLE));
    }
    if (gaps.contains("running")) {
      steps.add(change(want.running() ? ChangeUnit.Verb.START : ChangeUnit.Verb.STOP));
    }
    if (gaps.contains("masked") && want.masked()) {
      steps.add(change(ChangeUnit.Verb.MASK));
    }
    return steps;
  }

  Value.Dict result(Outcome<UnitState> outcome) {
    UnitState after = outcome.after();
    UnitStatus status = after.status();
    Results results =
        new Results().put("name", unit.map(Value::of).map(Value.class::cast).orElse(Value.NULL));
    enabled.ifPresent(e -> results.put("enabled", after.enabled()));
    run.ifPresent(r -> results.put("state", after.running() ? "started" : "stopped"));
    results.put(
        "status",
        new Results()
            .put("LoadState", status.load())
            .put("ActiveState", status.active())
            .put("SubState", status.sub())
            .put("UnitFileState", status.file())
            .put("Type", status.type())
            .toValue());
    return results.toValue();
  }

  static Reversibility reversibility(UnitState from, Goal<UnitState> to) {
    boolean isUnmasked = to.gaps(from).contains("masked") && from.masked();
    return isUnmasked
        ? Reversibility.lossy("Whether the unit was enabled before it was masked is not known.")
        : Reversibility.exact();
  }

  static Risk risk(UnitState from, Goal<UnitState> to) {
    boolean stops = to.gaps(from).contains("running") && !to.want().running();
    return stops ? Risk.RESTART : Risk.NONE;
  }
}
