package dev.provision.connect.ssh;

import java.time.Duration;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Bounds the stages of making a connection: when one takes too long, the wire is cut. */
final class Watch {

  private final Wire wire;
  private @Nullable Future<?> timer;
  private volatile @Nullable String expired;

  Watch(Wire wire) {
    this.wire = wire;
  }

  /** Begins a stage and ends the one before. */
  synchronized void stage(String name, Duration limit) {
    stop();
    timer =
        Timers.after(
            limit,
            () -> {
              expired = name;
              wire.cut("no answer within " + limit.toMillis() / 1000.0 + " s");
            });
  }

  /** Ends the stage; used also while a person is asked for something. */
  synchronized void stop() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }

  /** The stage that took too long; null if none did. */
  @Nullable String expired() {
    return expired;
  }
}
