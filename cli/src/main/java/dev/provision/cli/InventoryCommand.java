package dev.provision.cli;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Problem;
import dev.provision.diag.ProblemPrinter;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.diag.Suggestions;
import dev.provision.inventory.Group;
import dev.provision.inventory.Host;
import dev.provision.inventory.Inventory;
import dev.provision.inventory.InventoryLoader;
import dev.provision.inventory.Layer;
import dev.provision.lang.Sources;
import dev.provision.lang.VariableFiles;
import dev.provision.run.ExitCode;
import dev.provision.value.Json;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what an inventory holds, in ansible-inventory's JSON or as a tree. */
@Command(
    name = "inventory",
    description = "Show what an inventory holds.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class InventoryCommand implements Callable<Integer> {

  /** What to show. */
  static final class Shown {
    @Option(names = "--list", description = "All groups and hosts with their variables, as JSON.")
    private boolean list;

    @Option(names = "--graph", description = "Groups and hosts as a tree.")
    private boolean graph;

    @Option(names = "--host", paramLabel = "HOST", description = "One host's variables, as JSON.")
    private @Nullable String host;
  }

  @Mixin private InventoryMixin inventory = new InventoryMixin();

  @Mixin private VaultMixin vault = new VaultMixin();

  @ArgGroup(multiplicity = "1")
  private Shown shown;

  private final Terminal terminal;

  InventoryCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Problems problems = new Problems();
    VariableFiles files = new VariableFiles(new Sources(), vault.open(terminal));
    Inventory all = new InventoryLoader(files, Path.of("")).load(inventory.sources(), problems);
    ProblemPrinter printer = new ProblemPrinter(new FileLines());
    for (Problem problem : problems.sorted()) {
      terminal.err().print(printer.print(problem));
    }
    if (problems.hasErrors()) {
      return ExitCode.INVALID.number();
    }
    show(all);
    return 0;
  }

  private void show(Inventory all) {
    String host = shown.host;
    if (host != null) {
      terminal.out().println(Json.show(variables(find(all, host))));
    } else if (shown.list) {
      terminal.out().println(Json.show(list(all)));
    } else if (shown.graph) {
      graph(all, all.group("all").orElseThrow(), "");
    }
  }

  private static Host find(Inventory all, String name) {
    List<String> names = all.hosts().stream().map(Host::name).toList();
    return all.host(name)
        .orElseThrow(
            () ->
                new ProvisionException(
                    ErrorCode.UNKNOWN_HOST,
                    "The inventory has no host \""
                        + name
                        + "\"."
                        + Suggestions.didYouMean(name, names).map(hint -> " " + hint).orElse("")));
  }

  /** As written: templates are not rendered, secrets are masked. */
  private static Value variables(Host host) {
    Map<Value, Value> merged = new LinkedHashMap<>();
    host.groups().forEach(group -> group.layers().forEach(layer -> merged.putAll(entries(layer))));
    host.layers().forEach(layer -> merged.putAll(entries(layer)));
    return Value.dictOf(merged);
  }

  private static Map<Value, Value> entries(Layer layer) {
    return layer.vars().entries();
  }

  private static Value list(Inventory all) {
    Map<String, Value> hostVars = new LinkedHashMap<>();
    all.hosts().forEach(host -> hostVars.put(host.name(), variables(host)));
    Map<String, Value> shown = new LinkedHashMap<>();
    shown.put("_meta", Value.dict("hostvars", Value.dict(hostVars)));
    for (Group group : all.groups()) {
      Map<String, Value> entry = new LinkedHashMap<>();
      if (!group.children().isEmpty()) {
        entry.put("children", strings(group.children()));
      }
      if (!group.directHosts().isEmpty()) {
        entry.put("hosts", strings(direct(group)));
      }
      shown.put(group.name(), Value.dict(entry));
    }
    return Value.dict(shown);
  }

  private static List<String> direct(Group group) {
    return group.hosts().stream().filter(group.directHosts()::contains).toList();
  }

  private static Value strings(List<String> names) {
    return Value.list(names.stream().map(Value::of).toList());
  }

  private void graph(Inventory all, Group group, String indent) {
    terminal.out().println((indent.isEmpty() ? "" : indent + "|--") + "@" + group.name() + ":");
    String deeper = indent + "  ";
    group.children().forEach(child -> all.group(child).ifPresent(g -> graph(all, g, deeper)));
    direct(group).forEach(host -> terminal.out().println(deeper + "|--" + host));
  }
}
