package dev.provision.connect;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that write while others read, and that do what must not be waited for. */
final class Workers {

  private static final AtomicInteger COUNT = new AtomicInteger();

  private static final ExecutorService POOL =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "provision-worker-" + COUNT.incrementAndGet());
            thread.setDaemon(true);
            return thread;
          });

  private Workers() {}

  static void run(Runnable task) {
    POOL.execute(task);
  }
}
