package dev.provision.inventory;

import dev.provision.lang.Conversions;
import dev.provision.template.Scope;
import dev.provision.value.Value;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Layers over each other as a scope; nothing is copied.
 *
 * @param layers the weakest first
 */
record HostScope(List<Layer> layers) implements Scope {

  @Override
  public Optional<Value> lookup(String name) {
    for (int i = layers.size() - 1; i >= 0; i--) {
      Optional<Value> value = layers.get(i).vars().get(name);
      if (value.isPresent()) {
        return value;
      }
    }
    return Optional.empty();
  }

  @Override
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    layers.forEach(
        layer -> layer.vars().entries().keySet().forEach(key -> names.add(Conversions.text(key))));
    return names;
  }
}
