package dev.provision.connect;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A moment on the monotonic clock. */
record Deadline(long nanos) {

  static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  boolean isOver() {
    return remainingMillis() <= 0;
  }

  long remainingMillis() {
    return TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime());
  }
}
