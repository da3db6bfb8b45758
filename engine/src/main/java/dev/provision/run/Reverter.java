package dev.provision.run;

import dev.provision.diag.Problem;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.lang.Play;
import dev.provision.run.event.RunEvent;
import dev.provision.run.journal.Entry;
import dev.provision.run.journal.Journal;
import dev.provision.run.journal.Journals;
import dev.provision.run.journal.RunIds;
import dev.provision.run.play.Conductor;
import dev.provision.run.play.Engine;
import dev.provision.run.play.Events;
import dev.provision.run.play.Interruption;
import dev.provision.run.play.PoolScheduler;
import dev.provision.run.play.RevertRun;
import dev.provision.run.play.Scheduler;
import dev.provision.run.work.HostLine;
import dev.provision.value.Value;
import dev.provision.value.Vault;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Undoes a run from its journal. One object per run. */
public final class Reverter {

  private final World world;
  private final RunTools tools;
  private final Interruption interruption = new Interruption();
  private final AtomicReference<Scheduler> scheduler = new AtomicReference<>();

  public Reverter(RunTools tools) {
    this(World.of(tools));
  }

  Reverter(World world) {
    this.world = world;
    this.tools = world.tools();
  }

  /**
   * Tells first what can't be undone, then undoes the rest backwards, then runs the handlers that
   * the undone tasks had notified.
   */
  public ExitCode revert(Request request, RunEvent.Listener listener) {
    Events events = new Events(listener);
    Instant start = Instant.now(tools.clock());
    String own = RunIds.next(tools.clock());
    events.tell(new RunEvent.RunStart(own, RunEvent.Mode.REVERT, tools.version()));
    try {
      return revert(own, request, events, start);
    } catch (ProvisionException e) {
      events.problem(e.problem(), Optional.empty());
      ExitCode exit =
          e.code() == dev.provision.diag.ErrorCode.USAGE ? ExitCode.USAGE : ExitCode.INTERNAL;
      return over(events, Map.of(), exit, start);
    }
  }

  private ExitCode over(
      Events events, Map<String, RunEvent.Recap> recap, ExitCode exit, Instant start) {
    Duration elapsed = Duration.between(start, Instant.now(tools.clock()));
    events.tell(new RunEvent.RunEnd(recap, exit.number(), elapsed));
    return exit;
  }

  private ExitCode revert(String own, Request request, Events events, Instant start) {
    Journals journals = new Journals(tools.state());
    String run = journals.find(request.run());
    Value.Dict head = journals.head(run);
    List<String> inventory =
        request.inventory().isEmpty() ? strings(head, "inventory") : request.inventory();
    RunRequest files =
        new RunRequest(
            inventory,
            strings(head, "playbooks").stream().map(Path::of).toList(),
            request.vault(),
            request.options());
    Problems problems = new Problems();
    Project project =
        Project.load(files, world.modules(), world.templars(), tools.clock(), problems);
    if (problems.hasErrors()) {
      problems.sorted().stream()
          .filter(Problem::isError)
          .forEach(problem -> events.problem(problem, Optional.empty()));
      return over(events, Map.of(), ExitCode.INVALID, start);
    }
    Optional<Journal> journal =
        request.options().isCheck()
            ? Optional.empty()
            : Optional.of(
                Journal.begin(tools.state(), head(own, start, inventory, files, project)));
    try (PoolScheduler pool = new PoolScheduler(request.options().forks())) {
      scheduler.set(pool);
      Engine engine =
          world.engine(own, request.options(), project, events, journal, pool, interruption);
      Conductor conductor = new Conductor(engine, Set.of());
      ExitCode exit = revert(run, request, journals, engine, conductor, pool, project);
      Map<String, RunEvent.Recap> recap = conductor.recap();
      engine.lines().open().forEach(HostLine::close);
      journal.ifPresent(j -> j.end(Instant.now(tools.clock()), exit.number(), conductor.changes()));
      return over(events, recap, exit, start);
    }
  }

  private Journal.Head head(
      String own, Instant start, List<String> inventory, RunRequest files, Project project) {
    return new Journal.Head(
        own,
        start,
        "revert",
        tools.version(),
        inventory,
        files.playbooks().stream().map(Path::toString).toList(),
        project.hosts().hosts());
  }

  private ExitCode revert(
      String run,
      Request request,
      Journals journals,
      Engine engine,
      Conductor conductor,
      Scheduler pool,
      Project project) {
    Predicate<Entry> wanted =
        entry ->
            request
                .task()
                .map(task -> task.equals(entry.task()) || task.equals(entry.address()))
                .orElse(true);
    Map<String, List<Entry>> known = new LinkedHashMap<>();
    for (String host : strings(journals.head(run), "hosts")) {
      List<Entry> entries = journals.entries(run, host);
      if (!entries.isEmpty() && request.host().map(host::equals).orElse(true)) {
        known.put(host, entries);
      }
    }
    List<RevertRun> runs = new ArrayList<>();
    known
        .keySet()
        .forEach(
            host ->
                runs.add(
                    new RevertRun(
                        engine, run, host, wanted, request.force(), conductor.stats(host))));
    // All is told that can't be undone before anything is.
    all(runs, each -> each.prepare(Objects.requireNonNull(known.get(each.host()))), pool);
    all(runs, RevertRun::undo, pool);
    List<Play> plays = project.plays();
    for (Play play : plays) {
      conductor.handlers(play, notified(play, runs));
    }
    return conductor.end();
  }

  /** By host, the names that were notified by tasks of the play. */
  private static Map<String, Set<String>> notified(Play play, List<RevertRun> runs) {
    Map<String, Set<String>> found = new LinkedHashMap<>();
    String prefix = play.address().toString();
    for (RevertRun each : runs) {
      each.notified()
          .forEach(
              (address, names) -> {
                if (address.startsWith(prefix)) {
                  found.computeIfAbsent(each.host(), h -> new LinkedHashSet<>()).addAll(names);
                }
              });
    }
    found.values().removeIf(Set::isEmpty);
    return found;
  }

  private static void all(List<RevertRun> runs, Consumer<RevertRun> action, Scheduler pool) {
    AtomicInteger left = new AtomicInteger(runs.size());
    for (RevertRun each : runs) {
      pool.work(
          () -> {
            try {
              action.accept(each);
            } finally {
              left.decrementAndGet();
              pool.wake();
            }
          });
    }
    pool.await(() -> left.get() == 0);
  }

  private static List<String> strings(Value.Dict head, String key) {
    return head.get(key).orElse(Value.NULL) instanceof Value.Seq seq
        ? seq.items().stream().map(Value::toString).toList()
        : List.of();
  }

  /** As {@link Runner#interrupt}. */
  public void interrupt() {
    interruption.raise();
    Scheduler running = scheduler.get();
    if (running != null) {
      running.hurry();
    }
  }

  /**
   * What to undo.
   *
   * @param run a run's id, or a unique beginning of it; {@code latest} for the newest
   * @param inventory to reach the hosts; empty for that of the run
   * @param host only this one
   * @param task only the tasks of this name or address
   * @param force restore also what has been changed by others since
   */
  public record Request(
      String run,
      List<String> inventory,
      Vault vault,
      Optional<String> host,
      Optional<String> task,
      boolean force,
      RunOptions options) {

    public Request {
      inventory = List.copyOf(inventory);
    }
  }
}
