package dev.provision.inventory;

import dev.provision.diag.Problems;
import dev.provision.lang.VariableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The {@code group_vars} and {@code host_vars} in one folder. */
public final class AdjacentVars {

  private final Map<String, List<Layer>> ofGroups;
  private final Map<String, List<Layer>> ofHosts;

  private AdjacentVars(Map<String, List<Layer>> ofGroups, Map<String, List<Layer>> ofHosts) {
    this.ofGroups = ofGroups;
    this.ofHosts = ofHosts;
  }

  /** Those beside a playbook, for the groups and hosts of an inventory. */
  public static AdjacentVars besidePlaybook(
      Path folder, Inventory inventory, VariableFiles files, Problems problems) {
    return new Reader(folder, files, problems, true)
        .read(
            inventory.groups().stream().map(Group::name).toList(),
            inventory.hosts().stream().map(Host::name).toList());
  }

  /** Those beside an inventory. */
  static AdjacentVars besideInventory(
      Path folder, InventoryDraft draft, VariableFiles files, Problems problems) {
    return new Reader(folder, files, problems, false).read(draft.groupNames(), draft.hostNames());
  }

  boolean isEmpty() {
    return ofGroups.isEmpty() && ofHosts.isEmpty();
  }

  void addTo(InventoryDraft draft) {
    ofGroups.forEach((name, layers) -> layers.forEach(layer -> draft.groupLayer(name, layer)));
    ofHosts.forEach((name, layers) -> layers.forEach(layer -> draft.hostLayer(name, layer)));
  }

  Group addTo(Group group) {
    List<Layer> more = ofGroups.getOrDefault(group.name(), List.of());
    if (more.isEmpty()) {
      return group;
    }
    List<Layer> layers = new ArrayList<>(group.layers());
    layers.addAll(more);
    return new Group(
        group.name(),
        group.depth(),
        group.priority(),
        layers,
        group.children(),
        group.directHosts(),
        group.hosts());
  }

  Host addTo(Host host, Map<String, Group> groups) {
    if (isEmpty()) {
      return host;
    }
    List<Layer> layers = new ArrayList<>(host.layers());
    List<Group> in = new ArrayList<>();
    for (Group group : host.groups()) {
      layers.addAll(ofGroups.getOrDefault(group.name(), List.of()));
      in.add(groups.getOrDefault(group.name(), group));
    }
    if (host.isImplicit()) {
      layers.addAll(ofGroups.getOrDefault(InventoryDraft.ALL, List.of()));
    }
    layers.addAll(ofHosts.getOrDefault(host.name(), List.of()));
    layers.sort(Comparator.comparing(Layer::precedence));
    return new Host(host.name(), layers, in, host.at(), host.isImplicit());
  }

  private record Reader(Path folder, VariableFiles files, Problems problems, boolean playbook) {

    AdjacentVars read(Iterable<String> groups, Iterable<String> hosts) {
      return new AdjacentVars(
          layers(folder.resolve("group_vars"), groups, true),
          layers(folder.resolve("host_vars"), withImplicit(hosts), false));
    }

    private static Set<String> withImplicit(Iterable<String> hosts) {
      Set<String> names = new LinkedHashSet<>(ImplicitHost.names());
      hosts.forEach(names::add);
      return names;
    }

    private Map<String, List<Layer>> layers(Path place, Iterable<String> owners, boolean ofGroups) {
      Map<String, List<Layer>> found = new HashMap<>();
      if (!Files.isDirectory(place)) {
        return found;
      }
      // One look at the folder instead of several for each of thousands of hosts.
      Set<String> bases = bases(place);
      for (String owner : owners) {
        if (bases.contains(owner)) {
          List<Layer> layers = layers(place, owner, precedence(owner, ofGroups));
          if (!layers.isEmpty()) {
            found.put(owner, layers);
          }
        }
      }
      return found;
    }

    private List<Layer> layers(Path place, String owner, Precedence precedence) {
      List<Layer> layers = new ArrayList<>();
      for (Path file : VariableFiles.filesOf(place, owner)) {
        files
            .variables(file, problems)
            .map(vars -> new Layer(precedence, owner, vars))
            .filter(layer -> !layer.isEmpty())
            .ifPresent(layers::add);
      }
      return layers;
    }

    private Precedence precedence(String owner, boolean ofGroups) {
      if (!ofGroups) {
        return playbook ? Precedence.PLAYBOOK_HOST_VARS : Precedence.HOST_VARS;
      }
      if (owner.equals(InventoryDraft.ALL)) {
        return playbook ? Precedence.PLAYBOOK_GROUP_VARS_ALL : Precedence.GROUP_VARS_ALL;
      }
      return playbook ? Precedence.PLAYBOOK_GROUP_VARS : Precedence.GROUP_VARS;
    }

    private static Set<String> bases(Path place) {
      try (Stream<Path> files = Files.list(place)) {
        Set<String> names = new HashSet<>();
        files
            .map(file -> file.getFileName().toString())
            .forEach(
                name -> {
                  names.add(name);
                  names.add(name.replaceFirst("\\.(yml|yaml|json)$", ""));
                });
        return names;
      } catch (IOException e) {
        return Set.of();
      }
    }
  }
}
