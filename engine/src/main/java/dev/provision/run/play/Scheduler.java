package dev.provision.run.play;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Where units of work run. None of them waits for another: it ends, and is given again when it can
 * go on.
 */
public interface Scheduler {

  /** Runs a unit as soon as a worker is free. */
  void work(Runnable unit);

  /** Runs something that waits for a host to be reached: takes no worker from others. */
  void connect(Runnable unit);

  /** Gives a unit to {@link #work} when {@code time} is over. */
  void later(Duration time, Runnable unit);

  /** Runs what waits for its time now: the run is to end. */
  void hurry();

  /**
   * Keeps the caller, who is no unit, until {@code over} holds; it is looked at after each {@link
   * #wake}.
   */
  void await(BooleanSupplier over);

  /** Something changed that somebody may wait for. */
  void wake();
}
