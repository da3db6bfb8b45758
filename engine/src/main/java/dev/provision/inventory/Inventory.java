package dev.provision.inventory;

import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Hosts and groups with their variables as written. Immutable. */
public final class Inventory {

  private final Map<String, Host> hosts;
  private final Map<String, Host> implicit;
  private final Map<String, Group> groups;
  private final List<InventorySource> sources;

  /**
   * @param implicit this machine's names that no source names
   */
  Inventory(
      Map<String, Host> hosts,
      Map<String, Host> implicit,
      Map<String, Group> groups,
      List<InventorySource> sources) {
    this.implicit = Map.copyOf(implicit);
    this.hosts = Collections.unmodifiableMap(new LinkedHashMap<>(hosts));
    this.groups = Collections.unmodifiableMap(new LinkedHashMap<>(groups));
    this.sources = List.copyOf(sources);
  }

  /** All hosts, in the order in which they are written. */
  public Collection<Host> hosts() {
    return hosts.values();
  }

  /** A host that is written down, or this machine by one of its names. */
  public Optional<Host> host(String name) {
    Host host = hosts.get(name);
    return Optional.ofNullable(host != null ? host : implicit.get(name));
  }

  /** All groups, {@code all} and {@code ungrouped} among them. */
  public Collection<Group> groups() {
    return groups.values();
  }

  public Optional<Group> group(String name) {
    return Optional.ofNullable(groups.get(name));
  }

  /** What it was read from, in order. */
  public List<InventorySource> sources() {
    return sources;
  }

  /**
   * The hosts that patterns mean, in the order of their parts: names, groups, {@code :} or {@code
   * ,} between them, {@code &} and {@code !}, globs, {@code ~regex}, {@code group[0:3]}.
   *
   * @param patterns as in {@code hosts}: one or several
   * @param at where they are written
   * @param problems takes {@code UNKNOWN_HOST} or {@code INVALID_PATTERN} for each part that means
   *     nothing
   */
  public List<Host> select(List<String> patterns, Position at, Problems problems) {
    return new HostPattern(this, at, problems).select(patterns);
  }

  /** The hosts that both patterns and a limit mean. */
  public List<Host> select(
      List<String> patterns, Position at, Optional<HostLimit> limit, Problems problems) {
    List<Host> wanted = select(patterns, at, problems);
    return limit.map(only -> only.of(wanted)).orElse(wanted);
  }

  /** This inventory with a host added, or put into further groups and given further variables. */
  public Inventory with(DynamicHost host) {
    return host.addTo(this);
  }

  /** This inventory with the variables of a playbook's {@code group_vars} and {@code host_vars}. */
  public Inventory with(AdjacentVars vars) {
    Map<String, Group> newGroups = new LinkedHashMap<>();
    groups.forEach((name, group) -> newGroups.put(name, vars.addTo(group)));
    Map<String, Host> newHosts = new LinkedHashMap<>();
    hosts.forEach((name, host) -> newHosts.put(name, vars.addTo(host, newGroups)));
    Map<String, Host> newImplicit = new LinkedHashMap<>();
    implicit.forEach((name, host) -> newImplicit.put(name, vars.addTo(host, newGroups)));
    return new Inventory(newHosts, newImplicit, newGroups, sources);
  }

  Map<String, Host> implicitHosts() {
    return implicit;
  }

  List<String> names() {
    List<String> names = new ArrayList<>(groups.keySet());
    names.addAll(hosts.keySet());
    return names;
  }
}
