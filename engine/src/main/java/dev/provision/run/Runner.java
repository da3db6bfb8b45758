package dev.provision.run;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.lang.Block;
import dev.provision.lang.Conversions;
import dev.provision.lang.Node;
import dev.provision.lang.Play;
import dev.provision.lang.Playbook;
import dev.provision.lang.TaskAddress;
import dev.provision.run.event.RunEvent;
import dev.provision.run.journal.Journal;
import dev.provision.run.journal.Journals;
import dev.provision.run.journal.RunIds;
import dev.provision.run.play.Conductor;
import dev.provision.run.play.Engine;
import dev.provision.run.play.Events;
import dev.provision.run.play.Interruption;
import dev.provision.run.play.PoolScheduler;
import dev.provision.run.play.Scheduler;
import dev.provision.run.work.HostLine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** Walks playbooks over hosts: the door for {@code plan} and {@code apply}. One object per run. */
public final class Runner {

  private static final int KEPT_JOURNALS = 200;

  private final World world;
  private final RunTools tools;
  private final Interruption interruption = new Interruption();
  private final AtomicReference<Scheduler> scheduler = new AtomicReference<>();

  public Runner(RunTools tools) {
    this(World.of(tools));
  }

  Runner(World world) {
    this.world = world;
    this.tools = world.tools();
  }

  /**
   * Reads all files, tells all that is wrong with them, and if nothing is, runs. Returns when all
   * hosts have ended. Never throws for what users or hosts can cause: that is told as events.
   */
  public ExitCode run(RunRequest request, RunEvent.Listener listener) {
    Events events = new Events(listener);
    Instant start = Instant.now(tools.clock());
    String run = RunIds.next(tools.clock());
    RunEvent.Mode mode = request.options().isCheck() ? RunEvent.Mode.CHECK : RunEvent.Mode.APPLY;
    events.tell(new RunEvent.RunStart(run, mode, tools.version()));
    if (request.options().plan().isPresent() || request.options().savePlan().isPresent()) {
      // To go on without the check that the user asked for would be worse than to refuse.
      Problem problem =
          Problem.error(
              ErrorCode.NOT_AVAILABLE,
              Position.NONE,
              "Plans can't be saved or held to by this version. Nothing was done.");
      events.problem(problem, Optional.empty());
      return over(events, Map.of(), ExitCode.USAGE, start);
    }
    Optional<Project> project = load(request, events);
    if (project.isEmpty()) {
      return over(events, Map.of(), ExitCode.INVALID, start);
    }
    try {
      return run(run, request, project.get(), events, start);
    } catch (ProvisionException e) {
      events.problem(e.problem(), Optional.empty());
      ExitCode exit = e.code() == ErrorCode.APPROVAL_MISSING ? ExitCode.REFUSED : ExitCode.INTERNAL;
      return over(events, Map.of(), exit, start);
    }
  }

  private Optional<Project> load(RunRequest request, Events events) {
    Problems problems = new Problems();
    Optional<Project> project = Optional.empty();
    try {
      project =
          Optional.of(
              Project.load(request, world.modules(), world.templars(), tools.clock(), problems));
    } catch (ProvisionException e) {
      problems.add(e.problem());
    }
    problems.sorted().forEach(problem -> events.problem(problem, Optional.empty()));
    return problems.hasErrors() ? Optional.empty() : project;
  }

  private ExitCode over(
      Events events, Map<String, RunEvent.Recap> recap, ExitCode exit, Instant start) {
    Duration elapsed = Duration.between(start, Instant.now(tools.clock()));
    events.tell(new RunEvent.RunEnd(recap, exit.number(), elapsed));
    return exit;
  }

  private ExitCode run(
      String run, RunRequest request, Project project, Events events, Instant start) {
    Set<Node> before = before(project, request.options());
    new Approval(project, request.options(), tools.prompter()).demand();
    Optional<Journal> journal =
        request.options().isCheck()
            ? Optional.empty()
            : Optional.of(Journal.begin(tools.state(), head(run, request, project, start)));
    try (PoolScheduler pool = new PoolScheduler(request.options().forks())) {
      scheduler.set(pool);
      if (interruption.isRaised()) {
        pool.hurry();
      }
      Engine engine =
          world.engine(run, request.options(), project, events, journal, pool, interruption);
      Conductor conductor = new Conductor(engine, before);
      ExitCode exit = conductor.run(project.plays());
      Map<String, RunEvent.Recap> recap = conductor.recap();
      engine.lines().open().forEach(HostLine::close);
      journal.ifPresent(
          j -> {
            j.end(Instant.now(tools.clock()), exit.number(), conductor.changes());
            new Journals(tools.state()).prune(KEPT_JOURNALS);
          });
      return over(events, recap, exit, start);
    }
  }

  private Journal.Head head(String run, RunRequest request, Project project, Instant start) {
    return new Journal.Head(
        run,
        start,
        request.options().isCheck() ? "check" : "apply",
        tools.version(),
        request.inventory(),
        project.playbooks().stream().map(playbook -> playbook.file().toString()).toList(),
        project.hosts().hosts());
  }

  /** What stands before the task to start at. */
  private static Set<Node> before(Project project, RunOptions options) {
    Optional<String> wanted = options.selection().startAtTask();
    Set<Node> before = Collections.newSetFromMap(new IdentityHashMap<>());
    if (wanted.isEmpty()) {
      return before;
    }
    for (Play play : project.plays()) {
      for (Node node : play.nodes().toList()) {
        if (!(node instanceof Block) && isCalled(node, wanted.get())) {
          return before;
        }
        if (!(node instanceof Block)) {
          before.add(node);
        }
      }
    }
    throw new ProvisionException(
        ErrorCode.USAGE, "There is no task \"" + wanted.get() + "\" to start at.");
  }

  private static boolean isCalled(Node node, String wanted) {
    String name = node.name().map(Conversions::text).orElse("");
    String full = node.role().map(use -> use.role().name() + " : " + name).orElse(name);
    String glob = "\\Q" + wanted.replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q") + "\\E";
    boolean address = TaskAddress.parse(wanted).map(node.address()::equals).orElse(false);
    return address || name.matches(glob) || full.matches(glob);
  }

  /**
   * Ctrl-C: at the first call running steps end by themselves and nothing new begins; at the second
   * they are killed. From any thread; {@link #run} returns soon after.
   */
  public void interrupt() {
    interruption.raise();
    Scheduler running = scheduler.get();
    if (running != null) {
      running.hurry();
    }
  }

  /**
   * What {@code --list-hosts}, {@code --list-tasks}, {@code --list-tags} and {@code --syntax-check}
   * tell.
   */
  public Listing list(RunRequest request, RunEvent.Listener listener) {
    Events events = new Events(listener);
    Optional<Project> project = load(request, events);
    if (project.isEmpty()) {
      return new Listing(ExitCode.INVALID, List.of());
    }
    List<Listing.PlayListing> plays = new ArrayList<>();
    Lister lister = new Lister(project.get(), request.options());
    for (Playbook playbook : project.get().playbooks()) {
      for (Play play : playbook.plays()) {
        try {
          plays.add(lister.list(playbook.file(), play));
        } catch (ProvisionException e) {
          events.problem(e.problem(), Optional.empty());
          return new Listing(ExitCode.INVALID, plays);
        }
      }
    }
    return new Listing(ExitCode.OK, plays);
  }
}
