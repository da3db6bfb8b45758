package dev.provision.inventory;

import dev.provision.diag.Position;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** This machine, which plays may name without any inventory doing so. */
final class ImplicitHost {

  private static final Set<String> NAMES = Set.of("localhost", "127.0.0.1", "::1");

  private ImplicitHost() {}

  static Set<String> names() {
    return NAMES;
  }

  static boolean isName(String name) {
    return NAMES.contains(name);
  }

  /**
   * It is in no group, but the variables of {@code all} and its own {@code host_vars} count for it.
   */
  static Host of(String name, Group all, List<Layer> hostVars) {
    List<Layer> layers = new ArrayList<>(all.layers());
    Value.Dict local = Value.dict("ansible_connection", Value.of("local"));
    layers.add(new Layer(Precedence.INVENTORY_HOST, name, local));
    layers.addAll(hostVars);
    layers.removeIf(Layer::isEmpty);
    layers.sort(Comparator.comparing(Layer::precedence));
    return new Host(name, layers, List.of(), Position.NONE, true);
  }
}
