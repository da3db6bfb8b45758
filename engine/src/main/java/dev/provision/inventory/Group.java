package dev.provision.inventory;

import java.util.List;
import java.util.Set;

/** A group of an inventory. Immutable. */
public final class Group {

  private final String name;
  private final int depth;
  private final long priority;
  private final List<Layer> layers;
  private final List<String> children;
  private final Set<String> members;
  private final List<String> hosts;

  Group(
      String name,
      int depth,
      long priority,
      List<Layer> layers,
      List<String> children,
      Set<String> members,
      List<String> hosts) {
    this.name = name;
    this.depth = depth;
    this.priority = priority;
    this.layers = List.copyOf(layers);
    this.children = List.copyOf(children);
    this.members = Set.copyOf(members);
    this.hosts = List.copyOf(hosts);
  }

  public String name() {
    return name;
  }

  /** How far below {@code all} it stands; deeper groups' variables win. */
  public int depth() {
    return depth;
  }

  /** {@code ansible_group_priority}: among groups of one depth the higher wins; 1 unless said. */
  public long priority() {
    return priority;
  }

  /** Its variables of the inventory and of {@code group_vars} beside it. */
  public List<Layer> layers() {
    return layers;
  }

  /** The groups directly in it. */
  public List<String> children() {
    return children;
  }

  /** The hosts in it and in its children, in the inventory's order. */
  public List<String> hosts() {
    return hosts;
  }

  /** The hosts that were put directly into it. */
  public Set<String> directHosts() {
    return members;
  }

  @Override
  public String toString() {
    return name;
  }
}
