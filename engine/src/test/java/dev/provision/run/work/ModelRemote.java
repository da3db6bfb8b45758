package dev.provision.run.work;

import dev.provision.connect.Session;
import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Context;
import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import dev.provision.host.HostInfo;
import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Probe;
import dev.provision.host.Step;
import dev.provision.host.facts.FactsProbe;
import dev.provision.host.store.AppendRecord;
import dev.provision.host.store.LockOwner;
import dev.provision.host.store.ReadRecord;
import dev.provision.host.store.ReleaseLock;
import dev.provision.host.store.TakeLock;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A host that is a model of one: counts what it is asked and told, and fails where a test wants it
 * to.
 */
public final class ModelRemote implements Remote {

  private final HostModel model = HostModel.closed();
  private final List<List<Op>> exchanges = new ArrayList<>();
  private final List<String> done = new ArrayList<>();
  private final Map<Predicate<Step>, FrameResult> failures = new LinkedHashMap<>();
  private final Set<Integer> lost = new HashSet<>();
  private Function<Frame, FrameResult> commands = frame -> FrameResult.ended(0, "", "");
  private Optional<ProvisionException> refusal = Optional.empty();
  private HostInfo info;
  private Runnable beforeExchange = () -> {};
  private boolean interrupted;
  private final Map<String, Value> facts = new LinkedHashMap<>();
  private final Map<String, String> records = new LinkedHashMap<>();
  private Optional<String> holder = Optional.empty();
  private boolean locked;

  public ModelRemote(HostInfo info) {
    this.info = info;
  }

  public HostModel model() {
    return model;
  }

  /** Steps that fit end so and change nothing. */
  public void fail(Predicate<Step> which, FrameResult how) {
    failures.put(which, how);
  }

  public void heal() {
    failures.clear();
  }

  /** What commands of users print. */
  public void commands(Function<Frame, FrameResult> answers) {
    commands = answers;
  }

  /** Another run holds the host. */
  public void heldBy(String owner) {
    holder = Optional.of(owner);
  }

  /** Whether a run of ours holds it. */
  public boolean isLocked() {
    return locked;
  }

  /** All that runs have written into their journals here. */
  public String records() {
    return String.join("", records.values());
  }

  /** A fact of the host. */
  public void fact(String name, Value value) {
    facts.put(name, value);
  }

  /** The host can't be reached. */
  public void refuse(ErrorCode code) {
    refusal = Optional.of(new ProvisionException(code, "no"));
  }

  /** The n-th exchange, from 1, never comes back. */
  public void lose(int exchange) {
    lost.add(exchange);
  }

  public void beforeExchange(Runnable action) {
    beforeExchange = action;
  }

  public Optional<ProvisionException> refusal() {
    return refusal;
  }

  /** How often it was waited for. */
  public int exchanges() {
    return exchanges.size();
  }

  public List<Op> exchange(int number) {
    return exchanges.get(number);
  }

  /**
   * The words of all steps that were done, and the text of all commands, in order; without the
   * run's own store.
   */
  public List<String> done() {
    return done;
  }

  @Override
  public HostInfo info(Context context) {
    return info;
  }

  @Override
  public List<Outcome> exchange(List<Op> ops) {
    interrupted = false;
    beforeExchange.run();
    exchanges.add(List.copyOf(ops));
    if (lost.contains(exchanges.size())) {
      throw new ProvisionException(ErrorCode.CONNECTION_LOST, "The line was cut.");
    }
    List<Outcome> outcomes = new ArrayList<>();
    boolean stopped = false;
    for (Op op : ops) {
      if (op instanceof Op.Ask<?> ask) {
        outcomes.add(new Outcome.Answered(answer(ask.probe())));
        continue;
      }
      FrameResult result = stopped || interrupted ? FrameResult.notRun() : run(op);
      stopped |= op.frame().stopsBatch() && !result.succeeded();
      outcomes.add(new Outcome.Ran(result));
    }
    return outcomes;
  }

  private <T> Op.Reply answer(Probe<T> probe) {
    if (probe instanceof ReadRecord record) {
      return new Op.Reply.Value(Text.secret(records.getOrDefault(record.run(), "")));
    }
    if (probe instanceof LockOwner) {
      return new Op.Reply.Value(holder);
    }
    if (probe instanceof FactsProbe) {
      return new Op.Reply.Value(Value.dict(facts));
    }
    try {
      Known<T> answer = model.answer(probe);
      return answer.isKnown()
          ? new Op.Reply.Value(answer.get())
          : new Op.Reply.Failure(
              new ProvisionException(ErrorCode.MODULE_FAILED, "The model does not know " + probe));
    } catch (ProvisionException e) {
      return new Op.Reply.Failure(e);
    }
  }

  private FrameResult run(Op op) {
    if (op instanceof Op.Act act) {
      for (Map.Entry<Predicate<Step>, FrameResult> failure : failures.entrySet()) {
        if (failure.getKey().test(act.step())) {
          return failure.getValue();
        }
      }
      if (act.step() instanceof TakeLock && holder.isPresent()) {
        return FrameResult.ended(TakeLock.HELD, "other-run\n" + holder.get() + "\n", "");
      }
      if (act.step() instanceof AppendRecord record) {
        records.merge(record.run(), record.lines(), String::concat);
      }
      locked = act.step() instanceof TakeLock || locked && !(act.step() instanceof ReleaseLock);
      model.apply(act.step());
      if (!act.step().getClass().getPackageName().endsWith("host.store")) {
        done.add(act.step().words());
      }
      return FrameResult.ended(0, "", "");
    }
    Frame frame = op.frame();
    if (frame.kind() == Frame.Kind.QUERY) {
      return FrameResult.ended(0, "2026-12-01 00:00:00.000000000\n", "");
    }
    done.add(frame.script().reveal());
    return commands.apply(frame);
  }

  @Override
  public void reconnect() {
    refusal.ifPresent(
        e -> {
          throw e;
        });
  }

  @Override
  public void interrupt() {
    interrupted = true;
  }

  @Override
  public void kill() {
    interrupted = true;
  }

  @Override
  public Session.Traffic traffic() {
    return new Session.Traffic(0, exchanges.size(), 0, 0);
  }

  @Override
  public void close() {}
}
