package dev.provision.run.play;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Query;
import dev.provision.host.store.LockOwner;
import dev.provision.lang.Include;
import dev.provision.lang.Keyword;
import dev.provision.lang.Node;
import dev.provision.lang.Task;
import dev.provision.run.cursor.Cursor;
import dev.provision.run.cursor.Stop;
import dev.provision.run.event.RunEvent;
import dev.provision.run.journal.Entry;
import dev.provision.run.work.Delivery;
import dev.provision.run.work.Effect;
import dev.provision.run.work.HostLine;
import dev.provision.run.work.Need;
import dev.provision.run.work.TaskResult;
import dev.provision.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One host on its way through a play. A state machine: {@link #advance} works until it would have
 * to wait, and comes back to a worker when there is something to do. Used by one thread at a time.
 */
final class HostRun {

  private static final Logger LOG = LoggerFactory.getLogger(HostRun.class);
  private static final Duration RECONNECT_EVERY = Duration.ofSeconds(2);

  /** Why a host does nothing more. */
  enum Fate {
    ALIVE,
    FAILED,
    UNREACHABLE,
    REFUSED,
    INTERRUPTED
  }

  private final Site site;
  private final Cursor cursor;
  private final Stats stats;
  private final Teller teller;
  private final Task gathering;
  private final TaskChoice choice;

  private @Nullable TaskRun current;
  private final Deque<TaskRun> ahead = new ArrayDeque<>();
  private final Deque<Foresight.Queued> underWay = new ArrayDeque<>();
  private final IdentityHashMap<ItemRun, Entry> entries = new IdentityHashMap<>();
  private @Nullable Delivery delivery;
  private Fate fate = Fate.ALIVE;
  private boolean fatal;
  private boolean ownerAsked;
  private int budget;
  private int committed;
  private Runnable idle = () -> {};
  private @Nullable TaskResult last;
  private @Nullable Instant began;
  private @Nullable Instant reconnectUntil;

  /**
   * @param gathering the task that a play begins with where it gathers facts
   * @param choice which tasks the user wants
   */
  HostRun(Site site, Cursor cursor, Stats stats, Teller teller, Task gathering, TaskChoice choice) {
    this.site = site;
    this.cursor = cursor;
    this.stats = stats;
    this.teller = teller;
    this.gathering = gathering;
    this.choice = choice;
    skipUnselected(cursor);
  }

  Site site() {
    return site;
  }

  String host() {
    return site.host();
  }

  Cursor cursor() {
    return cursor;
  }

  Fate fate() {
    return fate;
  }

  /** Whether it may go on to the next play. */
  boolean isAlive() {
    return fate == Fate.ALIVE;
  }

  boolean isOver() {
    return fate != Fate.ALIVE && !cursorGoesOn() || cursor.isOver();
  }

  /** A failed host whose always parts or handlers still run. */
  private boolean cursorGoesOn() {
    return fate == Fate.FAILED && !cursor.isOver();
  }

  /** Whether a task failed here that must end the play for all. */
  boolean isFatal() {
    return fatal;
  }

  /** The last task's result, for hosts that share it by run_once. */
  Optional<TaskResult> lastResult() {
    return Optional.ofNullable(last);
  }

  /** The task or include it has come to; nothing when it is over. */
  Optional<Node> node() {
    Stop stop = cursor.stop();
    if (stop instanceof Stop.OfTask task) {
      return Optional.of(task.task());
    }
    if (stop instanceof Stop.OfInclude include) {
      return Optional.of(include.include());
    }
    return stop instanceof Stop.Gather ? Optional.of(gathering) : Optional.empty();
  }

  /**
   * Works on: at most {@code tasks} tasks, then {@code whenIdle} is told. Also told when the play
   * is over for the host.
   */
  void advance(int tasks, Runnable whenIdle) {
    budget = tasks;
    committed = 0;
    idle = whenIdle;
    resume();
  }

  private void resume() {
    site.engine().scheduler().work(this::go);
  }

  private void go() {
    go(() -> {});
  }

  /** Does something first; whatever breaks, the host ends and the others go on. */
  private void go(Runnable first) {
    try {
      first.run();
      boolean more = true;
      while (more) {
        more = turn();
      }
    } catch (RuntimeException e) {
      LOG.error("The run of {} broke", host(), e);
      stats.foundBug();
      stats.count(RunEvent.Status.FAILED, false);
      Problem problem =
          Problem.error(
              ErrorCode.INTERNAL,
              dev.provision.diag.Position.NONE,
              "This is a bug in provision: " + e + ". The log says where.");
      site.engine().events().problem(problem, Optional.of(host()));
      leave(Fate.FAILED);
      idle.run();
    }
  }

  /** One move; says whether the next can follow at once. */
  private boolean turn() {
    if (site.play().isBatchEnded() && delivery == null && fate == Fate.ALIVE && current == null) {
      cursor.end();
    }
    boolean stopping = site.engine().interruption().isRaised() && delivery == null;
    if (stopping && current == null && fate == Fate.ALIVE) {
      interrupted();
    }
    if (isOver() || committed >= budget) {
      idle.run();
      return false;
    }
    TaskRun task = current();
    if (task.isOver()) {
      commit(task);
      return true;
    }
    if (task.hasItem() && task.item().isQueued()) {
      deliver(task);
      return true;
    }
    Need need = task.need();
    if (need instanceof Need.Ended ended) {
      if (!task.isOver()) {
        itemEnded(task, ended.result());
      }
      return true;
    }
    if (stopping) {
      interrupted();
      return true;
    }
    if (need instanceof Need.Connect connect) {
      connect(task, connect);
      return false;
    }
    if (need instanceof Need.Pause pause) {
      pause(task, pause);
      return false;
    }
    if (need instanceof Need.Reconnect reconnect) {
      return reconnect(task, reconnect);
    }
    return exchange(task, need);
  }

  /** What is under way has ended; nothing else begins. */
  private void interrupted() {
    Optional<Node> next = node();
    if (next.isPresent()) {
      String name = Teller.name(new TaskRun(site, next.get()));
      site.engine()
          .events()
          .tell(
              new RunEvent.Notice(
                  host()
                      + ": interrupted before \""
                      + name
                      + "\"; that and what follows was not done."));
    }
    leave(Fate.INTERRUPTED);
  }

  private TaskRun current() {
    TaskRun task = current;
    if (task == null) {
      Node node = node().orElseThrow();
      TaskRun next = ahead.poll();
      if (next == null || next.node() != node) {
        forgetForeseen();
        next = new TaskRun(site, node);
      }
      began = Instant.now(site.engine().clock());
      choice.confirm(site, next);
      current = next;
      task = next;
    }
    return task;
  }

  // Waiting

  private void connect(TaskRun task, Need.Connect connect) {
    teller.started(site, task);
    ItemRun item = task.item();
    site.engine()
        .scheduler()
        .connect(
            () -> {
              try {
                connect.line().open(connect.context());
                connect.line().info(connect.context());
              } catch (ProvisionException e) {
                broken(item, e);
              } catch (RuntimeException e) {
                LOG.error("Connecting to {} broke", host(), e);
                broken(
                    item, new ProvisionException(ErrorCode.INTERNAL, "This is a bug: " + e + "."));
              }
              resume();
            });
  }

  private static void broken(ItemRun item, ProvisionException e) {
    boolean reached =
        switch (e.code()) {
          case BECOME_FAILED, BECOME_PASSWORD_MISSING, BECOME_PASSWORD_WRONG -> true;
          default -> false;
        };
    if (reached) {
      item.failed(e);
    } else {
      item.unreachable(e);
    }
  }

  private void pause(TaskRun task, Need.Pause pause) {
    teller.started(site, task);
    site.engine()
        .scheduler()
        .later(
            pause.time(),
            () -> {
              if (task.hasItem() && task.item().isBound() && !pause.again().isEmpty()) {
                task.item().line().knowledge().forgetProbes(pause.again(), task.item().context());
              }
              task.rested();
              go();
            });
  }

  private boolean reconnect(TaskRun task, Need.Reconnect reconnect) {
    Instant now = Instant.now(site.engine().clock());
    Instant until = reconnectUntil;
    if (until == null) {
      until = now.plus(reconnect.within());
      reconnectUntil = until;
    }
    ItemRun item = task.item();
    try {
      item.line().reconnect();
      item.line().info(item.context());
    } catch (ProvisionException e) {
      if (now.isBefore(until) && !site.engine().interruption().isRaised()) {
        site.engine().scheduler().later(RECONNECT_EVERY, this::go);
        return false;
      }
      reconnectUntil = null;
      item.work().reconnected(Optional.of(e));
      return true;
    }
    reconnectUntil = null;
    item.work().reconnected(Optional.empty());
    return true;
  }

  // Exchanges

  private boolean exchange(TaskRun task, Need need) {
    ItemRun item = task.item();
    HostLine line = item.line();
    if (need instanceof Need.Unknown) {
      // Only what was planned ahead can make an item of an apply wait for itself.
      line.knowledge().settle();
    }
    Foresight foresight = new Foresight(this, line, budget - committed);
    if (delivery != null) {
      // Others' changes are under way: only what this item still asks.
      foresight.ask(item, need);
    } else {
      task.foreseeAnew();
      boolean alone = !site.engine().options().ahead() || !isOwn(item) || choice.isStepping();
      if (alone) {
        foresight.only(task);
      } else {
        foresight.walk(task);
      }
    }
    send(task, line, foresight);
    // Others get the worker in between.
    resume();
    return false;
  }

  private boolean isOwn(ItemRun item) {
    return item.spec().name().equals(host());
  }

  private void send(TaskRun task, HostLine line, Foresight foresight) {
    if (!site.engine().options().isCheck()) {
      line.knowledge().settle();
    }
    List<HostLine.Piece> pieces = new ArrayList<>();
    for (Foresight.Queued queued : foresight.queued()) {
      pieces.add(piece(queued));
    }
    List<HostLine.Asked> asked = new ArrayList<>();
    foresight.asked().forEach((context, probes) -> asked.add(new HostLine.Asked(context, probes)));
    boolean asksOwner = site.engine().options().isCheck() && !ownerAsked && isOwn(task.item());
    if (asksOwner) {
      asked.add(new HostLine.Asked(line.storeAccount(), Set.of(new LockOwner())));
    }
    if (!pieces.isEmpty()) {
      teller.started(site, task);
    }
    Delivery came;
    try {
      came = line.exchange(pieces, asked);
    } catch (ProvisionException e) {
      lost(task, e);
      return;
    }
    if (asksOwner) {
      ownerAsked = true;
      // Its question is the last one; the changes before it are told when their turn comes.
      came.learnLast();
      tellOwner(line);
    }
    if (pieces.isEmpty()) {
      came.finish();
      return;
    }
    underWay.addAll(foresight.queued());
    ahead.addAll(foresight.foreseen());
    delivery = came;
  }

  /** A plan takes no lock, but says who holds one. */
  private void tellOwner(HostLine line) {
    Optional<String> owner;
    try {
      owner = line.knowledge().answer(Query.ask(new LockOwner()), line.storeAccount());
    } catch (ProvisionException e) {
      // The store belongs to an account that may not be read; then nobody can tell.
      LOG.debug("Who holds {} is not known", host(), e);
      return;
    }
    owner.ifPresent(
        words ->
            site.engine()
                .events()
                .tell(
                    new RunEvent.Notice(
                        host()
                            + " is being changed by the run "
                            + words
                            + ": this plan may be stale soon.")));
  }

  private HostLine.Piece piece(Foresight.Queued queued) {
    Need.Change change = queued.change();
    Optional<Entry> entry = change.record().map(effect -> entry(queued.task(), queued, effect));
    entry.ifPresent(
        e -> {
          entries.put(queued.item(), e);
          site.engine().journal().ifPresent(j -> j.add(host(), e.beginning()));
        });
    dev.provision.run.work.Work work = change.ops().isEmpty() ? NOBODY : queued.item().work();
    return new HostLine.Piece(work, change, queued.context(), entry);
  }

  /** Asks on behalf of an item that will look for itself. */
  private static final dev.provision.run.work.Work NOBODY = new Nobody();

  private Entry entry(TaskRun task, Foresight.Queued queued, Effect effect) {
    return new Entry(
        site.engine().ids().get(),
        task.node().address().toString(),
        Teller.name(task),
        effect.module(),
        effect.subject(),
        queued.context().become().map(b -> b.user()).orElse(""),
        effect.arguments(),
        effect.before(),
        effect.after(),
        effect.components(),
        effect.reversibility(),
        Optional.empty());
  }

  /** The exchange broke: refused by the lock, or the host is gone. */
  private void lost(TaskRun task, ProvisionException e) {
    forgetForeseen();
    if (e.code() == ErrorCode.HOST_LOCKED) {
      site.engine().events().problem(e.problem(), Optional.of(host()));
      stats.refuse();
      leave(Fate.REFUSED);
      return;
    }
    entries.clear();
    task.item().setQueued(false);
    broken(task.item(), e);
  }

  /** Hands the present item what came of its change. */
  private void deliver(TaskRun task) {
    Delivery came = delivery;
    Foresight.Queued queued = underWay.poll();
    if (came == null || queued == null || queued.item() != task.item()) {
      throw new IllegalStateException("What came back belongs to another task");
    }
    boolean ran = came.next();
    boolean change = !queued.change().ops().isEmpty();
    if (ran || !change) {
      task.item().setQueued(false);
    }
    if (ran) {
      spread(queued);
    }
    if (change && !ran) {
      entries.remove(task.item());
      forgetForeseen();
    } else if (!came.hasNext()) {
      came.finish();
      delivery = null;
    }
  }

  private void spread(Foresight.Queued queued) {
    ItemRun item = queued.item();
    site.engine().lines().changed(item.line(), item.spec(), queued.change().writes());
  }

  /** What was foreseen does not hold any more: it is decided anew, from what the host says now. */
  private void forgetForeseen() {
    Delivery came = delivery;
    while (came != null && came.hasNext()) {
      Foresight.Queued queued = underWay.remove();
      boolean ran = came.next();
      if (ran) {
        doneAlready(queued);
      }
    }
    if (came != null) {
      came.finish();
    }
    delivery = null;
    underWay.clear();
    ahead.clear();
    TaskRun task = current;
    if (task != null) {
      task.forgetForeseen();
    }
  }

  /**
   * It was sent together with a task that turned out to have failed, and was done: nobody may miss
   * that.
   */
  private void doneAlready(Foresight.Queued queued) {
    spread(queued);
    Entry entry = entries.remove(queued.item());
    if (entry != null) {
      journalEnd(queued.item(), entry.ended(entry.after(), new Entry.Done(false, true, List.of())));
    }
    site.engine()
        .events()
        .problem(
            Problem.warning(
                ErrorCode.VERIFY_MISMATCH,
                queued.task().node().at(),
                "This had been done already when an earlier task turned out to have failed."),
            Optional.of(host()));
  }

  private void journalEnd(ItemRun item, Entry entry) {
    if (item.isBound()) {
      item.line().ended(item.context(), entry);
    }
    site.engine().journal().ifPresent(journal -> journal.add(host(), entry.end()));
  }

  // Results

  private void itemEnded(TaskRun task, TaskResult result) {
    ItemRun item = task.item();
    Optional<Entry> entry = Optional.ofNullable(entries.remove(item));
    if (!site.engine().options().isCheck() && item.isCheck()) {
      item.line().knowledge().settle();
    }
    facts(task, item, result);
    entry.ifPresent(
        e -> {
          List<String> notified = result.isChanged() ? notifiedNames(task) : List.of();
          Value.Dict after = result.effect().map(Effect::after).orElse(e.after());
          journalEnd(
              item,
              e.ended(after, new Entry.Done(result.isFailed(), result.isChanged(), notified)));
        });
    if (task.isLoop()) {
      teller.item(site, task, item, result, elapsed());
    }
    task.itemEnded(result);
  }

  private Duration elapsed() {
    Instant from = began;
    Instant now = Instant.now(site.engine().clock());
    return from == null ? Duration.ZERO : Duration.between(from, now);
  }

  private void facts(TaskRun task, ItemRun item, TaskResult result) {
    if (result.facts().isEmpty() || !(task.node() instanceof Task written)) {
      return;
    }
    String to =
        task.rendering().is(written.keywords().get(Keyword.DELEGATE_FACTS), "delegate_facts")
            ? item.rendering().text(written.keywords(), Keyword.DELEGATE_TO).orElse(host())
            : host();
    dev.provision.run.vars.HostVars vars = site.variables().host(to);
    switch (written.action().module()) {
      case "set_fact" -> result.facts().forEach(vars::set);
      case "include_vars" -> vars.include(result.facts());
      default -> vars.addFacts(result.facts());
    }
  }

  private List<String> notifiedNames(TaskRun task) {
    try {
      return task.rendering().names(task.node().keywords().notified());
    } catch (ProvisionException e) {
      return List.of();
    }
  }

  /** The handlers that a task notifies; nothing where one of the names means none. */
  Optional<List<Node>> handlersFor(TaskRun task) {
    List<Node> found = new ArrayList<>();
    for (String name : notifiedNames(task)) {
      List<Node> same = handlers(name);
      if (same.isEmpty()) {
        return Optional.empty();
      }
      found.addAll(same);
    }
    return Optional.of(found);
  }

  private List<Node> handlers(String name) {
    return called(site, cursor.handlers(), name);
  }

  /** All handlers that one of the names means. */
  static Set<Node> called(Site site, List<Node> handlers, Set<String> names) {
    Set<Node> found = Collections.newSetFromMap(new IdentityHashMap<>());
    names.forEach(name -> found.addAll(called(site, handlers, name)));
    return found;
  }

  /** The last handler of that name, and all that listen to it. */
  private static List<Node> called(Site site, List<Node> handlers, String name) {
    List<Node> found = new ArrayList<>();
    @Nullable Node named = null;
    for (Node handler : handlers) {
      if (isCalled(site, handler, name)) {
        named = handler;
      }
      if (listens(site, handler, name)) {
        found.add(handler);
      }
    }
    if (named != null && !found.contains(named)) {
      found.add(named);
    }
    return found;
  }

  private static boolean isCalled(Site site, Node handler, String name) {
    Optional<String> own = handler.name().map(value -> handlerName(site, handler, value));
    Optional<String> role = handler.role().map(use -> use.role().name());
    return own.filter(n -> n.equals(name)).isPresent()
        || own.isPresent() && role.isPresent() && (role.get() + " : " + own.get()).equals(name);
  }

  private static String handlerName(Site site, Node handler, Value.Str written) {
    if (!written.hasTemplate()) {
      return written.reveal();
    }
    try {
      return dev.provision.lang.Conversions.text(site.rendering(handler, Map.of()).render(written));
    } catch (ProvisionException e) {
      return written.reveal();
    }
  }

  private static boolean listens(Site site, Node handler, String name) {
    List<Value> topics = handler.own().list(Keyword.LISTEN);
    return !topics.isEmpty() && site.rendering(handler, Map.of()).names(topics).contains(name);
  }

  /** A task is over: registered, counted, told; and the cursor moves. */
  private void commit(TaskRun task) {
    current = null;
    TaskResult result = withHandlers(task, task.result());
    Node node = task.node();
    committed++;
    if (node instanceof Task written && written.action().module().equals("meta")) {
      meta(written, result);
      return;
    }
    register(node, result);
    boolean ignored = isIgnored(task, result);
    boolean failed = isFailure(result) && !ignored;
    boolean rescued = failed && result.isFailed() && cursor.wouldBeRescued();
    RunEvent.Status status = status(result, ignored, rescued);
    last = result;
    teller.ended(site, task, result, status, elapsed());
    stats.count(status, result.isChanged());
    if (failed) {
      failed(task, result, rescued);
    } else {
      succeeded(task, result);
    }
    skipUnselected(cursor);
  }

  private TaskResult withHandlers(TaskRun task, TaskResult result) {
    boolean notifies = result.isChanged() && !isFailure(result);
    if (!notifies || handlersFor(task).isPresent()) {
      return result;
    }
    String names = String.join(", ", notifiedNames(task));
    return TaskResult.failed(
        Problem.error(
            ErrorCode.UNKNOWN_HANDLER,
            task.node().at(),
            "The play has no handler for one of: " + names + "."),
        result.result());
  }

  private void register(Node node, TaskResult result) {
    Optional<String> name =
        node instanceof Task task ? task.register() : ((Include) node).register();
    name.ifPresent(n -> site.variables().host(host()).set(n, result.result()));
  }

  private static boolean isFailure(TaskResult result) {
    return result.isFailed() || result.status() == TaskResult.Status.UNREACHABLE;
  }

  private boolean isIgnored(TaskRun task, TaskResult result) {
    Keyword keyword =
        result.isFailed()
            ? Keyword.IGNORE_ERRORS
            : result.status() == TaskResult.Status.UNREACHABLE ? Keyword.IGNORE_UNREACHABLE : null;
    if (keyword == null) {
      return false;
    }
    try {
      return task.rendering().bool(task.node().keywords(), keyword).orElse(false);
    } catch (ProvisionException e) {
      return false;
    }
  }

  private static RunEvent.Status status(TaskResult result, boolean ignored, boolean rescued) {
    if (ignored) {
      return RunEvent.Status.IGNORED;
    }
    if (rescued) {
      return RunEvent.Status.RESCUED;
    }
    return switch (result.status()) {
      case OK -> RunEvent.Status.OK;
      case CHANGED -> RunEvent.Status.CHANGED;
      case SKIPPED -> RunEvent.Status.SKIPPED;
      case FAILED -> RunEvent.Status.FAILED;
      case UNREACHABLE -> RunEvent.Status.UNREACHABLE;
    };
  }

  private void succeeded(TaskRun task, TaskResult result) {
    if (result.isChanged() && !isFailure(result)) {
      handlersFor(task).ifPresent(found -> found.forEach(cursor::notify));
    }
    if (!(task.node() instanceof Include)) {
      cursor.done();
      checkFailed();
      return;
    }
    List<Node> brought = new ArrayList<>();
    for (ItemRun item : task.items()) {
      item.brought()
          .ifPresent(
              found -> {
                brought.addAll(found.nodes());
                cursor.addHandlers(found.handlers());
                found.roles().stream()
                    .filter(dev.provision.lang.RoleUse::isPublic)
                    .filter(use -> !site.play().vars().roles().contains(use))
                    .forEach(site.play().vars().roles()::add);
              });
    }
    cursor.expand(brought);
    checkFailed();
  }

  private void failed(TaskRun task, TaskResult result, boolean rescued) {
    forgetForeseen();
    if (result.status() == TaskResult.Status.UNREACHABLE) {
      leave(Fate.UNREACHABLE);
      return;
    }
    if (rescued) {
      Map<String, Value> failedTask = new HashMap<>();
      failedTask.put("name", Value.of(Teller.name(task)));
      failedTask.put("action", Value.of(Teller.module(task.node())));
      site.variables().host(host()).set("ansible_failed_task", Value.dict(failedTask));
      site.variables().host(host()).set("ansible_failed_result", result.result());
    }
    fatal |= !rescued && isFatal(task);
    cursor.fail();
    checkFailed();
  }

  private boolean isFatal(TaskRun task) {
    try {
      return task.rendering().bool(task.node().keywords(), Keyword.ANY_ERRORS_FATAL).orElse(false);
    } catch (ProvisionException e) {
      return false;
    }
  }

  /** A failure may come to its end only when the always parts are through. */
  private void checkFailed() {
    if (cursor.isFailed() && fate == Fate.ALIVE) {
      fate = Fate.FAILED;
    }
  }

  private void meta(Task task, TaskResult result) {
    String what = task.action().freeForm().map(Value::toString).orElse("noop");
    if (result.isFailed()) {
      teller.problem(site, result);
      stats.count(RunEvent.Status.FAILED, false);
      cursor.fail();
      checkFailed();
    } else if (result.status() == TaskResult.Status.SKIPPED) {
      cursor.done();
    } else {
      act(what);
    }
    skipUnselected(cursor);
  }

  private void act(String what) {
    switch (what) {
      case "flush_handlers" -> cursor.flush();
      case "end_host", "end_batch", "end_play" -> {
        if (what.equals("end_play")) {
          site.play().end();
        }
        if (!what.equals("end_host")) {
          site.play().endBatch();
        }
        cursor.end();
      }
      case "end_role" -> cursor.endRole();
      case "clear_facts" -> {
        site.variables().host(host()).clearFacts();
        cursor.done();
      }
      case "clear_host_errors" -> {
        cursor.clearErrors();
        cursor.done();
      }
      case "refresh_inventory" -> {
        site.engine().hosts().refresh();
        cursor.done();
      }
      case "reset_connection" -> {
        resetConnection();
        cursor.done();
      }
      default -> cursor.done();
    }
    checkFailed();
  }

  private void resetConnection() {
    try {
      site.engine().lines().ofHost(host()).forEach(HostLine::reconnect);
    } catch (ProvisionException e) {
      site.engine().events().problem(e.problem(), Optional.of(host()));
      stats.count(RunEvent.Status.UNREACHABLE, false);
      leave(Fate.UNREACHABLE);
    }
  }

  /** Others failed so that the play ends here too; what always has to be done is done. */
  void giveUp() {
    cursor.fail();
    checkFailed();
    skipUnselected(cursor);
  }

  /** Nothing more happens here in this play. */
  void leave(Fate newFate) {
    fate = newFate;
    ahead.clear();
    current = null;
    cursor.end();
  }

  /** Passes over what the user did not want; nothing is told about it. */
  void skipUnselected(Cursor at) {
    while (!at.isOver()) {
      Stop stop = at.stop();
      Node node =
          stop instanceof Stop.OfTask task
              ? task.task()
              : stop instanceof Stop.OfInclude include ? include.include() : null;
      if (node == null || at.isInHandlers() || choice.takes(site, node)) {
        return;
      }
      at.done();
    }
  }

  /** Takes over the result of a task that ran for all hosts on one of them. */
  void adopt(HostRun other, TaskResult result) {
    Node node = node().orElseThrow();
    register(node, result);
    if (!result.facts().isEmpty() && node instanceof Task written) {
      dev.provision.run.vars.HostVars vars = site.variables().host(host());
      if (written.action().module().equals("set_fact")) {
        result.facts().forEach(vars::set);
      } else {
        vars.addFacts(result.facts());
      }
    }
    if (other.fate != Fate.ALIVE) {
      fate = other.fate;
      cursor.end();
    } else {
      cursor.done();
      skipUnselected(cursor);
    }
  }

  /** For an item that looks for itself: what came back is in the knowledge already. */
  private static final class Nobody implements dev.provision.run.work.Work {
    @Override
    public Need need(dev.provision.run.work.Knowledge knowledge) {
      throw new IllegalStateException("Nobody needs anything");
    }

    @Override
    public void done(List<dev.provision.host.FrameResult> results) {
      throw new IllegalStateException("Nothing was done");
    }

    @Override
    public Set<dev.provision.host.Probe<?>> looked() {
      return Set.of();
    }

    @Override
    public TaskResult unforeseeable() {
      throw new IllegalStateException("Nobody foresees anything");
    }
  }
}
