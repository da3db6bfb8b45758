package dev.provision.run.play;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.lang.Action;
import dev.provision.lang.Block;
import dev.provision.lang.Conversions;
import dev.provision.lang.Keyword;
import dev.provision.lang.Keywords;
import dev.provision.lang.Node;
import dev.provision.lang.Play;
import dev.provision.lang.Task;
import dev.provision.run.ExitCode;
import dev.provision.run.cursor.Cursor;
import dev.provision.run.cursor.Section;
import dev.provision.run.event.RunEvent;
import dev.provision.run.vars.PlayVars;
import dev.provision.run.work.HostLine;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the hosts through all plays, batch by batch, and sums up. The only thread that waits for
 * others.
 */
public final class Conductor {

  private static final Logger LOG = LoggerFactory.getLogger(Conductor.class);

  private final Engine engine;
  private final Set<Node> before;
  private final Map<String, Stats> stats = new LinkedHashMap<>();
  private final Set<String> dropped = new HashSet<>();
  private final Instant start;
  private boolean aborted;

  /**
   * @param before the nodes that {@code --start-at-task} leaves out
   */
  public Conductor(Engine engine, Set<Node> before) {
    this.engine = engine;
    this.before = before;
    this.start = Instant.now(engine.clock());
  }

  /** Runs plays in order and gives the hosts back. */
  public ExitCode run(List<Play> plays) {
    try {
      for (Play play : plays) {
        if (aborted || engine.interruption().isRaised()) {
          break;
        }
        run(play);
      }
    } finally {
      release();
    }
    return exit();
  }

  /** A host's figures, to be counted by others than its tasks. */
  public Stats stats(String host) {
    synchronized (stats) {
      return stats.computeIfAbsent(host, h -> new Stats());
    }
  }

  /**
   * Runs only handlers of a play.
   *
   * @param notified their names, by host
   */
  public void handlers(Play play, Map<String, Set<String>> notified) {
    List<String> hosts = notified.keySet().stream().filter(this::isAlive).toList();
    if (hosts.isEmpty() || engine.interruption().isRaised()) {
      return;
    }
    engine.events().tell(new RunEvent.PlayStart(play.title(), hosts));
    PlayVars vars = PlayVars.of(play, Map.of(), hosts, hosts, () -> hosts);
    PlayState state = new PlayState(play, vars, TagFilter.of(List.of(), List.of()));
    TaskChoice choice = new TaskChoice(Set.of(), engine.prompter(), false);
    Teller teller = new Teller(engine.events());
    List<HostRun> runs = new ArrayList<>();
    for (String host : hosts) {
      Site site = new Site(engine, state, host);
      loadFiles(site, play, vars);
      List<Node> handlers = flat(play.handlers());
      boolean gathers = site.ofPlay().bool(play.keywords(), Keyword.GATHER_FACTS).orElse(true);
      Set<Node> wanted = HostRun.called(site, handlers, notified.getOrDefault(host, Set.of()));
      Cursor cursor = Cursor.ofHandlers(handlers, wanted, gathers && !wanted.isEmpty());
      runs.add(new HostRun(site, cursor, stats(host), teller, gathering(play), choice));
    }
    PlayRun run = new PlayRun(engine, state, runs, PlayRun.Strategy.LINEAR, Optional.empty());
    run.start();
    engine.scheduler().await(run::isOver);
  }

  /** Gives the hosts back and sums up. */
  public ExitCode end() {
    release();
    return exit();
  }

  // One play

  private void run(Play play) {
    List<String> hosts;
    try {
      hosts = order(play, engine.hosts().select(patterns(play)));
    } catch (ProvisionException e) {
      engine.events().problem(e.problem(), Optional.empty());
      aborted = true;
      failed();
      return;
    }
    List<String> alive = hosts.stream().filter(host -> !dropped.contains(host)).toList();
    engine.events().tell(new RunEvent.PlayStart(play.title(), alive));
    if (alive.isEmpty()) {
      engine
          .events()
          .tell(
              new RunEvent.Notice(
                  hosts.isEmpty()
                      ? "No host fits \"" + play.title() + "\": it is passed over."
                      : "No host is left for \"" + play.title() + "\"."));
      return;
    }
    Map<String, Value> prompted = new Prompts(engine).ask(play);
    for (List<String> batch : batches(play, alive)) {
      boolean goOn = run(play, batch, alive, prompted);
      if (!goOn) {
        return;
      }
    }
  }

  private void failed() {
    stats.computeIfAbsent("localhost", h -> new Stats()).foundBug();
  }

  private List<String> patterns(Play play) {
    Rendering vars =
        new Rendering(engine.templar(), engine.variables().ofHost("localhost").with(scope(play)));
    return vars.names(play.hosts());
  }

  private static Map<String, Value> scope(Play play) {
    Map<String, Value> vars = new LinkedHashMap<>();
    play.vars().entries().forEach((name, value) -> vars.put(Conversions.text(name), value));
    return vars;
  }

  private static List<String> order(Play play, List<String> hosts) {
    List<String> ordered = new ArrayList<>(hosts);
    switch (play.keywords().get(Keyword.ORDER).map(Conversions::text).orElse("inventory")) {
      case "reverse_inventory" -> Collections.reverse(ordered);
      case "sorted" -> Collections.sort(ordered);
      case "reverse_sorted" -> ordered.sort(Comparator.reverseOrder());
      case "shuffle" -> Collections.shuffle(ordered);
      default -> {
        return ordered;
      }
    }
    return ordered;
  }

  /** As {@code serial} parts them; the last size goes on. */
  private List<List<String>> batches(Play play, List<String> hosts) {
    List<Integer> sizes = new ArrayList<>();
    for (Value each : play.serial()) {
      Rendering vars = new Rendering(engine.templar(), engine.variables().ofHost(hosts.get(0)));
      sizes.add(size(vars.render(each), hosts.size()));
    }
    List<List<String>> batches = new ArrayList<>();
    int from = 0;
    for (int i = 0; from < hosts.size(); i++) {
      int size = sizes.isEmpty() ? hosts.size() : sizes.get(Math.min(i, sizes.size() - 1));
      int to = size <= 0 ? hosts.size() : Math.min(hosts.size(), from + size);
      batches.add(hosts.subList(from, to));
      from = to;
    }
    return batches;
  }

  private static int size(Value value, int all) {
    String text = Conversions.text(value).strip();
    if (text.endsWith("%")) {
      double percent =
          Conversions.decimal(Value.of(text.substring(0, text.length() - 1)))
              .orElse(java.math.BigDecimal.valueOf(100))
              .doubleValue();
      return Math.max(1, (int) (all * percent / 100));
    }
    return Math.toIntExact(Rendering.integer(value, "keyword \"serial\""));
  }

  /** Says whether the play may go on with its next batch. */
  private boolean run(
      Play play, List<String> batch, List<String> hosts, Map<String, Value> prompted) {
    List<HostRun> runs = new ArrayList<>();
    PlayVars vars =
        PlayVars.of(
            play, prompted, batch, hosts, () -> hosts.stream().filter(this::isAlive).toList());
    TagFilter tags =
        TagFilter.of(engine.options().selection().tags(), engine.options().selection().skipTags());
    PlayState state = new PlayState(play, vars, tags);
    TaskChoice choice = new TaskChoice(before, engine.prompter(), engine.options().step());
    Teller teller = new Teller(engine.events());
    for (String host : batch) {
      Site site = new Site(engine, state, host);
      loadFiles(site, play, vars);
      runs.add(hostRun(site, play, choice, teller));
    }
    Rendering first = runs.get(0).site().ofPlay();
    Optional<Double> most =
        play.keywords()
            .get(Keyword.MAX_FAIL_PERCENTAGE)
            .map(first::render)
            .flatMap(Conversions::decimal)
            .map(java.math.BigDecimal::doubleValue);
    Optional<Value> strategy = play.keywords().get(Keyword.STRATEGY).map(first::render);
    PlayRun run = new PlayRun(engine, state, runs, PlayRun.strategy(strategy), most);
    run.start();
    engine.scheduler().await(run::isOver);
    for (HostRun each : runs) {
      if (!each.isAlive()) {
        dropped.add(each.host());
      }
    }
    aborted |= run.isAborted();
    boolean allGone = runs.stream().noneMatch(HostRun::isAlive);
    return !aborted && !state.isEnded() && !allGone && !engine.interruption().isRaised();
  }

  private boolean isAlive(String host) {
    Stats known = stats.get(host);
    return !dropped.contains(host)
        && (known == null || !known.isFailed() && !known.isUnreachable());
  }

  private HostRun hostRun(Site site, Play play, TaskChoice choice, Teller teller) {
    Rendering vars = site.ofPlay();
    boolean gathers = vars.bool(play.keywords(), Keyword.GATHER_FACTS).orElse(true);
    boolean force =
        engine.options().forceHandlers()
            || vars.bool(play.keywords(), Keyword.FORCE_HANDLERS).orElse(false);
    List<Node> middle = new ArrayList<>(play.roles());
    middle.addAll(play.tasks());
    Cursor cursor =
        new Cursor(
            List.of(
                new Section(play.preTasks()), new Section(middle), new Section(play.postTasks())),
            flat(play.handlers()),
            gathers,
            force);
    return new HostRun(site, cursor, stats(site.host()), teller, gathering(play), choice);
  }

  static List<Node> flat(List<Node> handlers) {
    List<Node> flat = new ArrayList<>();
    for (Node handler : handlers) {
      if (handler instanceof Block block) {
        flat.addAll(flat(block.body()));
      } else {
        flat.add(handler);
      }
    }
    return flat;
  }

  private static Task gathering(Play play) {
    Keywords inherited =
        Keywords.NONE
            .under(play.keywords().without(Keyword.VARS))
            .with(Keyword.TAGS, Value.list(Value.of("always")));
    Map<String, Value> arguments = new LinkedHashMap<>();
    for (Keyword keyword :
        List.of(Keyword.GATHER_SUBSET, Keyword.GATHER_TIMEOUT, Keyword.FACT_PATH)) {
      play.keywords().get(keyword).ifPresent(value -> arguments.put(keyword.word(), value));
    }
    Action action =
        new Action(
            "ansible.builtin.setup", "setup", Value.dict(arguments), Optional.empty(), play.at());
    return new Task(
        play.address(),
        Optional.of(Value.of("Gathering Facts")),
        action,
        Optional.empty(),
        Keywords.NONE,
        inherited,
        Optional.empty(),
        play.search(),
        false,
        play.at());
  }

  private void loadFiles(Site site, Play play, PlayVars vars) {
    List<Value.Dict> loaded = new ArrayList<>();
    for (Value entry : play.varsFiles()) {
      try {
        file(site, play, entry).ifPresent(loaded::add);
        vars.files().put(site.host(), List.copyOf(loaded));
      } catch (ProvisionException e) {
        engine.events().problem(e.problem(), Optional.of(site.host()));
        stats.computeIfAbsent(site.host(), h -> new Stats()).foundBug();
        aborted = true;
      }
    }
  }

  private Optional<Value.Dict> file(Site site, Play play, Value entry) {
    List<Value> choices = entry instanceof Value.Seq seq ? seq.items() : List.of(entry);
    for (Value choice : choices) {
      String name;
      try {
        name = Conversions.text(site.ofPlay().render(choice));
      } catch (ProvisionException e) {
        if (e.code() == ErrorCode.UNDEFINED_VARIABLE) {
          // Its name depends on facts that this play has not gathered yet: Ansible passes it over.
          continue;
        }
        throw e;
      }
      Optional<Path> found = play.search().find("vars", name);
      if (found.isPresent()) {
        return Optional.of(read(found.get()));
      }
      if (choices.size() == 1) {
        throw ControllerFiles.missing(
            play.search(), "vars", name, choice.origin(), ErrorCode.FILE_NOT_FOUND);
      }
    }
    return Optional.empty();
  }

  private Value.Dict read(Path file) {
    Problems problems = new Problems();
    Optional<Value.Dict> read = engine.files().variables(file, problems);
    return read.orElseThrow(
        () ->
            new ProvisionException(
                problems.sorted().stream()
                    .filter(Problem::isError)
                    .findFirst()
                    .orElseGet(
                        () ->
                            Problem.error(
                                ErrorCode.FILE_UNREADABLE,
                                Position.ofFile(file.toString()),
                                "The file holds no variables."))));
  }

  // The end

  /** Writes the last lines of the journals and gives the hosts back, all at once. */
  private void release() {
    List<HostLine> lines = engine.lines().open();
    AtomicInteger left = new AtomicInteger(lines.size());
    for (HostLine line : lines) {
      engine
          .scheduler()
          .connect(
              () -> {
                try {
                  line.release();
                } catch (ProvisionException e) {
                  // The lock dies with the line; the journal's last lines are on this machine.
                  LOG.debug("A host could not be given back", e);
                } finally {
                  left.decrementAndGet();
                  engine.scheduler().wake();
                }
              });
    }
    engine.scheduler().await(() -> left.get() == 0);
  }

  private ExitCode exit() {
    ExitCode exit = ExitCode.OK;
    boolean changes = false;
    for (Stats each : stats.values()) {
      changes |= each.changed() > 0;
      exit = exit.or(each.isUnreachable() ? ExitCode.UNREACHABLE : ExitCode.OK);
      exit = exit.or(each.isFailed() ? ExitCode.FAILED : ExitCode.OK);
      exit = exit.or(each.isRefused() ? ExitCode.REFUSED : ExitCode.OK);
      exit = exit.or(each.hasBug() ? ExitCode.INTERNAL : ExitCode.OK);
    }
    if (changes && engine.options().isCheck() && engine.options().detailedExitcode()) {
      exit = exit.or(ExitCode.CHANGES);
    }
    return engine.interruption().isRaised() ? ExitCode.INTERRUPTED : exit;
  }

  /** Each host's figures, in the order in which they were met. */
  public Map<String, RunEvent.Recap> recap() {
    Duration elapsed = Duration.between(start, Instant.now(engine.clock()));
    Map<String, RunEvent.Recap> recap = new LinkedHashMap<>();
    stats.forEach(
        (host, each) -> recap.put(host, each.recap(engine.lines().traffic(host), elapsed)));
    return recap;
  }

  /** How many tasks changed something, over all hosts. */
  public int changes() {
    return stats.values().stream().mapToInt(Stats::changed).sum();
  }
}
