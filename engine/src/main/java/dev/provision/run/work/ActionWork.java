package dev.provision.run.work;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Become;
import dev.provision.host.Context;
import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import dev.provision.host.Probe;
import dev.provision.module.ActionModule;
import dev.provision.module.ActionModule.Action;
import dev.provision.module.Reversibility;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A call of a module that does something without a state to compare. */
final class ActionWork<P extends Record> implements Work {

  private final ActionModule<P> module;
  private final P params;
  private final Call call;
  private Action action;
  private final Set<Probe<?>> asked = new LinkedHashSet<>();
  private boolean applied;

  ActionWork(ActionModule<P> module, P params, Call call) {
    this.module = module;
    this.params = params;
    this.call = call;
    this.action = module.start(params, call.host(), call.check());
  }

  @Override
  public Need need(Knowledge knowledge) {
    while (action instanceof ActionModule.Ask<?> ask) {
      Optional<Need> open = ask(ask, knowledge);
      if (open.isPresent()) {
        return open.get();
      }
    }
    if (action instanceof ActionModule.Do act) {
      return call.check() ? new Need.Ended(unforeseeable()) : change(act);
    }
    if (action instanceof ActionModule.Wait rest) {
      return new Need.Pause(rest.time(), Set.copyOf(asked));
    }
    if (action instanceof ActionModule.Reconnect reconnect) {
      return new Need.Reconnect(reconnect.within());
    }
    return new Need.Ended(result());
  }

  private <T> Optional<Need> ask(ActionModule.Ask<T> ask, Knowledge knowledge) {
    Seen<T> seen = knowledge.look(ask.query(), call.context());
    if (seen instanceof Seen.Missing<T> missing) {
      return Optional.of(new Need.Answers(missing.probes()));
    }
    if (seen instanceof Seen.Unknown<T>) {
      return Optional.of(new Need.Unknown());
    }
    if (seen instanceof Seen.Failed<T> failed) {
      action = new ActionModule.Fail(failed.problem().problem().detail(), empty());
    } else {
      Seen.Value<T> value = (Seen.Value<T>) seen;
      asked.addAll(value.probes());
      action = ask.next().apply(value.value());
    }
    return Optional.empty();
  }

  private static Value.Dict empty() {
    return Value.dict(Map.of());
  }

  private Need change(ActionModule.Do act) {
    List<Op> ops = act.frames().stream().<Op>map(f -> new Op.Raw(placed(f))).toList();
    return new Need.Change(ops, Set.of(), act.writes(), Optional.empty(), record(), false, false);
  }

  private Optional<Effect> record() {
    return Optional.of(
        new Effect(
            module.name(),
            module.name(),
            call.arguments(),
            empty(),
            empty(),
            List.of(),
            Reversibility.none("What a command did can't be undone.")));
  }

  /** The module's frame in the task's account and environment, under a name of this run. */
  private Frame placed(Frame frame) {
    Map<String, Text> environment = new LinkedHashMap<>(call.context().environment());
    environment.putAll(frame.context().environment());
    Optional<Become> become = frame.context().become().or(() -> call.context().become());
    Optional<String> directory = frame.context().directory().or(() -> call.context().directory());
    boolean limited = frame.kind() == Frame.Kind.COMMAND && call.timeout().isPresent();
    return new Frame(
        frame.kind(),
        frame.kind() == Frame.Kind.QUERY ? "" : call.ids().get(),
        frame.script(),
        frame.input(),
        new Context(become, environment, directory),
        limited ? call.timeout().orElseThrow() : frame.timeout(),
        frame.stopsBatch());
  }

  @Override
  public Set<Probe<?>> looked() {
    return Set.copyOf(asked);
  }

  @Override
  public void done(List<FrameResult> results) {
    applied |= results.stream().anyMatch(r -> r.status() != FrameResult.Status.NOT_RUN);
    action = ((ActionModule.Do) action).next().apply(results);
  }

  @Override
  public void rested() {
    action = ((ActionModule.Wait) action).next().get();
  }

  @Override
  public void reconnected(Optional<ProvisionException> failure) {
    action =
        failure
            .<Action>map(e -> new ActionModule.Fail(e.problem().detail(), empty()))
            .orElseGet(() -> ((ActionModule.Reconnect) action).next().get());
  }

  private TaskResult result() {
    TaskResult result;
    if (action instanceof ActionModule.Done done) {
      result = TaskResult.of(done.changed(), done.result()).withFacts(Facts.of(done.result()));
    } else if (action instanceof ActionModule.Fail fail) {
      Value.Dict fields = fail.result().with("msg", Value.of(fail.message()));
      result =
          TaskResult.failed(
              Problem.error(ErrorCode.MODULE_FAILED, Position.NONE, fail.message()), fields);
      result = keepChanged(result, fail.result());
    } else {
      ActionModule.Skip skip = (ActionModule.Skip) action;
      result = TaskResult.skipped(skip.result().with("msg", Value.of(skip.message())));
    }
    result = result.withChanges(List.of(), module.risk(params));
    return applied ? result.asApplied().withEffect(record()) : result;
  }

  /** A command that failed may have changed something: Ansible registers changed all the same. */
  private static TaskResult keepChanged(TaskResult result, Value.Dict fields) {
    return fields
        .get("changed")
        .map(changed -> result.withResult(result.result().with("changed", changed)))
        .orElse(result);
  }

  @Override
  public TaskResult unforeseeable() {
    return TaskResult.skipped(
        Value.dict(
            "msg", Value.of("Not run: this is a check, and \"" + module.name() + "\" acts.")));
  }
}
