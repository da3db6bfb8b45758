package dev.provision.run.play;

import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import dev.provision.lang.Conversions;
import dev.provision.lang.Include;
import dev.provision.lang.Node;
import dev.provision.lang.Task;
import dev.provision.run.event.RunEvent;
import dev.provision.run.work.TaskResult;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells what happens in a play's batch, without what must not be seen. Safe for use by many
 * threads.
 */
final class Teller {

  private static final String CENSORED =
      "the output has been hidden due to the fact that 'no_log: true' was specified for this result";
  private static final String CENSORED_ITEM = "(censored due to no_log)";

  private final Events events;
  private final Map<String, RunEvent.TaskInfo> begun = new HashMap<>();

  Teller(Events events) {
    this.events = events;
  }

  /** The task begins, if no host was there before. */
  RunEvent.TaskInfo started(Site site, TaskRun task) {
    RunEvent.TaskInfo info;
    boolean first;
    synchronized (begun) {
      String address = task.node().address().toString();
      first = !begun.containsKey(address);
      info = begun.computeIfAbsent(address, a -> info(site, task));
    }
    if (first) {
      events.tell(new RunEvent.TaskStart(info));
    }
    return info;
  }

  private static RunEvent.TaskInfo info(Site site, TaskRun task) {
    Node node = task.node();
    return new RunEvent.TaskInfo(
        site.play().play().title(),
        name(task),
        node.role().map(use -> use.role().name()),
        module(node),
        node.address().toString(),
        node.at().toString(),
        node instanceof Task t ? t.isHandler() : ((Include) node).isHandler());
  }

  /** The name with its variables; as written where that can't be had. */
  static String name(TaskRun task) {
    Optional<Value.Str> written = task.node().name();
    if (written.isEmpty()) {
      return module(task.node());
    }
    try {
      return shown(task.rendering().render(written.get()));
    } catch (ProvisionException e) {
      return written.get().toString();
    }
  }

  private static String shown(Value value) {
    return value instanceof Value.Str str ? str.text().shown() : value.toString();
  }

  static String module(Node node) {
    return node instanceof Task task ? task.action().module() : ((Include) node).action().module();
  }

  /** An item of a loop ended. */
  void item(Site site, TaskRun task, ItemRun item, TaskResult result, Duration elapsed) {
    boolean hidden = isHidden(task);
    Optional<Text> label =
        Optional.of(
            hidden
                ? Text.plain(CENSORED_ITEM)
                : item.label().map(Teller::text).orElse(Text.plain("")));
    RunEvent.Status status =
        switch (result.status()) {
          case OK -> RunEvent.Status.OK;
          case CHANGED -> RunEvent.Status.CHANGED;
          case SKIPPED -> RunEvent.Status.SKIPPED;
          case FAILED -> RunEvent.Status.FAILED;
          case UNREACHABLE -> RunEvent.Status.UNREACHABLE;
        };
    tell(site, task, label, false, status, result, elapsed, hidden);
  }

  private static Text text(Value value) {
    return value instanceof Value.Str str ? str.text() : Text.plain(value.toString());
  }

  /** A task ended. */
  void ended(Site site, TaskRun task, TaskResult result, RunEvent.Status status, Duration elapsed) {
    boolean hidden = isHidden(task);
    tell(site, task, Optional.empty(), task.isLoop(), status, result, elapsed, hidden);
  }

  private void tell(
      Site site,
      TaskRun task,
      Optional<Text> item,
      boolean sum,
      RunEvent.Status status,
      TaskResult result,
      Duration elapsed,
      boolean hidden) {
    RunEvent.TaskInfo info = started(site, task);
    if (!sum) {
      result
          .warnings()
          .forEach(
              warning ->
                  events.problem(
                      (hidden ? censored(warning) : warning).withPosition(task.node().at()),
                      Optional.of(site.host())));
    }
    events.tell(
        new RunEvent.TaskEnd(
            site.host(),
            info,
            item,
            sum,
            status,
            hidden ? List.of() : result.changes(),
            result.risk().word(),
            result.verified(),
            hidden ? censored(result) : result.result(),
            hidden ? result.problem().map(Teller::censored) : result.problem(),
            elapsed));
  }

  private static Value.Dict censored(TaskResult result) {
    Value.Dict dict = Value.dict("censored", Value.of(CENSORED));
    return dict.with("changed", Value.of(result.isChanged()));
  }

  private static Problem censored(Problem problem) {
    return new Problem(problem.severity(), problem.code(), CENSORED, problem.at(), List.of());
  }

  /** Whether nothing of it may be seen; also where nobody can tell. */
  static boolean isHidden(TaskRun task) {
    Optional<Value> keyword = task.node().keywords().noLog();
    if (keyword.isEmpty()) {
      return false;
    }
    try {
      return Conversions.bool(task.rendering().render(keyword.get())).orElse(true);
    } catch (ProvisionException e) {
      return true;
    }
  }

  /** Something went wrong that has no task result of its own. */
  void problem(Site site, TaskResult result) {
    result.problem().ifPresent(p -> events.problem(p, Optional.of(site.host())));
  }
}
