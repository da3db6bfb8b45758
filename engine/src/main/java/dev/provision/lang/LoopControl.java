package dev.provision.lang;

import dev.provision.value.Value;
import java.util.List;
import java.util.Optional;

/**
 * How a loop goes about; each value as written.
 *
 * @param loopVar the name of the item's variable; {@code item} where it is not said
 * @param indexVar the name of a variable for the index from 0
 * @param label what views show for an item
 * @param pause seconds between items
 * @param extended whether {@code ansible_loop} is there
 * @param extendedAllItems whether {@code ansible_loop.allitems} is there; true where it is not said
 * @param breakWhen conditions of which all must hold to end the loop after an item
 */
public record LoopControl(
    Optional<Value> loopVar,
    Optional<Value> indexVar,
    Optional<Value> label,
    Optional<Value> pause,
    Optional<Value> extended,
    Optional<Value> extendedAllItems,
    List<Value> breakWhen) {

  public static final LoopControl DEFAULT =
      new LoopControl(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of());

  public LoopControl {
    breakWhen = List.copyOf(breakWhen);
  }
}
