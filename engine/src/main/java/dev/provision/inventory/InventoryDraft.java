package dev.provision.inventory;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.lang.Conversions;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An inventory while its sources are read. */
final class InventoryDraft {

  static final String ALL = "all";
  static final String UNGROUPED = "ungrouped";

  private final Problems problems;
  private final Map<String, HostDraft> hosts = new LinkedHashMap<>();
  private final Map<String, GroupDraft> groups = new LinkedHashMap<>();
  private final Map<String, List<Layer>> implicitLayers = new LinkedHashMap<>();

  InventoryDraft(Problems problems) {
    this.problems = problems;
    group(ALL);
    group(UNGROUPED);
  }

  Problems problems() {
    return problems;
  }

  private static final class HostDraft {
    private final Position at;
    private final Map<Value, Value> vars = new LinkedHashMap<>();
    private final List<Layer> extra = new ArrayList<>();

    HostDraft(Position at) {
      this.at = at;
    }
  }

  private static final class GroupDraft {
    private final Map<Value, Value> vars = new LinkedHashMap<>();
    private final List<Layer> extra = new ArrayList<>();
    private final Set<String> hosts = new LinkedHashSet<>();
    private final Set<String> children = new LinkedHashSet<>();
    private final Set<String> parents = new LinkedHashSet<>();
    private long priority = 1;
    private int depth = -1;
  }

  Set<String> hostNames() {
    return hosts.keySet();
  }

  Set<String> groupNames() {
    return groups.keySet();
  }

  boolean hasGroup(String name) {
    return groups.containsKey(name);
  }

  void host(String name, Position at) {
    hosts.computeIfAbsent(name, key -> new HostDraft(at));
  }

  void hostVar(String name, Value key, Value value) {
    HostDraft host = hosts.computeIfAbsent(name, k -> new HostDraft(key.origin()));
    host.vars.remove(key);
    host.vars.put(key, value);
  }

  void hostVars(String name, Value.Dict vars) {
    vars.entries().forEach((key, value) -> hostVar(name, key, value));
  }

  private GroupDraft group(String name) {
    return groups.computeIfAbsent(name, key -> new GroupDraft());
  }

  void addGroup(String name) {
    group(name);
  }

  void hostInGroup(String host, String group, Position at) {
    host(host, at);
    group(group).hosts.add(host);
  }

  void groupVar(String name, Value key, Value value) {
    GroupDraft group = group(name);
    if (key.equals(Value.of("ansible_group_priority"))) {
      Conversions.integer(value)
          .ifPresentOrElse(
              number -> group.priority = number,
              () ->
                  problems.error(
                      ErrorCode.WRONG_TYPE,
                      value.origin(),
                      "\"ansible_group_priority\" takes a whole number."));
      return;
    }
    group.vars.remove(key);
    group.vars.put(key, value);
  }

  void groupVars(String name, Value.Dict vars) {
    vars.entries().forEach((key, value) -> groupVar(name, key, value));
  }

  void childGroup(String parent, String child, Position at) {
    if (parent.equals(child) || descendants(child, new LinkedHashSet<>()).contains(parent)) {
      problems.error(
          ErrorCode.INVALID_INVENTORY,
          at,
          "The group \"" + child + "\" can't stand in \"" + parent + "\", which stands in it.");
      return;
    }
    group(parent).children.add(child);
    group(child).parents.add(parent);
  }

  private Set<String> descendants(String name, Set<String> found) {
    for (String child : group(name).children) {
      if (found.add(child)) {
        descendants(child, found);
      }
    }
    return found;
  }

  /** Variables of {@code group_vars} or {@code host_vars}, over those that are there. */
  void groupLayer(String name, Layer layer) {
    group(name).extra.add(layer);
  }

  void hostLayer(String name, Layer layer) {
    HostDraft host = hosts.get(name);
    if (host != null) {
      host.extra.add(layer);
    } else {
      implicitLayers.computeIfAbsent(name, key -> new ArrayList<>()).add(layer);
    }
  }

  Inventory build(List<InventorySource> sources) {
    for (String name : groups.keySet()) {
      if (!name.equals(ALL) && group(name).parents.isEmpty()) {
        childGroup(ALL, name, Position.NONE);
      }
    }
    addUngrouped();
    warnOfDoubleNames();
    Map<String, Group> built = new LinkedHashMap<>();
    for (String name : groups.keySet()) {
      built.put(name, build(name));
    }
    Map<String, List<Group>> groupsOf = groupsOf(built);
    Map<String, Host> all = new LinkedHashMap<>();
    hosts.forEach((name, draft) -> all.put(name, build(name, draft, groupsOf)));
    Map<String, Host> implicit = new LinkedHashMap<>();
    for (String name : ImplicitHost.names()) {
      if (!all.containsKey(name)) {
        List<Layer> hostVars = implicitLayers.getOrDefault(name, List.of());
        implicit.put(name, ImplicitHost.of(name, build(ALL), hostVars));
      }
    }
    return new Inventory(all, implicit, built, sources);
  }

  private void addUngrouped() {
    Set<String> grouped = new LinkedHashSet<>();
    groups.forEach(
        (name, group) -> {
          if (!name.equals(ALL) && !name.equals(UNGROUPED)) {
            grouped.addAll(group.hosts);
          }
        });
    group(UNGROUPED).hosts.removeAll(grouped);
    hosts.keySet().stream()
        .filter(host -> !grouped.contains(host))
        .forEach(group(UNGROUPED).hosts::add);
  }

  private void warnOfDoubleNames() {
    hosts.forEach(
        (name, host) -> {
          if (groups.containsKey(name)) {
            problems.warning(
                ErrorCode.INVALID_INVENTORY,
                host.at,
                "\"" + name + "\" names both a host and a group; patterns find the group.");
          }
        });
  }

  private Group build(String name) {
    GroupDraft draft = group(name);
    List<Layer> layers = new ArrayList<>();
    Precedence own = name.equals(ALL) ? Precedence.INVENTORY_ALL : Precedence.INVENTORY_GROUP;
    layers.add(new Layer(own, name, Value.dictOf(draft.vars)));
    layers.addAll(draft.extra);
    return new Group(
        name,
        depth(name),
        draft.priority,
        layers,
        List.copyOf(draft.children),
        draft.hosts,
        name.equals(ALL) ? List.copyOf(hosts.keySet()) : members(name));
  }

  private List<String> members(String name) {
    Set<String> found = new LinkedHashSet<>(group(name).hosts);
    for (String child : descendants(name, new LinkedHashSet<>())) {
      found.addAll(group(child).hosts);
    }
    return List.copyOf(found);
  }

  private int depth(String name) {
    GroupDraft group = group(name);
    if (group.depth < 0) {
      int depth = 0;
      for (String parent : group.parents) {
        depth = Math.max(depth, depth(parent) + 1);
      }
      group.depth = depth;
    }
    return group.depth;
  }

  private static Map<String, List<Group>> groupsOf(Map<String, Group> built) {
    List<Group> ordered = new ArrayList<>(built.values());
    ordered.sort(
        Comparator.comparingInt(Group::depth)
            .thenComparingLong(Group::priority)
            .thenComparing(Group::name));
    Map<String, List<Group>> found = new LinkedHashMap<>();
    for (Group group : ordered) {
      for (String host : group.hosts()) {
        found.computeIfAbsent(host, key -> new ArrayList<>()).add(group);
      }
    }
    return found;
  }

  private static Host build(String name, HostDraft draft, Map<String, List<Group>> groupsOf) {
    List<Group> groups = groupsOf.getOrDefault(name, List.of());
    List<Layer> layers = new ArrayList<>();
    groups.forEach(group -> layers.addAll(group.layers()));
    layers.add(new Layer(Precedence.INVENTORY_HOST, name, Value.dictOf(draft.vars)));
    layers.addAll(draft.extra);
    layers.removeIf(Layer::isEmpty);
    // Stable: groups of one kind stay in their order.
    layers.sort(Comparator.comparing(Layer::precedence));
    return new Host(name, layers, groups, draft.at, false);
  }
}
