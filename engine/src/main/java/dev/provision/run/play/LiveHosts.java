package dev.provision.run.play;

import dev.provision.inventory.LiveInventory;
import dev.provision.template.Scope;
import dev.provision.value.Value;
import java.util.List;
import java.util.Map;

/** The inventory of a run. */
public final class LiveHosts implements Hosts {

  private final LiveInventory inventory;

  public LiveHosts(LiveInventory inventory) {
    this.inventory = inventory;
  }

  @Override
  public List<String> hosts() {
    return inventory.hosts();
  }

  @Override
  public boolean knows(String host) {
    return inventory.knows(host);
  }

  @Override
  public Map<String, List<String>> groups() {
    return inventory.groups();
  }

  @Override
  public List<String> groupsOf(String host) {
    return inventory.groupsOf(host);
  }

  @Override
  public Scope variables(String host) {
    return inventory.variables(host);
  }

  @Override
  public List<String> select(List<String> patterns) {
    return inventory.select(patterns);
  }

  @Override
  public void add(String host, List<String> groups, Map<String, Value> variables) {
    inventory.add(host, groups, variables);
  }

  @Override
  public void group(String host, String group, List<String> parents) {
    inventory.group(host, group, parents);
  }

  @Override
  public void refresh() {
    inventory.refresh();
  }
}
