package dev.provision.inventory;

import dev.provision.diag.Position;
import dev.provision.template.Scope;
import java.util.List;

/** A host of an inventory. Immutable. */
public final class Host {

  private final String name;
  private final List<Layer> layers;
  private final List<Group> groups;
  private final Position at;
  private final boolean implicit;

  Host(String name, List<Layer> layers, List<Group> groups, Position at, boolean implicit) {
    this.name = name;
    this.layers = List.copyOf(layers);
    this.groups = List.copyOf(groups);
    this.at = at;
    this.implicit = implicit;
  }

  /** As the inventory names it. */
  public String name() {
    return name;
  }

  /** The name up to its first dot. */
  public String shortName() {
    return name.split("\\.", 2)[0];
  }

  /** All groups it is in, also by way of others, {@code all} first, the strongest last. */
  public List<Group> groups() {
    return groups;
  }

  /**
   * Its variables of the inventory and of {@code group_vars} and {@code host_vars} beside it, the
   * weakest first.
   */
  public List<Layer> layers() {
    return layers;
  }

  /** Its variables as written, the stronger over the weaker. */
  public Scope variables() {
    return new HostScope(layers);
  }

  /** Where the inventory first names it. */
  public Position at() {
    return at;
  }

  /** Whether it is this machine, which no inventory names. */
  public boolean isImplicit() {
    return implicit;
  }

  @Override
  public String toString() {
    return name;
  }
}
