package dev.provision.run.work;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.host.FrameResult;
import dev.provision.host.HostModel;
import dev.provision.host.Probe;
import dev.provision.host.Query;
import dev.provision.host.Resource;
import dev.provision.host.Step;
import dev.provision.module.Goal;
import dev.provision.module.Outcome;
import dev.provision.module.Proposal;
import dev.provision.module.Reversibility;
import dev.provision.module.Risk;
import dev.provision.module.StateCodec;
import dev.provision.module.StateModule;
import dev.provision.run.event.RunEvent.Change;
import dev.provision.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A state module's call: observe, compare, change, observe again. In check mode the change goes to
 * the model of the host instead.
 *
 * @param <P> the module's parameters
 * @param <S> its state
 */
final class StateWork<P extends Record, S extends Record> implements Work {

  /** A package index is refreshed once; a module that wants more than this goes in circles. */
  private static final int PREPARATIONS = 3;

  /** How often an effect that is not there yet is looked for again. */
  private static final int LOOKS = 4;

  private static final Duration FIRST_LOOK = Duration.ofMillis(250);

  private final StateModule<P, S> module;
  private final P params;
  private final Call call;
  private final Query<S> query;
  private int preparations;
  private @Nullable Planned<S> planned;
  private List<FrameResult> results = List.of();
  private boolean acted;
  private Set<Probe<?>> probes = Set.of();
  private int looks;
  private boolean resting;
  private @Nullable TaskResult ended;

  /** The goal and all that follows from it. */
  private record Planned<S extends Record>(
      Goal<S> goal,
      Set<String> gaps,
      List<Proposal.Event> events,
      List<Step> steps,
      List<Change> changes,
      boolean changed,
      Risk risk,
      Reversibility reversibility) {}

  StateWork(StateModule<P, S> module, P params, Call call) {
    this.module = module;
    this.params = params;
    this.call = call;
    this.query = module.observe(params, call.host());
  }

  @Override
  public Need need(Knowledge knowledge) {
    if (ended != null) {
      return new Need.Ended(ended);
    }
    if (resting) {
      return rest();
    }
    Seen<S> seen = knowledge.look(query, call.context());
    if (seen instanceof Seen.Missing<S> missing) {
      return new Need.Answers(missing.probes());
    }
    if (seen instanceof Seen.Unknown<S>) {
      return new Need.Unknown();
    }
    if (seen instanceof Seen.Failed<S> failed) {
      return end(acted ? notObserved(failed) : TaskResult.failed(failed.problem()));
    }
    Seen.Value<S> value = (Seen.Value<S>) seen;
    probes = value.probes();
    return acted && planned != null
        ? judge(planned, value.value())
        : propose(value.value(), knowledge);
  }

  private Need end(TaskResult result) {
    ended = result;
    return new Need.Ended(result);
  }

  private Need propose(S seen, Knowledge knowledge) {
    Proposal<S> proposal = module.desired(params, seen, call.host());
    if (proposal instanceof Proposal.Refuse<S> refuse) {
      return end(TaskResult.failed(refuse.problem(), Value.dict(Map.of())));
    }
    if (proposal instanceof Proposal.First<S> first) {
      return prepare(first, knowledge);
    }
    Planned<S> plan = plan(seen, (Proposal.Want<S>) proposal);
    planned = plan;
    if (plan.steps.isEmpty() || call.check()) {
      knowledgePlan(plan.steps).ifPresent(knowledge::plan);
      return end(finished(plan, plan.gaps.isEmpty() ? seen : plan.goal.want()));
    }
    return change(plan.steps, probes, Optional.of(effect(plan, plan.goal.want())));
  }

  private Need prepare(Proposal.First<S> first, Knowledge knowledge) {
    preparations++;
    if (preparations > PREPARATIONS) {
      return call.check()
          ? new Need.Unknown()
          : end(
              TaskResult.failed(
                  problem(
                      ErrorCode.MODULE_FAILED,
                      "\"" + first.words() + "\" was done and had no effect."),
                  Value.dict(Map.of())));
    }
    if (call.check()) {
      knowledgePlan(first.steps()).ifPresent(knowledge::plan);
      return need(knowledge);
    }
    return change(first.steps(), Set.of(), Optional.empty());
  }

  private Planned<S> plan(S seen, Proposal.Want<S> want) {
    Goal<S> goal = want.goal();
    Set<String> gaps = goal.gaps(seen);
    List<Step> steps = new ArrayList<>();
    Risk risk = Risk.NONE;
    Reversibility reversibility = Reversibility.exact();
    if (!gaps.isEmpty()) {
      steps.addAll(module.transition(seen, goal, params, call.host()));
      risk = module.risk(params, seen, goal);
      reversibility = module.reversibility(params, seen, goal);
    }
    boolean counts = false;
    for (Proposal.Event event : want.events()) {
      steps.addAll(event.steps());
      risk = risk.or(event.risk());
      counts |= event.counts();
    }
    return new Planned<>(
        goal,
        gaps,
        want.events(),
        List.copyOf(steps),
        Differences.planned(module.subject(params), goal, gaps, want.events()),
        !gaps.isEmpty() || counts,
        risk,
        reversibility);
  }

  private static Optional<Knowledge.Plan> knowledgePlan(List<Step> steps) {
    return steps.isEmpty()
        ? Optional.empty()
        : Optional.of((HostModel model) -> steps.forEach(model::apply));
  }

  private Need change(List<Step> steps, Set<Probe<?>> after, Optional<Effect> record) {
    List<Op> ops = new ArrayList<>();
    Set<Resource> writes = new LinkedHashSet<>();
    for (Step step : steps) {
      ops.add(new Op.Act(call.ids().get(), step, call.context(), true));
      writes.addAll(step.writes());
    }
    boolean changed = planned != null && planned.changed;
    return new Need.Change(
        ops, after, writes, knowledgePlan(steps), record, planned != null, changed);
  }

  @Override
  public Set<Probe<?>> looked() {
    return probes;
  }

  @Override
  public void done(List<FrameResult> frameResults) {
    if (planned == null) {
      preparationDone(frameResults);
      return;
    }
    results = frameResults;
    acted = true;
  }

  private void preparationDone(List<FrameResult> frameResults) {
    for (FrameResult result : frameResults) {
      if (!result.succeeded()) {
        ended =
            TaskResult.failed(
                    problem(ErrorCode.STEP_FAILED, "A preparation failed: " + said(result)),
                    failureFields(result))
                .asApplied();
        return;
      }
    }
  }

  private static String said(FrameResult result) {
    String err = result.err().strip();
    return err.isEmpty() ? "exit code " + result.exitCode() : err;
  }

  private Need judge(Planned<S> plan, S after) {
    Optional<Problem> failure = failure(plan, after);
    if (failure.isPresent()) {
      return end(broken(plan, after, failure.get()));
    }
    Set<String> off = mismatches(plan, after);
    if (!off.isEmpty() && looks < LOOKS) {
      looks++;
      resting = true;
      return rest();
    }
    return end(verified(plan, after, off));
  }

  private Need rest() {
    return new Need.Pause(FIRST_LOOK.multipliedBy(1L << (looks - 1)), probes);
  }

  @Override
  public void rested() {
    resting = false;
  }

  /**
   * The first step that failed. A step whose end nobody knows is fine where its effect is there.
   */
  private Optional<Problem> failure(Planned<S> plan, S after) {
    for (int i = 0; i < results.size(); i++) {
      FrameResult result = results.get(i);
      boolean effect =
          result.status() == FrameResult.Status.UNKNOWN
              && plan.events.isEmpty()
              && plan.goal.holds(after);
      if (!result.succeeded() && !effect) {
        return Optional.of(plan.steps.get(i).failure(result));
      }
    }
    return Optional.empty();
  }

  private TaskResult broken(Planned<S> plan, S after, Problem problem) {
    FrameResult failed = results.stream().filter(r -> !r.succeeded()).findFirst().orElseThrow();
    return TaskResult.failed(problem, failureFields(failed))
        .withChanges(plan.changes, plan.risk)
        .withEffect(Optional.of(effect(plan, after)))
        .asApplied();
  }

  private static Value.Dict failureFields(FrameResult failed) {
    return Value.dict("rc", Value.of(failed.exitCode())).with("stderr", Value.of(failed.err()));
  }

  /** Components that were named, had to change, and are not as wanted now. */
  private Set<String> mismatches(Planned<S> plan, S after) {
    Set<String> off = new LinkedHashSet<>(plan.gaps);
    off.retainAll(plan.goal.named());
    off.removeIf(c -> plan.goal.isKnownAfterApply(c) || plan.goal.holds(c, after));
    return off;
  }

  private TaskResult verified(Planned<S> plan, S after, Set<String> off) {
    TaskResult result = finished(plan, after).asApplied();
    if (off.isEmpty()) {
      boolean seen = plan.gaps.stream().anyMatch(plan.goal.named()::contains);
      return result.withVerified(seen ? Optional.of(true) : Optional.empty(), List.of());
    }
    Problem problem = mismatch(plan, after, off);
    boolean exact = off.stream().anyMatch(c -> plan.goal.words(c).isEmpty());
    TaskResult unseen = result.withVerified(Optional.of(false), List.of(problem));
    if (!exact) {
      return unseen;
    }
    TaskResult failed = TaskResult.failed(problem, unseen.result());
    return failed
        .withChanges(unseen.changes(), plan.risk)
        .withVerified(Optional.of(false), List.of())
        .withEffect(unseen.effect())
        .asApplied();
  }

  private Problem mismatch(Planned<S> plan, S after, Set<String> off) {
    StringBuilder words = new StringBuilder();
    for (String component : off) {
      words
          .append(words.length() == 0 ? "" : " ")
          .append("The ")
          .append(component)
          .append(" of ")
          .append(module.subject(params))
          .append(" was set to ")
          .append(plan.goal.words(component).orElseGet(() -> shown(plan.goal.want(), component)))
          .append(", all steps succeeded, and yet it is ")
          .append(shown(after, component))
          .append('.');
    }
    boolean exact = off.stream().anyMatch(c -> plan.goal.words(c).isEmpty());
    return exact
        ? problem(ErrorCode.VERIFY_MISMATCH, words.toString())
        : Problem.warning(ErrorCode.VERIFY_MISMATCH, Position.NONE, words.toString());
  }

  private static String shown(Record state, String component) {
    return Differences.shown(state, component).toString();
  }

  private static Problem problem(ErrorCode code, String detail) {
    return Problem.error(code, Position.NONE, detail);
  }

  /** All went well, or only a check was wanted. */
  private TaskResult finished(Planned<S> plan, S after) {
    List<Change> changes = acted ? Differences.done(plan.changes, plan.goal, after) : plan.changes;
    Outcome<S> outcome =
        new Outcome<>(plan.goal.seen(), after, plan.goal, plan.changed, call.check(), results);
    Value.Dict result = module.result(params, outcome);
    if (call.diff() && !changes.isEmpty()) {
      result = result.with("diff", Differences.asResult(changes));
    }
    return TaskResult.of(plan.changed, result)
        .withChanges(changes, plan.risk)
        .withEffect(
            plan.gaps.isEmpty() && !acted ? Optional.empty() : Optional.of(effect(plan, after)));
  }

  private Effect effect(Planned<S> plan, S after) {
    return new Effect(
        module.name(),
        module.subject(params),
        call.arguments(),
        StateCodec.encode(plan.goal.seen()),
        StateCodec.encode(after),
        List.copyOf(plan.gaps),
        plan.reversibility);
  }

  private TaskResult notObserved(Seen.Failed<S> failed) {
    TaskResult result = TaskResult.failed(failed.problem()).asApplied();
    return planned == null
        ? result
        : result.withEffect(Optional.of(effect(planned, planned.goal.want())));
  }

  @Override
  public TaskResult unforeseeable() {
    String subject = module.subject(params);
    Change change = new Change(subject, Value.NULL, Value.NULL, false, "", "", "");
    return TaskResult.of(true, Value.dict("msg", Value.of("(known after apply)")))
        .withChanges(List.of(change), Risk.NONE);
  }
}
