package dev.provision.run.play;

import dev.provision.run.vars.HostSource;
import dev.provision.value.Value;
import java.util.List;
import java.util.Map;

/** The inventory as a run uses and changes it. Safe for use by many threads. */
public interface Hosts extends HostSource {

  /**
   * The hosts that a pattern means and the user's limit leaves, in the inventory's order.
   *
   * @throws dev.provision.diag.ProvisionException INVALID_PATTERN
   */
  List<String> select(List<String> patterns);

  /** {@code add_host}. */
  void add(String host, List<String> groups, Map<String, Value> variables);

  /** {@code group_by}. */
  void group(String host, String group, List<String> parents);

  /** {@code meta: refresh_inventory}. */
  void refresh();
}
