package dev.provision.module;

import dev.provision.host.FrameResult;
import java.util.List;

/**
 * What a state module's task came to.
 *
 * @param before what was seen
 * @param after what was seen afterwards; in check mode, and where nothing was done, what the goal
 *     says
 * @param goal what was wanted
 * @param changed whether the goal did not hold, or an event counted
 * @param check whether it was only a check
 * @param steps the results of the steps, in their order; empty in check mode
 * @param <S> the state
 */
public record Outcome<S extends Record>(
    S before, S after, Goal<S> goal, boolean changed, boolean check, List<FrameResult> steps) {

  public Outcome {
    steps = List.copyOf(steps);
  }
}
