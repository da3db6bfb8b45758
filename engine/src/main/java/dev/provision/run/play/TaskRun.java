package dev.provision.run.play;

import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import dev.provision.lang.Include;
import dev.provision.lang.Keyword;
import dev.provision.lang.Keywords;
import dev.provision.lang.Loop;
import dev.provision.lang.LoopControl;
import dev.provision.lang.Node;
import dev.provision.lang.Task;
import dev.provision.run.work.Need;
import dev.provision.run.work.TaskResult;
import dev.provision.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One task or include on one host with all items of its loop. Can be walked twice: for real, and
 * ahead of that to see which items' changes may travel together.
 */
final class TaskRun {

  private final Site site;
  private final Node node;
  private final Rendering base;
  private final List<TaskResult> results = new ArrayList<>();
  private List<Value> values = List.of();
  private List<ItemRun> items = List.of();
  private boolean prepared;
  private boolean resting;
  private boolean broken;
  private int ahead;
  private boolean foreseenChange;
  private @Nullable TaskResult ended;

  TaskRun(Site site, Node node) {
    this.site = site;
    this.node = node;
    this.base = site.rendering(node, Map.of());
  }

  Node node() {
    return node;
  }

  Rendering rendering() {
    return base;
  }

  boolean isLoop() {
    return loop().isPresent();
  }

  private Optional<Loop> loop() {
    return node instanceof Task task ? task.loop() : ((Include) node).loop();
  }

  private LoopControl control() {
    return loop().map(Loop::control).orElse(LoopControl.DEFAULT);
  }

  /**
   * What the next item needs; {@link Need.Ended} holds the item's own result until all are over.
   */
  Need need() {
    prepare();
    if (ended != null) {
      return new Need.Ended(ended);
    }
    if (resting) {
      return new Need.Pause(pause(), Set.of());
    }
    return item().need();
  }

  boolean isOver() {
    return ended != null;
  }

  /** The whole task's result. */
  TaskResult result() {
    TaskResult result = ended;
    if (result == null) {
      throw new IllegalStateException("Not over yet");
    }
    return result;
  }

  /** The item whose turn it is. */
  ItemRun item() {
    return items.get(results.size());
  }

  int itemNumber() {
    return results.size() + 1;
  }

  boolean hasItem() {
    return ended == null && results.size() < items.size();
  }

  /** All items, as far as they are known. */
  List<ItemRun> items() {
    return items;
  }

  private void prepare() {
    if (prepared) {
      return;
    }
    prepared = true;
    Optional<Loop> loop = loop();
    if (loop.isEmpty()) {
      values = List.of(Value.NULL);
      items = new ArrayList<>(List.of(new ItemRun(site, node, Map.of(), 0)));
      return;
    }
    try {
      values = Looping.items(loop.get(), base);
    } catch (ProvisionException e) {
      ended = isConditionFalse() ? skipped("Conditional result was False") : failed(e);
      return;
    }
    if (values.isEmpty()) {
      ended = skipped("No items in the list");
      return;
    }
    List<ItemRun> runs = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      runs.add(newItem(i));
    }
    items = runs;
  }

  private ItemRun newItem(int index) {
    if (loop().isEmpty()) {
      return new ItemRun(site, node, Map.of(), 0);
    }
    return new ItemRun(site, node, Looping.variables(control(), values, index, base), index + 1);
  }

  /** A loop over what does not exist is fine where the task is not wanted anyway. */
  private boolean isConditionFalse() {
    try {
      return !node.keywords().when().isEmpty() && !base.test(node.keywords().when());
    } catch (ProvisionException e) {
      return false;
    }
  }

  private static TaskResult skipped(String why) {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("results", Value.list());
    fields.put("skipped_reason", Value.of(why));
    return TaskResult.skipped(Value.dict(fields));
  }

  private TaskResult failed(ProvisionException e) {
    Problem problem = e.problem();
    return TaskResult.failed(
        problem.at().isKnown() ? problem : problem.withPosition(node.at()), Value.dict(Map.of()));
  }

  /** The present item has ended so: on to the next one. */
  void itemEnded(TaskResult result) {
    ItemRun item = item();
    results.add(isLoop() ? withItem(result, item) : result);
    ahead = Math.max(ahead, results.size());
    broken = broken || isBroken(item, result);
    if (broken || results.size() == items.size()) {
      ended = isLoop() ? sum() : result;
    } else if (!pause().isZero()) {
      resting = true;
    }
  }

  private boolean isBroken(ItemRun item, TaskResult result) {
    if (control().breakWhen().isEmpty()) {
      return false;
    }
    Rendering vars = item.rendering();
    Optional<String> register =
        node instanceof Task task ? task.register() : ((Include) node).register();
    if (register.isPresent()) {
      vars = new Rendering(vars.templar(), vars.scope().with(register.get(), result.result()));
    }
    return vars.test(control().breakWhen());
  }

  private Duration pause() {
    return control()
        .pause()
        .map(base::render)
        .map(value -> Rendering.seconds(value, "keyword \"pause\""))
        .orElse(Duration.ZERO);
  }

  void rested() {
    if (resting) {
      resting = false;
    } else {
      item().rested();
    }
  }

  private static TaskResult withItem(TaskResult result, ItemRun item) {
    Value.Dict fields = result.result();
    for (Map.Entry<String, Value> each : item.inner().entrySet()) {
      if (!each.getKey().equals("ansible_loop")) {
        fields = fields.with(each.getKey(), each.getValue());
      }
    }
    return result.withResult(fields);
  }

  /** A loop's result: its items', and what they come to. */
  private TaskResult sum() {
    boolean changed = results.stream().anyMatch(TaskResult::isChanged);
    Optional<TaskResult> failed = first(TaskResult.Status.FAILED);
    Optional<TaskResult> unreachable = first(TaskResult.Status.UNREACHABLE);
    boolean skipped = results.stream().allMatch(r -> r.status() == TaskResult.Status.SKIPPED);
    Value list = Value.list(results.stream().map(TaskResult::result).toList());
    Value.Dict fields = Value.dict("results", list);
    TaskResult sum;
    if (unreachable.isPresent()) {
      sum =
          TaskResult.failed(
                  unreachable.get().problem().orElseThrow(), fields.with("unreachable", Value.TRUE))
              .withStatus(TaskResult.Status.UNREACHABLE);
    } else if (failed.isPresent()) {
      sum =
          TaskResult.failed(
              failed.get().problem().orElseThrow(),
              fields.with("msg", Value.of("One or more items failed")));
      sum = sum.withResult(sum.result().with("changed", Value.of(changed)));
    } else if (skipped) {
      sum = TaskResult.skipped(fields.with("msg", Value.of("All items skipped")));
    } else {
      sum = TaskResult.of(changed, fields.with("msg", Value.of("All items completed")));
    }
    return sum.gathering(results);
  }

  private Optional<TaskResult> first(TaskResult.Status status) {
    return results.stream().filter(r -> r.status() == status).findFirst();
  }

  List<TaskResult> results() {
    return results;
  }

  /** Ends the task without asking its items: the host can't be reached, or a person said no. */
  void end(TaskResult result) {
    prepared = true;
    ended = result;
  }

  // Walking ahead.

  /** What the next item needs whose fate is not foreseen. */
  Need foresee() {
    prepare();
    return ended != null ? new Need.Ended(ended) : items.get(ahead).need();
  }

  /** Nothing is foreseen beyond the items that have ended. */
  void foreseeAnew() {
    ahead = results.size();
    foreseenChange = results.stream().anyMatch(TaskResult::isChanged);
  }

  /** The item that {@link #foresee} is about. */
  ItemRun aheadItem() {
    return items.get(ahead);
  }

  /** That item begins anew. */
  ItemRun renewAhead() {
    items.set(ahead, newItem(ahead));
    return items.get(ahead);
  }

  /** That item's fate is foreseen: its change is under way, or it has ended. */
  void foreseen(boolean changed) {
    foreseenChange |= changed;
    ahead++;
  }

  boolean isForeseen() {
    return ended != null || prepared && ahead == items.size();
  }

  /** How many items have ended or are foreseen. */
  int foreseenItems() {
    return ahead;
  }

  boolean isPartlyForeseen() {
    return ahead > results.size();
  }

  /** Whether the task will have changed something if all goes as foreseen. */
  boolean isChangeForeseen() {
    return foreseenChange;
  }

  /** Whether items may be foreseen at all: nothing is decided by what comes of them. */
  boolean isPredictable() {
    boolean judged =
        node instanceof Task task
            && (!task.until().isEmpty()
                || task.retries().isPresent()
                || !task.failedWhen().isEmpty()
                || !task.changedWhen().isEmpty());
    return !judged && control().breakWhen().isEmpty() && control().pause().isEmpty();
  }

  /** What was foreseen beyond the present item does not hold: those items begin anew. */
  void forgetForeseen() {
    if (!prepared || ended != null) {
      return;
    }
    for (int i = results.size(); i < items.size(); i++) {
      ItemRun item = items.get(i);
      boolean present = i == results.size();
      if (i < ahead || item.isQueued()) {
        if (present && !item.isQueued()) {
          continue;
        }
        items.set(i, newItem(i));
      }
    }
    ahead = results.size();
    foreseenChange = results.stream().anyMatch(TaskResult::isChanged);
  }

  /** All that may have a template in it, for finding out what it reads. */
  Value.Dict written() {
    Map<String, Value> all = new LinkedHashMap<>();
    Keywords keywords = node.keywords();
    keywords
        .values()
        .forEach(
            (keyword, value) -> {
              if (keyword != Keyword.VARS && keyword != Keyword.WHEN) {
                all.put(keyword.word(), value);
              }
            });
    if (node instanceof Task task) {
      all.put("args", task.action().args());
      task.action().argsTemplate().ifPresent(template -> all.put("template", template));
    } else {
      all.put("args", ((Include) node).action().args());
    }
    loop().ifPresent(loop -> all.put("loop", loop.items()));
    return Value.dict(all);
  }
}
