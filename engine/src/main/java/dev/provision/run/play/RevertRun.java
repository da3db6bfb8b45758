package dev.provision.run.play;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Become;
import dev.provision.host.Context;
import dev.provision.host.Probe;
import dev.provision.host.Query;
import dev.provision.host.store.ReadRecord;
import dev.provision.lang.Keywords;
import dev.provision.module.Module;
import dev.provision.module.ParamResolver;
import dev.provision.module.Parameters;
import dev.provision.module.Reversibility;
import dev.provision.module.StateModule;
import dev.provision.run.event.RunEvent;
import dev.provision.run.journal.Entries;
import dev.provision.run.journal.Entry;
import dev.provision.run.work.Call;
import dev.provision.run.work.Delivery;
import dev.provision.run.work.Effect;
import dev.provision.run.work.HostLine;
import dev.provision.run.work.Need;
import dev.provision.run.work.Reverting;
import dev.provision.run.work.TaskResult;
import dev.provision.run.work.Work;
import dev.provision.run.work.Works;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Undoes a run on one host, backwards. Waits for the host: one thread for each. */
public final class RevertRun {

  private static final Duration POLL = Duration.ofMillis(50);

  private final Engine engine;
  private final String run;
  private final String host;
  private final Predicate<Entry> wanted;
  private final boolean force;
  private final Stats stats;
  private final Map<String, Set<String>> notified = new LinkedHashMap<>();
  private List<Reversal> reversals = List.of();

  /**
   * @param run the run to undo
   * @param wanted which of its changes
   */
  public RevertRun(
      Engine engine, String run, String host, Predicate<Entry> wanted, boolean force, Stats stats) {
    this.engine = engine;
    this.run = run;
    this.host = host;
    this.wanted = wanted;
    this.force = force;
    this.stats = stats;
  }

  public String host() {
    return host;
  }

  /** The handlers that the undone tasks had notified, by the address of the task. */
  public Map<String, Set<String>> notified() {
    return notified;
  }

  /**
   * Reads from the host what the run changed there, secrets included, and tells what can't be
   * undone.
   *
   * @param known the changes as this machine's journal has them
   */
  public void prepare(List<Entry> known) {
    try {
      List<Entry> found = new ArrayList<>();
      for (Context account : accounts(known)) {
        HostLine line = line(account);
        line.open(account);
        Text lines = ask(line, account, Query.ask(new ReadRecord(run)));
        found.addAll(Entries.read(lines.reveal(), "the journal on " + host));
      }
      reversals = Reversal.of(found.stream().filter(wanted).toList());
      if (found.isEmpty()) {
        throw new ProvisionException(
            ErrorCode.JOURNAL_UNUSABLE,
            "The host keeps no record of the run " + run + " any more: nothing can be undone.");
      }
      reversals.forEach(this::warn);
    } catch (ProvisionException e) {
      broken(e);
    }
  }

  private void broken(ProvisionException e) {
    reversals = List.of();
    if (e.code() == ErrorCode.HOST_LOCKED) {
      stats.refuse();
    } else {
      boolean reached =
          e.code() == ErrorCode.JOURNAL_UNUSABLE || e.code().name().startsWith("BECOME");
      stats.count(reached ? RunEvent.Status.FAILED : RunEvent.Status.UNREACHABLE, false);
    }
    engine.events().problem(e.problem(), Optional.of(host));
  }

  private void warn(Reversal reversal) {
    boolean harmless =
        reversal.before().isEmpty()
            && reversal.last().done().map(done -> !done.changed()).orElse(false);
    if (harmless || reversal.reversibility().kind() == Reversibility.Kind.EXACT) {
      return;
    }
    boolean possible = reversal.isPossible();
    engine
        .events()
        .problem(
            Problem.warning(
                ErrorCode.NOT_REVERSIBLE,
                Position.NONE,
                "\""
                    + reversal.last().task()
                    + "\" ("
                    + reversal.last().subject()
                    + ") "
                    + (possible ? "can only be undone in part: " : "can't be undone: ")
                    + reversal.reversibility().reason()),
            Optional.of(host));
  }

  /** The accounts in whose stores the run may have left records. */
  private Set<Context> accounts(List<Entry> known) {
    Set<Context> accounts = new LinkedHashSet<>();
    known.forEach(entry -> accounts.add(context(entry.account())));
    if (known.stream().anyMatch(entry -> !entry.account().isEmpty())) {
      // What other accounts did may stand in root's store.
      accounts.add(context("root"));
    }
    return accounts;
  }

  private Rendering vars() {
    return new Rendering(engine.templar(), engine.variables().ofHost(host));
  }

  private Context context(String account) {
    if (account.isEmpty()) {
      return Context.LOGIN;
    }
    Become become =
        new Reach(engine.options())
            .become(vars().with("ansible_become", Value.TRUE), Keywords.NONE)
            .orElseThrow();
    return Context.as(
        new Become(
            become.method(), account, become.executable(), become.flags(), become.password()));
  }

  private HostLine line(Context account) {
    HostLine line =
        engine.lines().of(host, new Reach(engine.options()).spec(host, vars(), Keywords.NONE));
    if (!line.isOpen()) {
      line.open(account);
    }
    return line;
  }

  private static <T> T ask(HostLine line, Context context, Query<T> query) {
    Set<Probe<?>> probes = query.pending(new dev.provision.host.Answers());
    line.exchange(List.of(), List.of(new HostLine.Asked(context, probes))).finish();
    return line.knowledge().answer(query, context);
  }

  /** Undoes what can be undone. */
  public void undo() {
    for (Reversal reversal : reversals) {
      if (engine.interruption().isRaised()) {
        return;
      }
      if (reversal.isPossible()) {
        try {
          undo(reversal);
        } catch (ProvisionException e) {
          broken(e);
          return;
        }
      }
    }
  }

  private void undo(Reversal reversal) {
    Instant start = Instant.now(engine.clock());
    Entry entry = reversal.last();
    RunEvent.TaskInfo info =
        new RunEvent.TaskInfo(
            "revert " + run,
            entry.task(),
            Optional.empty(),
            entry.module(),
            entry.address(),
            "",
            false);
    engine.events().tellOnce(new RunEvent.TaskStart(info));
    TaskResult result = result(reversal);
    RunEvent.Status status =
        switch (result.status()) {
          case OK -> RunEvent.Status.OK;
          case CHANGED -> RunEvent.Status.CHANGED;
          case SKIPPED -> RunEvent.Status.SKIPPED;
          case FAILED -> RunEvent.Status.FAILED;
          case UNREACHABLE -> RunEvent.Status.UNREACHABLE;
        };
    boolean refused =
        result.problem().filter(p -> p.code() == ErrorCode.REVERT_CONFLICT).isPresent();
    if (refused) {
      stats.refuse();
      status = RunEvent.Status.SKIPPED;
    }
    stats.count(status, result.isChanged());
    engine
        .events()
        .tell(
            new RunEvent.TaskEnd(
                host,
                info,
                Optional.of(Text.plain(entry.subject())),
                false,
                status,
                result.changes(),
                result.risk().word(),
                result.verified(),
                result.result(),
                result.problem(),
                Duration.between(start, Instant.now(engine.clock()))));
    if (result.isChanged()) {
      notified
          .computeIfAbsent(entry.address(), a -> new LinkedHashSet<>())
          .addAll(reversal.notified());
    }
  }

  private TaskResult result(Reversal reversal) {
    Entry entry = reversal.last();
    Optional<Module<?>> module = engine.modules().find(entry.module());
    if (module.isPresent() && module.get() instanceof StateModule<?, ?> state) {
      return run(state, reversal);
    }
    return TaskResult.failed(
        Problem.error(
            ErrorCode.NOT_REVERSIBLE,
            Position.NONE,
            "The module \"" + entry.module() + "\" is not among ours any more."),
        Value.dict(Map.of()));
  }

  private <P extends Record, S extends Record> TaskResult run(
      StateModule<P, S> module, Reversal reversal) {
    Entry entry = reversal.last();
    Parameters.Bound<P> bound =
        Parameters.of(module).bind(entry.arguments(), Position.NONE, new Blank());
    if (bound.params().isEmpty()) {
      return TaskResult.failed(new ProvisionException(bound.problems().get(0)));
    }
    Context context = context(entry.account());
    HostLine line = line(context);
    line.open(context);
    Call call =
        new Call(
            entry.arguments(),
            context,
            line.info(context),
            engine.options().isCheck(),
            engine.options().diff(),
            Optional.empty(),
            engine.ids());
    Reverting<P, S> reverting = new Reverting<>(module, reversal.before(), reversal.after(), force);
    return drive(Works.of(reverting, bound.params().get(), call), line, context, entry);
  }

  private TaskResult drive(Work work, HostLine line, Context context, Entry origin) {
    Optional<Entry> written = Optional.empty();
    while (true) {
      Need need = work.need(line.knowledge());
      if (need instanceof Need.Ended ended) {
        TaskResult result = ended.result();
        written.ifPresent(entry -> journal(line, context, entry, result));
        return result;
      }
      if (need instanceof Need.Answers answers) {
        line.exchange(List.of(), List.of(new HostLine.Asked(context, answers.probes()))).finish();
      } else if (need instanceof Need.Change change) {
        written = change.record().map(effect -> entry(effect, origin));
        written.ifPresent(e -> engine.journal().ifPresent(j -> j.add(host, e.beginning())));
        Delivery delivery =
            line.exchange(List.of(new HostLine.Piece(work, change, context, written)), List.of());
        if (!delivery.next()) {
          return TaskResult.skipped(Value.dict("msg", Value.of("Interrupted: not undone.")));
        }
        delivery.finish();
      } else if (need instanceof Need.Pause pause) {
        rest(pause.time());
        line.knowledge().forgetProbes(pause.again(), context);
        work.rested();
      } else {
        return work.unforeseeable();
      }
    }
  }

  /** Waits in small pieces, so that an interrupt is heard. */
  private void rest(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < until && !engine.interruption().isRaised()) {
      java.util.concurrent.locks.LockSupport.parkNanos(POLL.toNanos());
    }
  }

  private Entry entry(Effect effect, Entry origin) {
    return new Entry(
        engine.ids().get(),
        origin.address(),
        origin.task(),
        effect.module(),
        effect.subject(),
        origin.account(),
        origin.arguments(),
        effect.before(),
        effect.after(),
        effect.components(),
        effect.reversibility(),
        Optional.empty());
  }

  private void journal(HostLine line, Context context, Entry entry, TaskResult result) {
    Value.Dict after = result.effect().map(Effect::after).orElse(entry.after());
    Entry ended =
        entry.ended(after, new Entry.Done(result.isFailed(), result.isChanged(), List.of()));
    line.ended(context, ended);
    engine.journal().ifPresent(j -> j.add(host, ended.end()));
  }

  /**
   * Files of the controller don't matter for going back: what was there before is in the journal.
   */
  private static final class Blank implements ParamResolver {

    @Override
    public ControllerFile file(String source, Position at) {
      return new ControllerFile() {
        @Override
        public String source() {
          return source;
        }

        @Override
        public Path path() {
          return Path.of(source);
        }

        @Override
        public boolean isFolder() {
          return source.endsWith("/");
        }

        @Override
        public byte[] bytes() {
          return new byte[0];
        }
      };
    }

    @Override
    public RenderedTemplate template(String source, Value.Dict arguments, Position at) {
      return new RenderedTemplate(source, Path.of(source), Text.plain(""));
    }
  }
}
