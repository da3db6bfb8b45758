package dev.provision.inventory;

import dev.provision.diag.Position;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A host that a task adds ({@code add_host}) or puts into groups ({@code group_by}).
 *
 * @param groups to put it into; made where they are missing
 * @param parents of those groups
 * @param vars over those it has
 */
public record DynamicHost(String name, List<String> groups, List<String> parents, Value.Dict vars) {

  public DynamicHost {
    groups = List.copyOf(groups);
    parents = List.copyOf(parents);
  }

  Inventory addTo(Inventory inventory) {
    Map<String, Group> allGroups = new LinkedHashMap<>();
    inventory.groups().forEach(group -> allGroups.put(group.name(), group));
    Map<String, Host> hosts = new LinkedHashMap<>();
    inventory.hosts().forEach(host -> hosts.put(host.name(), host));
    Set<String> into = new LinkedHashSet<>(groups);
    parents.forEach(parent -> put(allGroups, parent, List.of(), groups));
    groups.forEach(group -> put(allGroups, group, List.of(name), List.of()));
    ancestors(allGroups, into).forEach(group -> put(allGroups, group, List.of(name), List.of()));
    hosts.put(name, host(Optional.ofNullable(hosts.get(name)), allGroups));
    Map<String, Host> implicit = new LinkedHashMap<>(inventory.implicitHosts());
    implicit.remove(name);
    return new Inventory(hosts, implicit, allGroups, inventory.sources());
  }

  private static void put(
      Map<String, Group> groups, String name, List<String> hosts, List<String> children) {
    Group old = groups.get(name);
    if (old == null) {
      groups.put(name, new Group(name, 1, 1, List.of(), children, Set.copyOf(hosts), hosts));
      return;
    }
    groups.put(
        name,
        new Group(
            name,
            old.depth(),
            old.priority(),
            old.layers(),
            joined(old.children(), children),
            old.directHosts(),
            joined(old.hosts(), hosts)));
  }

  private static List<String> joined(List<String> old, List<String> more) {
    Set<String> all = new LinkedHashSet<>(old);
    all.addAll(more);
    return List.copyOf(all);
  }

  /** The groups that hold one of {@code names}, at any distance, and {@code all}. */
  private static Set<String> ancestors(Map<String, Group> groups, Set<String> names) {
    Set<String> found = new LinkedHashSet<>();
    found.add(InventoryDraft.ALL);
    boolean more = true;
    while (more) {
      more = false;
      for (Group group : groups.values()) {
        boolean above =
            group.children().stream()
                .anyMatch(child -> names.contains(child) || found.contains(child));
        more |= above && found.add(group.name());
      }
    }
    return found;
  }

  private Host host(Optional<Host> old, Map<String, Group> groups) {
    List<Group> in =
        groups.values().stream()
            .filter(group -> group.hosts().contains(name))
            .sorted(
                Comparator.comparingInt(Group::depth)
                    .thenComparingLong(Group::priority)
                    .thenComparing(Group::name))
            .toList();
    List<Layer> layers = new ArrayList<>();
    in.forEach(group -> layers.addAll(group.layers()));
    old.ifPresent(
        host ->
            host.layers().stream()
                .filter(layer -> layer.owner().equals(name))
                .forEach(layers::add));
    layers.add(new Layer(Precedence.INVENTORY_HOST, name, vars));
    layers.removeIf(Layer::isEmpty);
    layers.sort(Comparator.comparing(Layer::precedence));
    return new Host(name, layers, in, old.map(Host::at).orElse(Position.NONE), false);
  }
}
