package dev.provision.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Does the same for several things at once. */
final class Parallel {

  private Parallel() {}

  /** The answers in order. The first failure ends the others and is thrown. */
  static <T, R> List<R> map(List<T> things, Function<T, R> function) {
    if (things.isEmpty()) {
      return List.of();
    }
    ExecutorService threads = Executors.newFixedThreadPool(things.size());
    try {
      List<Future<R>> futures = new ArrayList<>();
      for (T thing : things) {
        Callable<R> task = () -> function.apply(thing);
        futures.add(threads.submit(task));
      }
      List<R> answers = new ArrayList<>();
      for (Future<R> future : futures) {
        answers.add(future.get());
      }
      return answers;
    } catch (InterruptedException e) {
      throw LabFailure.interrupted();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException) {
        throw (RuntimeException) e.getCause();
      }
      throw LabFailure.of("A part of the work failed: " + e.getCause(), e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
