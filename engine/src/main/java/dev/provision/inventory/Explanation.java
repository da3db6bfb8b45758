package dev.provision.inventory;

import java.util.List;
import java.util.Optional;

/**
 * Every place that sets a variable for a host.
 *
 * @param definitions the weakest first
 */
public record Explanation(String variable, String host, List<Definition> definitions) {

  public Explanation {
    definitions = List.copyOf(definitions);
  }

  /** The definition that counts wherever no local one does. */
  public Optional<Definition> winner() {
    return definitions.stream().filter(d -> !d.isLocal()).reduce((weaker, stronger) -> stronger);
  }
}
