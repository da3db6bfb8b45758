package dev.provision.run.work;

import dev.provision.connect.Session;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Become;
import dev.provision.host.Context;
import dev.provision.host.FrameResult;
import dev.provision.host.HostInfo;
import dev.provision.host.Probe;
import dev.provision.host.Resource;
import dev.provision.run.journal.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One host as a run sees it: the line to it, what it has answered, the lock and the journal there.
 * Used by one thread at a time, but {@link #interrupt}, {@link #kill} and {@link #close} may come
 * from any.
 */
public final class HostLine implements AutoCloseable {

  private final Function<Context, Remote> opener;
  private final Store store;
  private final Knowledge knowledge = new Knowledge();
  private volatile @Nullable Remote remote;
  private final Map<Optional<Become>, HostInfo> infos = new HashMap<>();
  private Context first = Context.LOGIN;
  private volatile boolean interrupted;
  private volatile boolean killed;

  /**
   * @param opener connects, with the shell of the first account
   * @param run whose lock and journal it is
   * @param owner words for others who want the host
   * @param perFrame whether each frame has a shell of its own
   * @param ids gives names to steps
   */
  public HostLine(
      Function<Context, Remote> opener,
      String run,
      String owner,
      boolean perFrame,
      Supplier<String> ids) {
    this.opener = opener;
    this.store = new Store(run, owner, perFrame, ids);
  }

  public boolean isOpen() {
    return remote != null;
  }

  /**
   * Connects unless that was done.
   *
   * @throws ProvisionException where the host can't be reached
   */
  public void open(Context first) {
    if (remote == null) {
      this.first = first;
      remote = opener.apply(first);
      if (killed) {
        kill();
      } else if (interrupted) {
        interrupt();
      }
    }
  }

  private Remote remote() {
    Remote open = remote;
    if (open == null) {
      throw new IllegalStateException("The line is not open");
    }
    return open;
  }

  /** Whether the shell of {@code context}'s account has said hello. */
  public boolean knows(Context context) {
    return infos.containsKey(context.become());
  }

  /**
   * What is known of the host; opens the account's shell on first use.
   *
   * @throws ProvisionException where that fails
   */
  public HostInfo info(Context context) {
    HostInfo known = infos.get(context.become());
    if (known == null) {
      known = remote().info(context);
      infos.put(context.become(), known);
    }
    return known;
  }

  public Knowledge knowledge() {
    return knowledge;
  }

  /**
   * A change that travels.
   *
   * @param work whose change it is
   * @param change its last {@link Need.Change}
   * @param entry for the journal on the host
   */
  public record Piece(Work work, Need.Change change, Context context, Optional<Entry> entry) {}

  /** Questions, asked behind all changes. */
  public record Asked(Context context, Set<Probe<?>> probes) {}

  /**
   * One round trip: the lock and the journal where there are changes, the changes in order with the
   * questions that verify them, then further questions.
   *
   * @throws ProvisionException where the host can't be reached any more, or {@code HOST_LOCKED}
   */
  public Delivery exchange(List<Piece> pieces, List<Asked> asked) {
    if (interrupted && !pieces.isEmpty()) {
      return notBegun(pieces);
    }
    List<Op> ops = new ArrayList<>(guards(pieces));
    int guards = ops.size();
    for (Piece piece : pieces) {
      ops.addAll(piece.change().ops());
      piece.change().after().forEach(probe -> ops.add(new Op.Ask<>(probe, piece.context())));
    }
    for (Asked each : asked) {
      each.probes().forEach(probe -> ops.add(new Op.Ask<>(probe, each.context())));
    }
    List<Remote.Outcome> outcomes = remote().exchange(ops);
    for (int i = 0; i < guards; i++) {
      FrameResult result = ((Remote.Outcome.Ran) outcomes.get(i)).result();
      Optional<Problem> failure = Store.failure(ops.get(i), result);
      if (failure.isPresent()) {
        throw new ProvisionException(failure.get());
      }
    }
    return new Delivery(
        knowledge,
        pieces,
        ops.subList(guards, ops.size()),
        outcomes.subList(guards, outcomes.size()));
  }

  /** The run is to end: what was about to be sent stays here. */
  private Delivery notBegun(List<Piece> pieces) {
    List<Op> ops = new ArrayList<>();
    List<Remote.Outcome> outcomes = new ArrayList<>();
    for (Piece piece : pieces) {
      for (Op op : piece.change().ops()) {
        ops.add(op);
        outcomes.add(new Remote.Outcome.Ran(FrameResult.notRun()));
      }
      for (Probe<?> probe : piece.change().after()) {
        Op.Ask<?> ask = new Op.Ask<>(probe, piece.context());
        ops.add(ask);
        outcomes.add(new Remote.Outcome.Answered(ask.read(FrameResult.notRun())));
      }
    }
    return new Delivery(knowledge, pieces, ops, outcomes);
  }

  private List<Op> guards(List<Piece> pieces) {
    Map<Context, List<Entry>> entries = new LinkedHashMap<>();
    for (Piece piece : pieces) {
      List<Entry> same =
          entries.computeIfAbsent(Store.account(piece.context(), first), c -> new ArrayList<>());
      piece.entry().ifPresent(same::add);
    }
    List<Op> guards = new ArrayList<>();
    entries.forEach((account, same) -> guards.addAll(store.before(account, same)));
    return guards;
  }

  /** The account whose store on the host is this run's. */
  public Context storeAccount() {
    return Store.account(first, first);
  }

  /** Notes how a change ended; written on the host with the next change, or at the end. */
  public void ended(Context context, Entry entry) {
    store.ended(Store.account(context, first), entry);
  }

  /** Something was written by another line: to be seen anew. */
  public void forget(Set<Resource> writes) {
    knowledge.forget(writes);
  }

  /**
   * The line closed and opened again.
   *
   * @throws ProvisionException coded, where that fails
   */
  public void reconnect() {
    remote().reconnect();
    infos.clear();
    knowledge.forgetAll();
  }

  /**
   * Writes what is left of the journal and gives the host back; costs nothing where nothing was
   * changed.
   */
  public void release() {
    List<Op> ops = store.release();
    if (!ops.isEmpty()) {
      remote().exchange(ops);
    }
  }

  /** Steps that run end by themselves, later ones don't begin. */
  public void interrupt() {
    interrupted = true;
    Remote open = remote;
    if (open != null) {
      open.interrupt();
    }
  }

  /** Steps that run are killed. */
  public void kill() {
    killed = true;
    Remote open = remote;
    if (open != null) {
      open.kill();
    }
  }

  public Session.Traffic traffic() {
    Remote open = remote;
    return open == null ? new Session.Traffic(0, 0, 0, 0) : open.traffic();
  }

  @Override
  public void close() {
    Remote open = remote;
    if (open != null) {
      open.close();
    }
  }
}
