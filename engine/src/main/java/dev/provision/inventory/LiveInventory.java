package dev.provision.inventory;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.template.Scope;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * An inventory that tasks add to while a run goes on. Each question is answered from one state of
 * it. Safe for use by many threads.
 */
public final class LiveInventory {

  private final AtomicReference<Inventory> state;
  private final Optional<HostLimit> limit;
  private final Supplier<Inventory> reader;

  /**
   * @param reader reads the sources again
   */
  public LiveInventory(Inventory inventory, Optional<HostLimit> limit, Supplier<Inventory> reader) {
    this.state = new AtomicReference<>(inventory);
    this.limit = limit;
    this.reader = reader;
  }

  public Inventory now() {
    return state();
  }

  private Inventory state() {
    Inventory inventory = state.get();
    if (inventory == null) {
      throw new IllegalStateException("There is no inventory");
    }
    return inventory;
  }

  /** All hosts, in the inventory's order. */
  public List<String> hosts() {
    return state().hosts().stream().map(Host::name).toList();
  }

  /** Whether it is a host of the inventory, or this machine. */
  public boolean knows(String host) {
    return state().host(host).isPresent();
  }

  /** Each group's hosts, {@code all} and {@code ungrouped} among them. */
  public Map<String, List<String>> groups() {
    Map<String, List<String>> found = new LinkedHashMap<>();
    state().groups().forEach(group -> found.put(group.name(), group.hosts()));
    return found;
  }

  /** The groups of a host, {@code all} left out, sorted; {@code ungrouped} where there are none. */
  public List<String> groupsOf(String host) {
    return state().host(host).map(Host::groups).orElse(List.of()).stream()
        .map(Group::name)
        .filter(name -> !name.equals(InventoryDraft.ALL))
        .sorted()
        .toList();
  }

  /** A host's variables as written, the stronger over the weaker; none where it is not known. */
  public Scope variables(String host) {
    return state().host(host).map(Host::variables).orElse(Scope.EMPTY);
  }

  /**
   * The hosts that patterns mean and the limit leaves. A part that means nothing is passed over: a
   * task may yet add it.
   *
   * @throws ProvisionException {@code INVALID_PATTERN}
   */
  public List<String> select(List<String> patterns) {
    Problems problems = new Problems();
    List<Host> found = state().select(patterns, Position.NONE, limit, problems);
    problems.sorted().stream()
        .filter(problem -> problem.code() == ErrorCode.INVALID_PATTERN)
        .findFirst()
        .ifPresent(
            problem -> {
              throw new ProvisionException(problem);
            });
    return found.stream().map(Host::name).toList();
  }

  /** {@code add_host}. */
  public void add(String host, List<String> groups, Map<String, Value> variables) {
    update(new DynamicHost(host, groups, List.of(), Value.dict(variables)));
  }

  /** {@code group_by}. */
  public void group(String host, String group, List<String> parents) {
    update(new DynamicHost(host, List.of(group), parents, Value.dict(Map.of())));
  }

  private void update(DynamicHost change) {
    state.updateAndGet(inventory -> inventory.with(change));
  }

  /** {@code meta: refresh_inventory}: reads the sources again; what tasks added is gone. */
  public void refresh() {
    state.set(reader.get());
  }
}
