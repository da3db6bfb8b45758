package dev.provision.run.work;

import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import dev.provision.module.Risk;
import dev.provision.run.event.RunEvent.Change;
import dev.provision.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a module call ended.
 *
 * @param result what is registered; holds "changed", and {@code failed}, {@code skipped}, {@code
 *     msg} where they apply
 * @param changes what is different now, or would be
 * @param verified whether the effect was seen; nothing where there was nothing to see
 * @param problem what went wrong
 * @param warnings what went right but not as planned
 * @param facts variables to set on the host
 * @param effect for the journal
 * @param applied whether anything was really done to the host
 */
public record TaskResult(
    Status status,
    Value.Dict result,
    List<Change> changes,
    Risk risk,
    Optional<Boolean> verified,
    Optional<Problem> problem,
    List<Problem> warnings,
    Map<String, Value> facts,
    Optional<Effect> effect,
    boolean applied) {

  /** How it ended, before {@code changed_when} and its like are asked. */
  public enum Status {
    OK,
    CHANGED,
    SKIPPED,
    FAILED,
    UNREACHABLE
  }

  public TaskResult {
    changes = List.copyOf(changes);
    warnings = List.copyOf(warnings);
    facts = Map.copyOf(facts);
  }

  /** Ended well. */
  public static TaskResult of(boolean changed, Value.Dict result) {
    return new TaskResult(
        changed ? Status.CHANGED : Status.OK,
        result.with("changed", Value.of(changed)).with("failed", Value.FALSE),
        List.of(),
        Risk.NONE,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Map.of(),
        Optional.empty(),
        false);
  }

  public static TaskResult skipped(Value.Dict result) {
    return of(false, result.with("skipped", Value.TRUE)).withStatus(Status.SKIPPED);
  }

  public static TaskResult failed(Problem problem, Value.Dict result) {
    Value.Dict named =
        result.get("msg").isPresent() ? result : result.with("msg", Value.of(problem.detail()));
    return of(false, named)
        .withResult(named.with("changed", Value.FALSE).with("failed", Value.TRUE))
        .withStatus(Status.FAILED)
        .withProblem(problem);
  }

  public static TaskResult failed(ProvisionException failure) {
    return failed(failure.problem(), Value.dict(Map.of()));
  }

  public static TaskResult unreachable(ProvisionException failure) {
    Value.Dict result =
        Value.dict("msg", Value.of(failure.problem().detail()))
            .with("changed", Value.FALSE)
            .with("unreachable", Value.TRUE);
    return failed(failure).withResult(result).withStatus(Status.UNREACHABLE);
  }

  public boolean isChanged() {
    return result.get("changed").map(Value::isTruthy).orElse(false);
  }

  public boolean isFailed() {
    return status == Status.FAILED;
  }

  public TaskResult withStatus(Status newStatus) {
    return new TaskResult(
        newStatus, result, changes, risk, verified, problem, warnings, facts, effect, applied);
  }

  public TaskResult withResult(Value.Dict newResult) {
    return new TaskResult(
        status, newResult, changes, risk, verified, problem, warnings, facts, effect, applied);
  }

  public TaskResult withProblem(Problem newProblem) {
    return new TaskResult(
        status,
        result,
        changes,
        risk,
        verified,
        Optional.of(newProblem),
        warnings,
        facts,
        effect,
        applied);
  }

  public TaskResult withoutProblem() {
    return new TaskResult(
        status,
        result,
        changes,
        risk,
        verified,
        Optional.empty(),
        warnings,
        facts,
        effect,
        applied);
  }

  TaskResult withChanges(List<Change> newChanges, Risk newRisk) {
    return new TaskResult(
        status, result, newChanges, newRisk, verified, problem, warnings, facts, effect, applied);
  }

  TaskResult withVerified(Optional<Boolean> newVerified, List<Problem> newWarnings) {
    return new TaskResult(
        status, result, changes, risk, newVerified, problem, newWarnings, facts, effect, applied);
  }

  public TaskResult withFacts(Map<String, Value> newFacts) {
    return new TaskResult(
        status, result, changes, risk, verified, problem, warnings, newFacts, effect, applied);
  }

  TaskResult withEffect(Optional<Effect> newEffect) {
    return new TaskResult(
        status, result, changes, risk, verified, problem, warnings, facts, newEffect, applied);
  }

  /** With what the items of a loop came to. */
  public TaskResult gathering(List<TaskResult> items) {
    List<Change> all = items.stream().flatMap(item -> item.changes.stream()).toList();
    Map<String, Value> found = new java.util.LinkedHashMap<>();
    items.forEach(item -> found.putAll(item.facts));
    return new TaskResult(
        status,
        result,
        all,
        items.stream().map(TaskResult::risk).reduce(Risk.NONE, Risk::or),
        verified,
        problem,
        List.of(),
        found,
        Optional.empty(),
        items.stream().anyMatch(TaskResult::applied));
  }

  public TaskResult asApplied() {
    return new TaskResult(
        status, result, changes, risk, verified, problem, warnings, facts, effect, true);
  }
}
