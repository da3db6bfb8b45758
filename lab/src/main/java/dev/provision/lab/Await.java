package dev.provision.lab;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what nobody reports: processes that aren't our children, files that grow. */
final class Await {

  private static final Duration STEP = Duration.ofMillis(200);

  private Await() {}

  /** Asks again and again; empty where it did not happen in time. */
  static <T> Optional<T> value(Duration limit, Supplier<Optional<T>> supplier) {
    long end = System.nanoTime() + limit.toNanos();
    Optional<T> value = supplier.get();
    while (value.isEmpty() && System.nanoTime() < end) {
      pause();
      value = supplier.get();
    }
    return value;
  }

  /** Whether it happened in time. */
  static boolean that(Duration limit, BooleanSupplier condition) {
    return value(limit, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty())
        .isPresent();
  }

  private static void pause() {
    try {
      TimeUnit.NANOSECONDS.sleep(STEP.toNanos());
    } catch (InterruptedException e) {
      throw LabFailure.interrupted();
    }
  }
}
