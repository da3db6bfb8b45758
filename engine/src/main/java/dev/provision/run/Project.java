package dev.provision.run;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Problem;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.inventory.AdjacentVars;
import dev.provision.inventory.HostLimit;
import dev.provision.inventory.Inventory;
import dev.provision.inventory.InventoryLoader;
import dev.provision.inventory.Layer;
import dev.provision.inventory.LiveInventory;
import dev.provision.lang.Conversions;
import dev.provision.lang.Play;
import dev.provision.lang.Playbook;
import dev.provision.lang.PlaybookLoader;
import dev.provision.lang.PlaybookOptions;
import dev.provision.lang.Sources;
import dev.provision.lang.VariableFiles;
import dev.provision.module.ModuleRegistry;
import dev.provision.run.play.ControllerMachine;
import dev.provision.run.play.LiveHosts;
import dev.provision.run.play.TemplateFiles;
import dev.provision.run.vars.Variables;
import dev.provision.template.Controller;
import dev.provision.template.Scope;
import dev.provision.template.Templar;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * All files of a run, read and checked.
 *
 * @param hosts the inventory as the run may change it
 */
record Project(
    VariableFiles files,
    Templar templar,
    PlaybookLoader loader,
    List<Playbook> playbooks,
    Inventory inventory,
    LiveHosts hosts,
    Variables variables) {

  private static final Path DEFAULT_PLAYBOOK = Path.of("playbooks", "site.yml");
  private static final String PLAYBOOK_VARIABLE = "provision_playbook";

  List<Play> plays() {
    return playbooks.stream().flatMap(playbook -> playbook.plays().stream()).toList();
  }

  /**
   * Reads everything; with errors among the problems it may lack what they are about.
   *
   * @param templars makes the templar
   */
  static Project load(
      RunRequest request,
      ModuleRegistry modules,
      Function<Controller, Templar> templars,
      Clock clock,
      Problems problems) {
    VariableFiles files = new VariableFiles(new Sources(), request.vault());
    Templar templar = templars.apply(new ControllerMachine(files, clock));
    Map<String, Value> extra = new ExtraVars(files, problems).read(request.options().extraVars());
    Inventory read = inventory(request, files, problems);
    List<Path> names = playbooks(request, read);
    PlaybookLoader loader = new PlaybookLoader(files, options(modules, templar, extra));
    List<Playbook> playbooks = new ArrayList<>();
    for (Path name : names) {
      loader.load(name, problems).ifPresent(playbooks::add);
    }
    Inventory inventory = adjacent(read, playbooks, files, problems);
    Optional<HostLimit> limit = limit(request.options().selection(), inventory, problems);
    LiveInventory live =
        new LiveInventory(inventory, limit, () -> again(request, files, playbooks));
    LiveHosts hosts = new LiveHosts(live);
    Variables variables = new Variables(hosts, extra, RunVariables.of(request.options(), limit));
    StaticCheck check =
        new StaticCheck(modules, templar, new TemplateFiles(templar, files), problems);
    playbooks.forEach(check::check);
    check.tags(playbooks, request.options().selection());
    check.hosts(playbooks, inventory);
    problems.addAll(templar.check(Value.dict(extra)));
    return new Project(files, templar, loader, playbooks, inventory, hosts, variables);
  }

  private static Inventory inventory(RunRequest request, VariableFiles files, Problems problems) {
    return new InventoryLoader(files, Path.of("")).load(request.inventory(), problems);
  }

  private static Inventory again(
      RunRequest request, VariableFiles files, List<Playbook> playbooks) {
    Problems problems = new Problems();
    Inventory inventory = adjacent(inventory(request, files, problems), playbooks, files, problems);
    Optional<Problem> error = problems.sorted().stream().filter(Problem::isError).findFirst();
    if (error.isPresent()) {
      throw new ProvisionException(error.get());
    }
    return inventory;
  }

  private static Inventory adjacent(
      Inventory read, List<Playbook> playbooks, VariableFiles files, Problems problems) {
    Set<Path> folders = new LinkedHashSet<>();
    playbooks.forEach(playbook -> playbook.plays().forEach(play -> folders.add(play.folder())));
    Inventory inventory = read;
    for (Path folder : folders) {
      inventory = inventory.with(AdjacentVars.besidePlaybook(folder, inventory, files, problems));
    }
    return inventory;
  }

  private static List<Path> playbooks(RunRequest request, Inventory inventory) {
    if (!request.playbooks().isEmpty()) {
      return request.playbooks();
    }
    List<Path> named = new ArrayList<>();
    inventory
        .group("all")
        .ifPresent(
            all -> {
              for (Layer layer : all.layers()) {
                layer
                    .vars()
                    .get(PLAYBOOK_VARIABLE)
                    .ifPresent(
                        value -> {
                          named.clear();
                          Conversions.words(value).forEach(word -> named.add(Path.of(word)));
                        });
              }
            });
    return named.isEmpty() ? List.of(DEFAULT_PLAYBOOK) : named;
  }

  private static PlaybookOptions options(
      ModuleRegistry modules, Templar templar, Map<String, Value> extra) {
    return PlaybookOptions.DEFAULT
        .withModules(name -> modules.find(name).isPresent() || AnsibleModules.knows(name))
        .withStaticNames((name, variables) -> staticName(templar, extra, name, variables));
  }

  private static Optional<String> staticName(
      Templar templar, Map<String, Value> extra, Value name, Value.Dict variables) {
    Map<String, Value> all = new LinkedHashMap<>();
    variables.entries().forEach((key, value) -> all.put(Conversions.text(key), value));
    all.putAll(extra);
    try {
      return Optional.of(Conversions.text(templar.render(name, Scope.of(all))));
    } catch (ProvisionException e) {
      if (e.code() == ErrorCode.UNDEFINED_VARIABLE) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static Optional<HostLimit> limit(
      RunOptions.Selection selection, Inventory inventory, Problems problems) {
    Optional<HostLimit> named =
        selection.limit().isEmpty()
            ? Optional.empty()
            : Optional.of(HostLimit.parse(selection.limit(), inventory, problems));
    return selection.shard().map(shard -> shard(shard, inventory, named)).or(() -> named);
  }

  /** Every n-th of the hosts that are left. */
  private static HostLimit shard(
      RunOptions.Shard shard, Inventory inventory, Optional<HostLimit> limit) {
    List<String> names =
        inventory.hosts().stream()
            .map(host -> host.name())
            .filter(name -> limit.map(l -> l.names().contains(name)).orElse(true))
            .toList();
    Set<String> own = new LinkedHashSet<>();
    for (int i = shard.index() - 1; i < names.size(); i += shard.count()) {
      own.add(names.get(i));
    }
    return new HostLimit(limit.map(HostLimit::text).orElse(""), own);
  }
}
