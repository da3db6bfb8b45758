package dev.provision.run.play;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Real threads: a fixed number of workers, as many connecting at once as is kind to a bastion, one
 * timer.
 */
public final class PoolScheduler implements Scheduler, AutoCloseable {

  private static final int CONNECTING = 50;

  private final ExecutorService workers;
  private final ExecutorService connecting;
  private final ScheduledExecutorService timer;
  private final Set<Runnable> waiting = new HashSet<>();
  private final Object monitor = new Object();
  private boolean hurried;

  /**
   * @param forks how many units run at once
   */
  public PoolScheduler(int forks) {
    workers = pool(forks, "work");
    connecting = pool(CONNECTING, "connect");
    timer = Executors.newSingleThreadScheduledExecutor(threads("timer"));
  }

  private static ExecutorService pool(int size, String name) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            size, size, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads(name));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  private static ThreadFactory threads(String name) {
    AtomicInteger number = new AtomicInteger();
    return unit -> {
      Thread thread = new Thread(unit, "provision-" + name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public void work(Runnable unit) {
    give(workers, unit);
  }

  @Override
  public void connect(Runnable unit) {
    give(connecting, unit);
  }

  private static void give(ExecutorService pool, Runnable unit) {
    try {
      pool.execute(unit);
    } catch (RejectedExecutionException e) {
      // The run is over; nobody waits for this unit any more.
      if (!pool.isShutdown()) {
        throw e;
      }
    }
  }

  @Override
  public void later(Duration time, Runnable unit) {
    Runnable once = once(unit);
    synchronized (waiting) {
      if (!hurried) {
        waiting.add(once);
        // Nobody waits for the future: what a unit throws is told where it runs.
        var unused = timer.schedule(() -> due(once), time.toMillis(), TimeUnit.MILLISECONDS);
        return;
      }
    }
    work(once);
  }

  private static Runnable once(Runnable unit) {
    AtomicBoolean taken = new AtomicBoolean();
    return () -> {
      if (taken.compareAndSet(false, true)) {
        unit.run();
      }
    };
  }

  private void due(Runnable unit) {
    synchronized (waiting) {
      waiting.remove(unit);
    }
    work(unit);
  }

  @Override
  public void hurry() {
    List<Runnable> now;
    synchronized (waiting) {
      hurried = true;
      now = List.copyOf(waiting);
      waiting.clear();
    }
    now.forEach(this::work);
  }

  @Override
  public void await(BooleanSupplier over) {
    boolean interrupted = false;
    synchronized (monitor) {
      while (!over.getAsBoolean()) {
        try {
          monitor.wait();
        } catch (InterruptedException e) {
          // Hosts are being changed: their work is waited for. Whoever interrupts asks the run to
          // stop instead.
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void wake() {
    synchronized (monitor) {
      monitor.notifyAll();
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    workers.shutdown();
    connecting.shutdown();
  }
}
