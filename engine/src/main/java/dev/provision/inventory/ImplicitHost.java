package dev.provision.inventory;

import dev.provision.diag.Position;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** This machine, which plays may name without any inventory doing so. */
final class ImplicitHost {

  private static final Set<String> NAMES = Set.of("localhost", "127.0.0.1", "::1");

  private ImplicitHost() {}

  static boolean isName(String name) {
    return NAMES.contains(name);
  }

  static Optional<Host> of(String name) {
    if (!isName(name)) {
      return Optional.empty();
    }
    Map<String, Value> vars = new LinkedHashMap<>();
    vars.put("ansible_connection", Value.of("local"));
    Layer layer = new Layer(Precedence.INVENTORY_HOST, name, Value.dict(vars));
    return Optional.of(new Host(name, List.of(layer), List.of(), Position.NONE, true));
  }
}
