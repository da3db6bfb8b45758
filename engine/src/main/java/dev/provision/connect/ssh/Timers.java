package dev.provision.connect.ssh;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One clock for all connections. What it runs must not block; what may block goes to {@link
 * #inBackground}.
 */
final class Timers {

  private Timers() {}

  /** Loaded with the first connection. */
  private static final class Holder {

    static final ScheduledThreadPoolExecutor CLOCK =
        new ScheduledThreadPoolExecutor(1, daemon("ssh-clock"));
    static final ExecutorService BACKGROUND =
        new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 2, TimeUnit.SECONDS, new SynchronousQueue<>(), daemon("ssh-io"));

    static {
      CLOCK.setRemoveOnCancelPolicy(true);
    }

    private Holder() {}
  }

  static Future<?> after(Duration delay, Runnable action) {
    return Holder.CLOCK.schedule(action, delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  static Future<?> every(Duration period, Runnable action) {
    long millis = period.toMillis();
    return Holder.CLOCK.scheduleAtFixedRate(action, millis, millis, TimeUnit.MILLISECONDS);
  }

  static Future<?> inBackground(Runnable action) {
    return Holder.BACKGROUND.submit(action);
  }

  private static ThreadFactory daemon(String name) {
    return action -> {
      Thread thread = new Thread(action, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
