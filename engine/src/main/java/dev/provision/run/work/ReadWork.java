package dev.provision.run.work;

import dev.provision.diag.ProvisionException;
import dev.provision.host.FrameResult;
import dev.provision.host.Probe;
import dev.provision.host.Query;
import dev.provision.module.ReadModule;
import dev.provision.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A call of a module that only reads. */
final class ReadWork<P extends Record, T> implements Work {

  private final ReadModule<P, T> module;
  private final P params;
  private final Call call;
  private final Query<T> query;
  private Set<Probe<?>> probes = Set.of();

  ReadWork(ReadModule<P, T> module, P params, Call call) {
    this.module = module;
    this.params = params;
    this.call = call;
    this.query = module.observe(params, call.host());
  }

  @Override
  public Need need(Knowledge knowledge) {
    Seen<T> seen = knowledge.look(query, call.context());
    if (seen instanceof Seen.Missing<T> missing) {
      return new Need.Answers(missing.probes());
    }
    if (seen instanceof Seen.Unknown<T>) {
      return new Need.Unknown();
    }
    if (seen instanceof Seen.Failed<T> failed) {
      return new Need.Ended(TaskResult.failed(failed.problem()));
    }
    Seen.Value<T> value = (Seen.Value<T>) seen;
    probes = value.probes();
    return new Need.Ended(result(value.value()));
  }

  private TaskResult result(T seen) {
    try {
      Value.Dict result = module.result(params, seen);
      return TaskResult.of(false, result).withFacts(Facts.of(result));
    } catch (ProvisionException e) {
      return TaskResult.failed(e);
    }
  }

  @Override
  public Set<Probe<?>> looked() {
    return probes;
  }

  @Override
  public void done(List<FrameResult> results) {
    throw new IllegalStateException("[" + module.name() + "] reads only");
  }

  @Override
  public TaskResult unforeseeable() {
    return TaskResult.skipped(
        Value.dict(
            Map.of(
                "msg",
                Value.of("This can only be read once what is planned here has been applied."))));
  }
}
