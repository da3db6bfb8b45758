package dev.provision.run.play;

import dev.provision.diag.ProvisionException;
import dev.provision.lang.Conversions;
import dev.provision.lang.Keyword;
import dev.provision.lang.Node;
import dev.provision.run.cursor.Cursor;
import dev.provision.run.work.TaskResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A play's batch of hosts on its way. Linear: nobody begins a task before all have ended the one
 * before it; hosts that are further on, or in a rescue, wait. Free: each host goes as fast as it
 * can. No thread waits at a barrier: the last one to come starts the next round.
 */
final class PlayRun {

  /** How hosts go side by side. */
  enum Strategy {
    LINEAR,
    FREE,
    HOST_PINNED
  }

  private final Engine engine;
  private final PlayState play;
  private final List<HostRun> runs;
  private final Strategy strategy;
  private final Optional<Double> maxFailPercentage;
  private final Deque<HostRun> waiting = new ArrayDeque<>();
  private final Set<HostRun> gone = new HashSet<>();
  private List<HostRun> sharers = List.of();
  private int working;
  private boolean over;
  private boolean aborted;

  PlayRun(
      Engine engine,
      PlayState play,
      List<HostRun> runs,
      Strategy strategy,
      Optional<Double> maxFailPercentage) {
    this.engine = engine;
    this.play = play;
    this.runs = List.copyOf(runs);
    this.strategy = strategy;
    this.maxFailPercentage = maxFailPercentage;
  }

  /** Begins; when all is through, {@link #isOver} holds. */
  void start() {
    if (strategy == Strategy.LINEAR && runs.size() > 1) {
      engine.scheduler().work(this::round);
    } else {
      free();
    }
  }

  synchronized boolean isOver() {
    return over;
  }

  /** Whether so much failed that no further play may follow. */
  synchronized boolean isAborted() {
    return aborted;
  }

  private synchronized void finish() {
    over = true;
    engine.scheduler().wake();
  }

  // Free

  private synchronized void free() {
    waiting.addAll(runs);
    int atOnce = strategy == Strategy.HOST_PINNED ? engine.options().forks() : runs.size();
    List<HostRun> first = take(Math.max(1, atOnce));
    working = first.size();
    if (first.isEmpty()) {
      finish();
    }
    first.forEach(this::goFree);
  }

  private void goFree(HostRun run) {
    run.advance(Integer.MAX_VALUE, () -> freeEnded(run));
  }

  private synchronized void freeEnded(HostRun run) {
    if (run.isFatal()) {
      play.endBatch();
      aborted = true;
    }
    List<HostRun> next = take(1);
    working += next.size() - 1;
    next.forEach(this::goFree);
    if (working == 0) {
      finish();
    }
  }

  private List<HostRun> take(int count) {
    List<HostRun> taken = new ArrayList<>();
    while (taken.size() < count && !waiting.isEmpty()) {
      taken.add(waiting.remove());
    }
    return taken;
  }

  // Linear

  private void round() {
    try {
      List<HostRun> group = nextGroup();
      if (group.isEmpty()) {
        finish();
        return;
      }
      begin(group);
    } catch (RuntimeException e) {
      engine
          .events()
          .problem(
              dev.provision.diag.Problem.error(
                  dev.provision.diag.ErrorCode.INTERNAL,
                  dev.provision.diag.Position.NONE,
                  "This is a bug in provision: " + e + "."),
              Optional.empty());
      runs.forEach(run -> run.leave(HostRun.Fate.FAILED));
      finish();
    }
  }

  /** Those who stand farthest back, in the inventory's order. */
  private List<HostRun> nextGroup() {
    if (play.isBatchEnded()) {
      runs.stream().filter(run -> !run.isOver()).forEach(run -> run.cursor().end());
    }
    List<HostRun> group = new ArrayList<>();
    List<Integer> least = List.of();
    for (HostRun run : runs) {
      if (run.isOver()) {
        continue;
      }
      List<Integer> position = run.cursor().position();
      int order = group.isEmpty() ? 0 : Cursor.compare(position, least);
      if (group.isEmpty() || order < 0) {
        group.clear();
        least = position;
      }
      if (order <= 0) {
        group.add(run);
      }
    }
    return group;
  }

  private void begin(List<HostRun> group) {
    HostRun first = group.get(0);
    Optional<Node> node = first.node();
    List<HostRun> active = group;
    List<HostRun> others = List.of();
    if (node.isPresent() && isRunOnce(first, node.get())) {
      active = List.of(first);
      others = group.subList(1, group.size());
    }
    int atOnce = node.map(n -> throttle(first, n)).orElse(Integer.MAX_VALUE);
    List<HostRun> now;
    synchronized (this) {
      sharers = List.copyOf(others);
      waiting.clear();
      waiting.addAll(active);
      working = active.size();
      now = take(atOnce);
    }
    now.forEach(this::goOne);
  }

  private void goOne(HostRun run) {
    // A host that is alone with its task needs to keep step with nobody until the others are there.
    boolean alone = runs.stream().filter(other -> !other.isOver()).count() == 1;
    run.advance(alone ? Integer.MAX_VALUE : 1, () -> oneEnded(run));
  }

  private void oneEnded(HostRun run) {
    List<HostRun> next;
    boolean last;
    synchronized (this) {
      working--;
      next = take(1);
      last = working == 0;
    }
    next.forEach(this::goOne);
    if (last) {
      share(run);
      judge();
      engine.scheduler().work(this::round);
    }
  }

  private void share(HostRun run) {
    Optional<TaskResult> result = run.lastResult();
    for (HostRun other : sharers) {
      result.ifPresentOrElse(r -> other.adopt(run, r), () -> other.leave(run.fate()));
    }
  }

  /** Whether what failed so far must end the play for the others. */
  private synchronized void judge() {
    boolean fatal = runs.stream().anyMatch(HostRun::isFatal);
    long failed =
        runs.stream()
            .filter(run -> !run.isAlive() && run.fate() != HostRun.Fate.INTERRUPTED)
            .count();
    boolean tooMany =
        maxFailPercentage
            .filter(max -> failed > 0 && failed * 100.0 / runs.size() > max)
            .isPresent();
    if (!fatal && !tooMany) {
      return;
    }
    aborted = true;
    for (HostRun run : runs) {
      if (run.isAlive() && !run.isOver() && gone.add(run)) {
        run.giveUp();
      }
    }
  }

  private static boolean isRunOnce(HostRun run, Node node) {
    try {
      return run.site()
          .rendering(node, java.util.Map.of())
          .bool(node.keywords(), Keyword.RUN_ONCE)
          .orElse(false);
    } catch (ProvisionException e) {
      // The task itself will say what is wrong.
      return false;
    }
  }

  private static int throttle(HostRun run, Node node) {
    try {
      long most =
          run.site()
              .rendering(node, java.util.Map.of())
              .integer(node.keywords(), Keyword.THROTTLE)
              .orElse(0L);
      return most > 0 ? Math.toIntExact(Math.min(most, Integer.MAX_VALUE)) : Integer.MAX_VALUE;
    } catch (ProvisionException e) {
      return Integer.MAX_VALUE;
    }
  }

  static Strategy strategy(Optional<dev.provision.value.Value> keyword) {
    String word = keyword.map(Conversions::text).orElse("linear");
    return switch (word.replace("ansible.builtin.", "")) {
      case "free" -> Strategy.FREE;
      case "host_pinned" -> Strategy.HOST_PINNED;
      default -> Strategy.LINEAR;
    };
  }
}
