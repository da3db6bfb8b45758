package dev.provision.run.play;

import dev.provision.diag.ProvisionException;
import dev.provision.host.Context;
import dev.provision.host.Probe;
import dev.provision.lang.Include;
import dev.provision.lang.Keyword;
import dev.provision.lang.Node;
import dev.provision.lang.Task;
import dev.provision.module.ControlModule;
import dev.provision.module.Module;
import dev.provision.run.cursor.Cursor;
import dev.provision.run.cursor.Stop;
import dev.provision.run.work.HostLine;
import dev.provision.run.work.Knowledge;
import dev.provision.run.work.Need;
import dev.provision.run.work.TaskResult;
import dev.provision.template.Analysis;
import dev.provision.template.Scope;
import dev.provision.template.Templar;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What can travel in the next exchange with a host. Walks from the task whose turn it is over those
 * behind it. As long as it is certain what comes next if all goes well, changes are put together;
 * from the first task on whose fate is not known before the exchange, only questions are.
 */
final class Foresight {

  /** So far ahead is looked. */
  private static final int WINDOW = 200;

  /** More questions than this go with a later exchange. */
  private static final int QUESTIONS = 2000;

  /** Modules of the controller that only tell something. */
  private static final Set<String> QUIET = Set.of("debug", "assert", "fail");

  private final HostRun run;
  private final HostLine line;
  private final int budget;
  private final List<Queued> queued = new ArrayList<>();
  private final List<TaskRun> foreseen = new ArrayList<>();
  private final Map<Context, Set<Probe<?>>> asked = new LinkedHashMap<>();
  private final Set<String> unknown = new HashSet<>();
  private boolean deciding = true;
  private int questions;

  /**
   * An item's change, or only its questions in their place between the changes of others.
   *
   * @param change with no operations where only questions are asked
   * @param context as whom
   */
  record Queued(TaskRun task, ItemRun item, Need.Change change, Context context) {}

  /**
   * @param budget how many tasks may be decided together, the first among them
   */
  Foresight(HostRun run, HostLine line, int budget) {
    this.run = run;
    this.line = line;
    this.budget = budget;
  }

  List<Queued> queued() {
    return queued;
  }

  /** The tasks behind the first whose fate is foreseen, in order. */
  List<TaskRun> foreseen() {
    return foreseen;
  }

  Map<Context, Set<Probe<?>>> asked() {
    return asked;
  }

  /** Only what the item asks. */
  void ask(ItemRun item, Need need) {
    if (!(need instanceof Need.Answers answers)) {
      throw new IllegalStateException("Something else is under way: " + need);
    }
    ask(item.context(), answers.probes());
  }

  /** Only what the item itself needs. */
  void only(TaskRun task) {
    decide(task, task);
  }

  void walk(TaskRun first) {
    Cursor cursor = run.cursor().copy();
    TaskRun task = first;
    for (int count = 0; count < WINDOW && questions < QUESTIONS; count++) {
      TaskRun shown = look(task, first);
      if (!move(cursor, shown)) {
        return;
      }
      run.skipUnselected(cursor);
      Stop stop = cursor.stop();
      if (stop instanceof Stop.OfTask next) {
        task = new TaskRun(run.site(), next.task());
      } else if (stop instanceof Stop.OfInclude next) {
        task = new TaskRun(run.site(), next.include());
      } else {
        return;
      }
    }
  }

  /** Decides or at least asks; gives the run that shows how the task may end. */
  private TaskRun look(TaskRun task, TaskRun first) {
    if (deciding && task != first && (foreseen.size() + 1 >= budget || !isPlain(task))) {
      deciding = false;
    }
    boolean pure = isPure(task);
    if (deciding) {
      decide(task, first);
    }
    register(task);
    if (task != first && (deciding || task.isPartlyForeseen())) {
      foreseen.add(task);
    }
    if (deciding) {
      return task;
    }
    TaskRun peek = new TaskRun(run.site(), task.node());
    if (pure && !(task == first && !task.isLoop())) {
      peek(peek, task.foreseenItems());
    }
    return peek;
  }

  private void register(TaskRun task) {
    Optional<String> name =
        task.node() instanceof Task t ? t.register() : ((Include) task.node()).register();
    name.ifPresent(unknown::add);
    if (task.node() instanceof Task t && t.action().module().equals("set_fact")) {
      t.action().args().entries().keySet().forEach(key -> unknown.add(key.toString()));
    }
  }

  private void decide(TaskRun task, TaskRun first) {
    Knowledge knowledge = line.knowledge();
    while (deciding && !task.isForeseen()) {
      knowledge.takeForesaw();
      Need need = task.foresee();
      if (need instanceof Need.Ended ended) {
        ended(task, first, ended.result());
      } else if (need instanceof Need.Change change && task.aheadItem().line() == line) {
        change(task, change);
      } else {
        if (need instanceof Need.Answers answers && task.aheadItem().line() == line) {
          ask(task.aheadItem().context(), answers.probes());
        }
        deciding = false;
      }
    }
  }

  private void ended(TaskRun task, TaskRun first, TaskResult result) {
    boolean good =
        result.status() != TaskResult.Status.FAILED
            && result.status() != TaskResult.Status.UNREACHABLE;
    boolean wholeTask = task.isOver();
    if (!good && task != first || wholeTask) {
      deciding = good;
      return;
    }
    if (line.knowledge().takeForesaw()) {
      // The model said so; the host itself has the last word when the item's turn comes.
      Set<Probe<?>> looked = task.aheadItem().work().looked();
      Context context = task.aheadItem().context();
      ItemRun again = task.renewAhead();
      Need.Change look =
          new Need.Change(
              List.of(), looked, Set.of(), Optional.empty(), Optional.empty(), true, false);
      again.setQueued(true);
      queued.add(new Queued(task, again, look, context));
    }
    task.foreseen(result.isChanged());
  }

  private void change(TaskRun task, Need.Change change) {
    ItemRun item = task.aheadItem();
    queued.add(new Queued(task, item, change, item.context()));
    item.setQueued(true);
    task.foreseen(change.changed());
    boolean acting = run.site().engine().options().isCheck();
    if (!change.last() || acting || change.plan().isEmpty() || !task.isPredictable()) {
      deciding = false;
    } else {
      line.knowledge().plan(change.plan().get());
    }
  }

  private void ask(Context context, Set<Probe<?>> probes) {
    asked.computeIfAbsent(context, c -> new LinkedHashSet<>()).addAll(probes);
    questions += probes.size();
  }

  /** Asks what the items from {@code from} on would ask now. */
  private void peek(TaskRun task, int from) {
    Knowledge knowledge = line.knowledge();
    knowledge.lookAhead(!run.site().engine().options().isCheck());
    try {
      task.need();
      List<ItemRun> items = task.items();
      for (int i = from; i < items.size() && questions < QUESTIONS; i++) {
        ItemRun item = items.get(i);
        if (item.need() instanceof Need.Answers answers && item.line() == line) {
          Set<Probe<?>> quick = new LinkedHashSet<>(answers.probes());
          quick.removeIf(Probe::isCostly);
          ask(item.context(), quick);
        }
      }
    } finally {
      knowledge.lookNow();
    }
  }

  /** Goes on as if the task ended well; says whether anything behind it is worth a look. */
  private boolean move(Cursor cursor, TaskRun task) {
    Node node = task.node();
    if (node instanceof Include) {
      List<Node> brought = new ArrayList<>();
      for (ItemRun item : task.items()) {
        item.brought()
            .ifPresent(
                found -> {
                  brought.addAll(found.nodes());
                  cursor.addHandlers(found.handlers());
                });
      }
      cursor.expand(brought);
      return true;
    }
    Task written = (Task) node;
    if (written.action().module().equals("meta")) {
      return meta(cursor, task, written);
    }
    if (endsForesight(task)) {
      return false;
    }
    // What may be notified is asked about too; what is decided must be so for certain.
    if (!deciding || task.isChangeForeseen()) {
      Optional<List<Node>> handlers = run.handlersFor(task);
      if (handlers.isEmpty()) {
        deciding = false;
      }
      handlers.ifPresent(found -> found.forEach(cursor::notify));
    }
    cursor.done();
    return true;
  }

  /** A command that will run: what is asked before it is worth nothing afterwards. */
  private boolean endsForesight(TaskRun task) {
    if (deciding) {
      return false;
    }
    for (ItemRun item : task.items()) {
      if (item.isBound() && item.isActing() && !run.site().engine().options().isCheck()) {
        return true;
      }
    }
    return queued.stream().anyMatch(q -> q.item().isActing());
  }

  private boolean meta(Cursor cursor, TaskRun task, Task written) {
    String what = written.action().freeForm().map(Value::toString).orElse("");
    boolean wanted =
        task.isOver()
            ? task.result().status() != TaskResult.Status.SKIPPED
            : written.keywords().when().isEmpty();
    if (!wanted || what.equals("noop")) {
      cursor.done();
      return true;
    }
    if (what.equals("flush_handlers")) {
      cursor.flush();
      return true;
    }
    deciding = false;
    if (what.startsWith("end_") || what.equals("reset_connection")) {
      return false;
    }
    cursor.done();
    return true;
  }

  /**
   * Whether nothing in it depends on what is not known yet, and it does nothing but to this host.
   */
  private boolean isPlain(TaskRun task) {
    Node node = task.node();
    boolean special =
        Stream.of(Keyword.DELEGATE_TO, Keyword.RUN_ONCE, Keyword.CHECK_MODE)
            .anyMatch(node.keywords()::has);
    if (special) {
      return false;
    }
    if (node instanceof Task written && !isPlainModule(written)) {
      return false;
    }
    try {
      return isPure(task) && !readsUnknown(task);
    } catch (ProvisionException e) {
      return false;
    }
  }

  private boolean isPlainModule(Task task) {
    String name = task.action().module();
    Optional<Module<?>> module = run.site().engine().modules().find(name);
    return name.equals("meta")
        || module.isPresent()
            && (!(module.get() instanceof ControlModule<?>) || QUIET.contains(name));
  }

  private boolean readsUnknown(TaskRun task) {
    if (unknown.isEmpty()) {
      return false;
    }
    Set<String> read = new HashSet<>();
    analyses(task).forEach(analysis -> read.addAll(analysis.variables()));
    if (read.contains("vars") || read.contains("hostvars")) {
      return true;
    }
    read.retainAll(unknown);
    return !read.isEmpty();
  }

  /** Whether rendering it now does no harm. */
  private boolean isPure(TaskRun task) {
    Node node = task.node();
    if (node.keywords().has(Keyword.DELEGATE_TO)) {
      return false;
    }
    if (node instanceof Task written && !isHostModule(written)) {
      return isQuiet(written);
    }
    try {
      return analyses(task).stream().allMatch(Analysis::isPure);
    } catch (ProvisionException e) {
      return false;
    }
  }

  private boolean isHostModule(Task task) {
    Optional<Module<?>> module = run.site().engine().modules().find(task.action().module());
    return module.isPresent() && !(module.get() instanceof ControlModule<?>);
  }

  private static boolean isQuiet(Task task) {
    return QUIET.contains(task.action().module()) || task.action().module().equals("meta");
  }

  private List<Analysis> analyses(TaskRun task) {
    Templar templar = run.site().engine().templar();
    Scope scope = task.rendering().scope();
    List<Analysis> found = new ArrayList<>();
    found.add(templar.analyze(task.written(), scope));
    task.node()
        .keywords()
        .when()
        .forEach(condition -> found.add(templar.analyzeCondition(condition, scope)));
    if (task.node() instanceof Task written) {
      written.until().forEach(c -> found.add(templar.analyzeCondition(c, scope)));
      run.site().templateOf(written, task.rendering()).ifPresent(found::add);
    }
    return found;
  }
}
