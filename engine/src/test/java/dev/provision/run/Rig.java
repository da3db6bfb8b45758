package dev.provision.run;

import dev.provision.connect.ConnectionSpec;
import dev.provision.connect.Connector;
import dev.provision.diag.ErrorCode;
import dev.provision.diag.Problem;
import dev.provision.host.Context;
import dev.provision.host.HostInfo;
import dev.provision.host.files.FileContent;
import dev.provision.host.files.FileModel;
import dev.provision.host.files.FileProbe;
import dev.provision.host.files.Mode;
import dev.provision.module.builtin.BuiltinModules;
import dev.provision.run.event.RunEvent;
import dev.provision.run.event.RunEvent.TaskEnd;
import dev.provision.run.work.ModelRemote;
import dev.provision.run.work.Remote;
import dev.provision.template.Templar;
import dev.provision.value.Text;
import dev.provision.value.Value;
import dev.provision.value.Vault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A project in a folder, hosts that are models, and what a run tells: for tests of whole runs. */
public final class Rig {

  private final Path folder;
  private final Map<String, ModelRemote> hosts = new ConcurrentHashMap<>();
  private final Map<String, List<Context>> opened = new ConcurrentHashMap<>();
  private RunOptions options = RunOptions.defaults();
  private final List<RunEvent> events = new ArrayList<>();
  private Connector connector =
      (spec, first) -> {
        throw new IllegalStateException("No real host here");
      };
  private Prompter prompter = Prompter.NOBODY;
  private boolean real;
  private Vault vault = Vault.locked();

  public Rig(Path folder) {
    this.folder = folder;
  }

  /** A file of the project. */
  public Rig file(String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An inventory of hosts without more. */
  public Rig hosts(String... names) {
    StringBuilder text = new StringBuilder("all:\n  hosts:\n");
    for (String name : names) {
      text.append("    ").append(name).append(":\n");
    }
    return file("hosts.yml", text.toString());
  }

  /** The playbook {@code site.yml}. */
  public Rig playbook(String text) {
    return file("site.yml", text);
  }

  /** A playbook of one play over all hosts that gathers no facts. */
  public Rig tasks(String tasks) {
    return playbook("- hosts: all\n  gather_facts: false\n  tasks:\n" + tasks.indent(4));
  }

  public Rig options(RunOptions newOptions) {
    options = newOptions;
    return this;
  }

  public RunOptions options() {
    return options;
  }

  public Rig prompter(Prompter newPrompter) {
    prompter = newPrompter;
    return this;
  }

  public Rig vault(Vault newVault) {
    vault = newVault;
    return this;
  }

  /** From now on hosts are reached by a real connector. */
  public Rig connector(Connector newConnector) {
    connector = newConnector;
    real = true;
    return this;
  }

  public ModelRemote host(String name) {
    return hosts.computeIfAbsent(name, Rig::fresh);
  }

  private static ModelRemote fresh(String name) {
    ModelRemote host = new ModelRemote(info(name));
    FileModel.of(host.model()).putFolder("/etc", new Mode(0755));
    FileModel.of(host.model()).putFolder("/root", new Mode(0700));
    return host;
  }

  public Rig hostFile(String host, String path, String content) {
    FileModel.of(host(host).model())
        .putFile(path, FileContent.of(Text.plain(content)), new Mode(0644));
    return this;
  }

  /** The content of a file on a host; empty where there is none. */
  public Optional<String> content(String host, String path) {
    return host(host)
        .model()
        .answer(FileProbe.content(path, true))
        .get()
        .content()
        .flatMap(FileContent::text)
        .map(Text::reveal);
  }

  static HostInfo info(String name) {
    return new HostInfo(
        "Linux",
        "6.1.0",
        "x86_64",
        "debian",
        "12",
        Set.of(),
        "systemd",
        0,
        "root",
        "/root",
        name,
        "boot-1",
        Set.of("base64", "sha256sum", "stat"));
  }

  private Remote open(ConnectionSpec spec, Context first) {
    ModelRemote host = host(spec.name());
    opened.computeIfAbsent(spec.name(), n -> new ArrayList<>()).add(first);
    host.refusal()
        .ifPresent(
            e -> {
              throw e;
            });
    return host;
  }

  private World world() {
    RunTools tools =
        new RunTools(connector, folder.resolve("state"), prompter, Clock.systemUTC(), "test");
    return real
        ? World.of(tools)
        : new World(tools, BuiltinModules.registry(), Templar::of, this::open);
  }

  public Runner runner() {
    return new Runner(world());
  }

  public Reverter reverter() {
    return new Reverter(world());
  }

  /** Undoes the last run. */
  public ExitCode revert(boolean force) {
    events.clear();
    Reverter.Request request =
        new Reverter.Request(
            "latest", List.of(), vault, Optional.empty(), Optional.empty(), force, options);
    return reverter().revert(request, this::hear);
  }

  public History history() {
    return new History(folder.resolve("state"));
  }

  public RunRequest request() {
    return new RunRequest(
        List.of(folder.resolve("hosts.yml").toString()),
        List.of(folder.resolve("site.yml")),
        vault,
        options);
  }

  public ExitCode run() {
    events.clear();
    return runner().run(request(), this::hear);
  }

  /** Runs and insists on how it ends. */
  public Rig expect(ExitCode exit) {
    ExitCode was = run();
    if (was != exit) {
      throw new AssertionError("Ended with " + was + ", not " + exit + ": " + told());
    }
    return this;
  }

  /** All that helps to see what went wrong. */
  public String told() {
    StringBuilder out = new StringBuilder();
    ends().forEach(line -> out.append('\n').append(line));
    for (TaskEnd end : taskEnds()) {
      end.problem().ifPresent(p -> out.append('\n').append(p.oneLine()));
    }
    problems().forEach(p -> out.append('\n').append(p.oneLine()));
    return out.toString();
  }

  public ExitCode check() {
    RunOptions before = options;
    options = options.withMode(RunOptions.Mode.CHECK);
    try {
      return run();
    } finally {
      options = before;
    }
  }

  public void hear(RunEvent event) {
    events.add(event);
  }

  public List<RunEvent> events() {
    return events;
  }

  /** All ends of tasks, one line each: {@code host name status}, with {@code (item)} for loops. */
  public List<String> ends() {
    List<String> lines = new ArrayList<>();
    for (TaskEnd end : taskEnds()) {
      lines.add(
          end.host()
              + " "
              + end.task().name()
              + end.item().map(item -> " (" + item + ")").orElse("")
              + (end.loopSum() ? " sum " : " ")
              + end.status().name().toLowerCase(java.util.Locale.ROOT));
    }
    return lines;
  }

  public List<TaskEnd> taskEnds() {
    return events.stream().filter(TaskEnd.class::isInstance).map(TaskEnd.class::cast).toList();
  }

  public TaskEnd end(String task) {
    return taskEnds().stream()
        .filter(end -> end.task().name().equals(task) && end.item().isEmpty())
        .findFirst()
        .orElseThrow(() -> new AssertionError("No end of " + task + " in " + ends() + problems()));
  }

  public Value result(String task, String key) {
    return end(task)
        .result()
        .get(key)
        .orElseThrow(() -> new AssertionError("No " + key + " in " + end(task).result()));
  }

  public List<Problem> problems() {
    return events.stream()
        .filter(RunEvent.ProblemFound.class::isInstance)
        .map(event -> ((RunEvent.ProblemFound) event).problem())
        .toList();
  }

  public List<ErrorCode> codes() {
    return problems().stream().map(Problem::code).toList();
  }

  /** A host's recap: {@code ok changed unreachable failed skipped rescued ignored}. */
  public String recap(String host) {
    RunEvent.Recap recap =
        events.stream()
            .filter(RunEvent.RunEnd.class::isInstance)
            .map(event -> ((RunEvent.RunEnd) event).hosts())
            .findFirst()
            .orElse(new LinkedHashMap<>())
            .get(host);
    if (recap == null) {
      return "none";
    }
    return "ok=%d changed=%d unreachable=%d failed=%d skipped=%d rescued=%d ignored=%d"
        .formatted(
            recap.ok(),
            recap.changed(),
            recap.unreachable(),
            recap.failed(),
            recap.skipped(),
            recap.rescued(),
            recap.ignored());
  }

  public List<Context> opened(String host) {
    return opened.getOrDefault(host, List.of());
  }

  public Path folder() {
    return folder;
  }
}
