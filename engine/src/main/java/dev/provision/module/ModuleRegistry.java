package dev.provision.module;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Modules by the names that playbooks use. */
public final class ModuleRegistry {

  private final Map<String, Module<?>> byName = new LinkedHashMap<>();

  /**
   * @param modules each under its own name
   * @param aliases further names, to the name they stand for
   */
  public ModuleRegistry(List<Module<?>> modules, Map<String, String> aliases) {
    for (Module<?> module : modules) {
      if (byName.put(module.name(), module) != null) {
        throw new IllegalArgumentException("Two modules are called '" + module.name() + "'");
      }
    }
    aliases.forEach((alias, name) -> byName.put(alias, of(name)));
  }

  private Module<?> of(String name) {
    return find(name).orElseThrow(() -> new IllegalArgumentException("No module '" + name + "'"));
  }

  /** By any name: {@code copy}, {@code ansible.builtin.copy}, an alias. */
  public Optional<Module<?>> find(String written) {
    return Optional.ofNullable(byName.get(ModuleNames.shortName(written)));
  }

  /** Each module once, by name. */
  public Collection<Module<?>> modules() {
    return byName.values().stream().distinct().sorted(Comparator.comparing(Module::name)).toList();
  }

  /** All short names and aliases, for suggestions. */
  public Collection<String> names() {
    return List.copyOf(byName.keySet());
  }
}
