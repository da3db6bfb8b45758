package dev.provision.run.work;

import dev.provision.host.Context;
import dev.provision.host.Probe;
import dev.provision.host.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a {@link Work} needs before it can go on. */
public sealed interface Need {

  /** Answers, asked as the work's account. */
  record Answers(Set<Probe<?>> probes) implements Need {}

  /** What is planned has to be applied first: until then nobody can tell. */
  record Unknown() implements Need {}

  /**
   * Something to be done on the host.
   *
   * @param ops in order; the work hears of their results by {@link Work#done}
   * @param after asked right behind them
   * @param writes what may be different afterwards
   * @param plan the effect on a model; empty where it can't be told
   * @param record what the journal has to hold before it is done
   * @param last whether the work ends after it if all goes well
   * @param changed whether it will then count as changed
   */
  record Change(
      List<Op> ops,
      Set<Probe<?>> after,
      Set<Resource> writes,
      Optional<Knowledge.Plan> plan,
      Optional<Effect> record,
      boolean last,
      boolean changed)
      implements Need {
    public Change {
      ops = List.copyOf(ops);
    }
  }

  /**
   * Time, without holding up anybody.
   *
   * @param again what has to be asked anew afterwards
   */
  record Pause(Duration time, Set<Probe<?>> again) implements Need {}

  /** The line closed and opened again, tried for so long. */
  record Reconnect(Duration within) implements Need {}

  /** The line opened, with the shell of an account. */
  record Connect(HostLine line, Context context) implements Need {}

  /** Nothing: it is over. */
  record Ended(TaskResult result) implements Need {}
}
