package dev.provision.run.vars;

import dev.provision.template.Scope;
import java.util.List;
import java.util.Map;

/** What is asked of an inventory. Safe for use by many threads. */
public interface HostSource {

  /** All hosts, in the inventory's order. */
  List<String> hosts();

  /** Whether {@code hostvars} has such a host. */
  boolean knows(String host);

  /** Each group's hosts, {@code all} and {@code ungrouped} among them. */
  Map<String, List<String>> groups();

  /** The groups of a host, {@code all} left out, sorted. */
  List<String> groupsOf(String host);

  /** A host's variables as written: of its groups and its own, the stronger over the weaker. */
  Scope variables(String host);
}
