package dev.provision.run.vars;

import dev.provision.template.Scope;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Scopes over each other: the first that knows a name wins. */
final class Layers implements Scope {

  private final List<Scope> layers;

  private Layers(List<Scope> layers) {
    this.layers = List.copyOf(layers);
  }

  @Override
  public Optional<Value> lookup(String name) {
    for (Scope layer : layers) {
      Optional<Value> value = layer.lookup(name);
      if (value.isPresent()) {
        return value;
      }
    }
    return Optional.empty();
  }

  @Override
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    layers.forEach(layer -> names.addAll(layer.names()));
    return names;
  }

  /** Puts layers over each other, the strongest first. */
  static final class Builder {
    private final List<Scope> layers = new ArrayList<>();

    Builder add(Scope layer) {
      layers.add(layer);
      return this;
    }

    Builder add(Value.Dict dict) {
      if (!dict.entries().isEmpty()) {
        layers.add(new DictScope(dict));
      }
      return this;
    }

    Builder add(Map<String, Value> map) {
      if (!map.isEmpty()) {
        layers.add(Scope.of(map));
      }
      return this;
    }

    Scope build() {
      return new Layers(layers);
    }
  }

  /** A mapping as written. */
  private record DictScope(Value.Dict dict) implements Scope {

    @Override
    public Optional<Value> lookup(String name) {
      return dict.get(name);
    }

    @Override
    public Set<String> names() {
      Set<String> names = new LinkedHashSet<>();
      dict.entries().keySet().forEach(key -> names.add(key.toString()));
      return names;
    }
  }
}
