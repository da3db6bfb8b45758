package dev.provision.run.work;

import dev.provision.diag.Problem;
import dev.provision.host.Become;
import dev.provision.host.Context;
import dev.provision.host.FrameResult;
import dev.provision.host.Step;
import dev.provision.host.store.AppendRecord;
import dev.provision.host.store.ReleaseLock;
import dev.provision.host.store.TakeLock;
import dev.provision.run.journal.Entry;
import dev.provision.value.Json;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The run's lock and journal on one host. What it has to do there travels in front of the changes,
 * in the same exchange; what became of them follows with the next one.
 */
final class Store {

  private static final String ROOT = "root";
  private static final int KEPT_RUNS = 50;

  private final String run;
  private final String owner;
  private final boolean perFrame;
  private final Supplier<String> ids;

  /**
   * Lines not yet written, by the account in whose store they belong; an account here holds a lock.
   */
  private final Map<Context, StringBuilder> pending = new LinkedHashMap<>();

  /**
   * @param perFrame whether each frame has a shell of its own
   */
  Store(String run, String owner, boolean perFrame, Supplier<String> ids) {
    this.run = run;
    this.owner = owner;
    this.perFrame = perFrame;
    this.ids = ids;
  }

  /** What has to go before changes in {@code account}'s store. */
  List<Op> before(Context account, List<Entry> entries) {
    StringBuilder lines = pending.computeIfAbsent(account, c -> new StringBuilder());
    entries.forEach(entry -> append(lines, entry.beginning()));
    List<Op> ops = new ArrayList<>();
    // Taken anew each time: the line may have been lost, and with it the process that stood for us.
    ops.add(act(new TakeLock(run, owner, perFrame), account));
    if (lines.length() > 0) {
      ops.add(act(new AppendRecord(run, lines.toString()), account));
      lines.setLength(0);
    }
    return ops;
  }

  private Op act(Step step, Context account) {
    return new Op.Act(ids.get(), step, account, true);
  }

  private static void append(StringBuilder lines, Value.Dict line) {
    lines.append(Json.reveal(line)).append('\n');
  }

  /** Notes how a change ended; written with the next exchange. */
  void ended(Context account, Entry entry) {
    append(pending.computeIfAbsent(account, c -> new StringBuilder()), entry.end());
  }

  /** What has to be done last; empty where nothing was changed. */
  List<Op> release() {
    List<Op> ops = new ArrayList<>();
    pending.forEach(
        (account, lines) -> {
          if (lines.length() > 0) {
            ops.add(act(new AppendRecord(run, lines.toString()), account));
          }
          ops.add(act(new ReleaseLock(run, KEPT_RUNS), account));
        });
    pending.clear();
    return ops;
  }

  boolean isHeld() {
    return !pending.isEmpty();
  }

  /**
   * The account whose store is the right one: root where the task acts as root, else the line's
   * own.
   */
  static Context account(Context context, Context line) {
    Optional<Become> become = context.become().filter(b -> b.user().equals(ROOT));
    return become
        .map(Context::as)
        .orElseGet(() -> line.become().map(Context::as).orElse(Context.LOGIN));
  }

  /** Whether {@code op} failed; that of the lock says who holds it. */
  static Optional<Problem> failure(Op op, FrameResult result) {
    return op instanceof Op.Act act && !result.succeeded()
        ? Optional.of(act.step().failure(result))
        : Optional.empty();
  }
}
