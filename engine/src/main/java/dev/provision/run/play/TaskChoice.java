package dev.provision.run.play;

import dev.provision.diag.ProvisionException;
import dev.provision.lang.Node;
import dev.provision.run.Prompter;
import dev.provision.run.work.TaskResult;
import dev.provision.value.Value;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which tasks the user wants: by tags, from a task on, step by step. Safe for use by many threads.
 */
final class TaskChoice {

  private final Set<Node> before = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Prompter prompter;
  private final Map<String, Boolean> confirmed = new HashMap<>();
  private boolean stepping;

  /**
   * @param before the nodes before {@code --start-at-task}
   * @param stepping whether each task is asked for
   */
  TaskChoice(Set<Node> before, Prompter prompter, boolean stepping) {
    this.before.addAll(before);
    this.prompter = prompter;
    this.stepping = stepping && prompter.isInteractive();
  }

  boolean takes(Site site, Node node) {
    if (before.contains(node)) {
      return false;
    }
    List<Value> tags = node.keywords().tags();
    try {
      return site.play().tags().takes(site.rendering(node, Map.of()).words(tags));
    } catch (ProvisionException e) {
      // A tag that can't be rendered selects nothing; the task runs where nothing is selected.
      return site.play().tags().takes(List.of());
    }
  }

  synchronized boolean isStepping() {
    return stepping;
  }

  /** Asks whether a task shall run; ends it where the answer is no. */
  synchronized void confirm(Site site, TaskRun task) {
    if (!stepping) {
      return;
    }
    String address = task.node().address().toString();
    boolean wanted = confirmed.computeIfAbsent(address, a -> ask(Teller.name(task)));
    if (!wanted) {
      task.end(TaskResult.skipped(Value.dict("msg", Value.of("Not wanted in this step."))));
    }
  }

  private boolean ask(String name) {
    Optional<String> answer =
        prompter.ask("Perform task: " + name + " (N)o/(y)es/(c)ontinue: ", false);
    String word = answer.orElse("n").strip().toLowerCase(java.util.Locale.ROOT);
    if (word.startsWith("c")) {
      stepping = false;
    }
    return word.startsWith("y") || word.startsWith("c");
  }
}
