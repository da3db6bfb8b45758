package dev.provision.run.play;

import dev.provision.connect.ConnectionSpec;
import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.diag.Suggestions;
import dev.provision.host.Context;
import dev.provision.lang.Action;
import dev.provision.lang.Conversions;
import dev.provision.lang.Include;
import dev.provision.lang.Keyword;
import dev.provision.lang.Node;
import dev.provision.lang.PlaybookLoader.Included;
import dev.provision.lang.Task;
import dev.provision.lang.TaskAddress;
import dev.provision.module.ActionModule;
import dev.provision.module.ControlModule;
import dev.provision.module.Module;
import dev.provision.module.Parameters;
import dev.provision.run.vars.Unsafe;
import dev.provision.run.work.Call;
import dev.provision.run.work.HostLine;
import dev.provision.run.work.Need;
import dev.provision.run.work.TaskResult;
import dev.provision.run.work.Work;
import dev.provision.run.work.Works;
import dev.provision.value.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One item of a task's loop on one host, or the whole task where there is no loop: asks the
 * condition, binds the arguments, runs the module, judges the result, tries again. Never waits
 * itself.
 */
final class ItemRun {

  private static final Logger LOG = LoggerFactory.getLogger(ItemRun.class);
  private static final int DEFAULT_RETRIES = 3;
  private static final Duration DEFAULT_DELAY = Duration.ofSeconds(5);

  private final Site site;
  private final Node node;
  private final Map<String, Value> inner;
  private final int number;
  private final Rendering rendering;

  private @Nullable Bound bound;
  private @Nullable Work work;
  private @Nullable TaskResult ended;
  private Optional<Included> brought = Optional.empty();
  private int attempt = 1;
  private boolean resting;
  private boolean queued;
  private boolean acting;

  /** What is to be called, and where. */
  private record Bound(
      Module<?> module,
      Record params,
      Value.Dict arguments,
      ConnectionSpec spec,
      HostLine line,
      Context context,
      boolean check) {}

  /**
   * @param inner the loop's variables; empty without a loop
   * @param number of the item, from 1; 0 without a loop
   */
  ItemRun(Site site, Node node, Map<String, Value> inner, int number) {
    this.site = site;
    this.node = node;
    this.inner = inner;
    this.number = number;
    this.rendering = site.rendering(node, inner);
  }

  Map<String, Value> inner() {
    return inner;
  }

  /** The line that its needs are about, once it has one. */
  HostLine line() {
    return bound().line;
  }

  Context context() {
    return bound().context;
  }

  ConnectionSpec spec() {
    return bound().spec;
  }

  Work work() {
    Work current = work;
    if (current == null) {
      throw new IllegalStateException("Nothing is being done");
    }
    return current;
  }

  private Bound bound() {
    Bound current = bound;
    if (current == null) {
      throw new IllegalStateException("Not bound yet");
    }
    return current;
  }

  boolean isBound() {
    return bound != null;
  }

  boolean isCheck() {
    return bound != null && bound.check;
  }

  /** What an include brought. */
  Optional<Included> brought() {
    return brought;
  }

  boolean isQueued() {
    return queued;
  }

  void setQueued(boolean newQueued) {
    queued = newQueued;
  }

  /** What it needs now. */
  Need need() {
    Need need = needed();
    acting = need instanceof Need.Change && bound != null && bound.module instanceof ActionModule;
    return need;
  }

  /** Whether it needs to do something of which nobody knows what it touches. */
  boolean isActing() {
    return acting;
  }

  private Need needed() {
    if (ended != null) {
      return new Need.Ended(ended);
    }
    if (resting) {
      return new Need.Pause(delay(), java.util.Set.of());
    }
    try {
      return next();
    } catch (ProvisionException e) {
      return end(TaskResult.failed(located(e)));
    } catch (RuntimeException e) {
      // One module's bug on one host must not end the run of the others.
      LOG.error("{} failed on {}", node.address(), site.host(), e);
      return end(TaskResult.failed(bug(e)));
    }
  }

  private ProvisionException located(ProvisionException e) {
    return e.problem().at().isKnown()
        ? e
        : new ProvisionException(e.problem().withPosition(node.at()), e);
  }

  private ProvisionException bug(RuntimeException e) {
    return new ProvisionException(
        Problem.error(
            ErrorCode.INTERNAL,
            node.at(),
            "This is a bug in provision: " + e + ". The log says where."),
        e);
  }

  private Need end(TaskResult result) {
    TaskResult placed =
        result
            .problem()
            .filter(p -> !p.at().isKnown())
            .map(p -> result.withProblem(p.withPosition(node.at())))
            .orElse(result);
    ended = placed.withResult(Unsafe.mark(placed.result()));
    return new Need.Ended(ended);
  }

  private Need next() {
    if (bound == null) {
      if (!rendering.test(node.keywords().when())) {
        return end(conditionFalse());
      }
      if (node instanceof Include include) {
        return end(include(include));
      }
      Task task = (Task) node;
      if (task.action().module().equals("meta")) {
        return end(TaskResult.of(false, Value.dict(Map.of())));
      }
      Optional<TaskResult> early = bind(task);
      if (early.isPresent()) {
        return judged(early.get());
      }
    }
    Bound now = bound();
    if (!now.line.isOpen() || !now.line.knows(now.context)) {
      return new Need.Connect(now.line, now.context);
    }
    if (work == null) {
      work = work(now);
    }
    Need need = work.need(now.line.knowledge());
    if (need instanceof Need.Ended done) {
      return judged(done.result());
    }
    return need instanceof Need.Unknown && now.check ? judged(work.unforeseeable()) : need;
  }

  private static TaskResult conditionFalse() {
    return TaskResult.skipped(Value.dict("skip_reason", Value.of("Conditional result was False")));
  }

  /** Binds; ends at once where the module works on the controller, or where binding fails. */
  private Optional<TaskResult> bind(Task task) {
    Action action = task.action();
    Module<?> module =
        site.engine().modules().find(action.module()).orElseThrow(() -> unknown(action));
    return bind(task, module);
  }

  private ProvisionException unknown(Action action) {
    String hint =
        Suggestions.didYouMean(action.module(), site.engine().modules().names())
            .map(s -> " " + s)
            .orElse("");
    return new ProvisionException(
        ErrorCode.UNSUPPORTED_MODULE,
        action.at(),
        "The module \"" + action.written() + "\" is not among ours." + hint);
  }

  private <P extends Record> Optional<TaskResult> bind(Task task, Module<P> module) {
    Value.Dict arguments = Arguments.render(task.action(), task.keywords(), rendering);
    Parameters<P> parameters = Parameters.of(module);
    Parameters.Bound<P> params = parameters.bind(arguments, task.at(), files());
    List<Problem> errors = params.problems().stream().filter(Problem::isError).toList();
    if (!errors.isEmpty()) {
      return Optional.of(TaskResult.failed(new ProvisionException(errors.get(0))));
    }
    P given = params.params().orElseThrow();
    if (module instanceof ControlModule<P> control) {
      return Optional.of(control(task, control, given));
    }
    String target = target(task);
    Rendering vars = target.equals(site.host()) ? rendering : other(target);
    Reach reach = new Reach(site.engine().options());
    ConnectionSpec spec = reach.spec(target, vars, task.keywords());
    HostLine line = site.engine().lines().of(site.host(), spec);
    Context context =
        new Context(
            reach.become(vars, task.keywords()),
            rendering.environment(task.keywords()),
            Optional.empty());
    boolean check = site.isCheck(rendering, task.keywords());
    bound = new Bound(module, given, arguments, spec, line, context, check);
    return Optional.empty();
  }

  private ControllerFiles files() {
    return new ControllerFiles(
        site.engine().templar(), site.engine().files(), node.search(), rendering.scope());
  }

  private Rendering other(String host) {
    return site.rendering(host, node, inner);
  }

  /** The host that it acts on. */
  private String target(Task task) {
    return rendering.text(task.keywords(), Keyword.DELEGATE_TO).orElse(site.host());
  }

  private <P extends Record> TaskResult control(Task task, ControlModule<P> module, P params) {
    Controls controls =
        new Controls(site.engine(), site.host(), task, site.play().play().folder(), rendering);
    ControlModule.ControlResult result = module.run(params, controls);
    if (result.failure().isPresent()) {
      Problem problem = Problem.error(ErrorCode.MODULE_FAILED, task.at(), result.failure().get());
      return TaskResult.failed(
          problem, result.result().with("msg", Value.of(result.failure().get())));
    }
    boolean skipped = result.result().get("skipped").map(Value::isTruthy).orElse(false);
    return skipped
        ? TaskResult.skipped(result.result())
        : TaskResult.of(result.changed(), result.result()).withFacts(result.facts());
  }

  private static Work work(Bound bound, Call call) {
    return Works.of(cast(bound.module), bound.params, call);
  }

  @SuppressWarnings("unchecked") // The parameters were bound for this module.
  private static Module<Record> cast(Module<?> module) {
    return (Module<Record>) module;
  }

  private Work work(Bound now) {
    Optional<Duration> timeout =
        node.keywords()
            .timeout()
            .map(rendering::render)
            .map(value -> Rendering.seconds(value, "keyword \"timeout\""))
            .filter(time -> !time.isZero());
    boolean diff =
        rendering.bool(node.keywords(), Keyword.DIFF).orElse(site.engine().options().diff());
    Call call =
        new Call(
            now.arguments,
            now.context,
            now.line.info(now.context),
            now.check,
            diff,
            timeout,
            site.engine().ids());
    return work(now, call);
  }

  private TaskResult include(Include include) {
    Value.Dict arguments = Arguments.render(include.action(), include.keywords(), rendering);
    Value.Dict variables = Value.dict(inner);
    Problems problems = new Problems();
    Included found =
        site.play()
            .include(include, arguments, variables, () -> load(include, arguments, problems));
    brought = Optional.of(found);
    Optional<Problem> error = problems.sorted().stream().filter(Problem::isError).findFirst();
    if (error.isPresent()) {
      return TaskResult.failed(new ProvisionException(error.get()));
    }
    String key = include.kind() == Include.Kind.TASKS ? "file" : "name";
    return TaskResult.of(false, Value.dict("include", arguments.get(key).orElse(Value.NULL)));
  }

  private Included load(Include include, Value.Dict arguments, Problems problems) {
    TaskAddress address = number == 0 ? include.address() : include.address().item(number);
    Include withItem =
        new Include(
            include.kind(),
            include.address(),
            include.name(),
            include.action(),
            include.loop(),
            withItem(include),
            include.keywords(),
            include.inherited(),
            include.role(),
            include.search(),
            include.folder(),
            include.isHandler(),
            include.at());
    Included found =
        site.engine().loader().include(site.play().play(), withItem, arguments, address, problems);
    Optional<Problem> error = problems.sorted().stream().filter(Problem::isError).findFirst();
    if (error.isPresent()) {
      throw new ProvisionException(error.get());
    }
    return found;
  }

  /** The include's keywords with the item among its variables, for what it brings. */
  private dev.provision.lang.Keywords withItem(Include include) {
    if (inner.isEmpty()) {
      return include.own();
    }
    Map<Value, Value> vars = new LinkedHashMap<>();
    inner.forEach((name, value) -> vars.put(Value.of(name), value));
    vars.putAll(include.own().vars().entries());
    return include.own().with(Keyword.VARS, Value.dictOf(vars));
  }

  /** Applies what the task says about its result; tries again where it has to. */
  private Need judged(TaskResult raw) {
    if (!(node instanceof Task task)
        || raw.status() == TaskResult.Status.SKIPPED
        || raw.status() == TaskResult.Status.UNREACHABLE) {
      return end(raw);
    }
    TaskResult judged = conditions(task, raw.withResult(Unsafe.mark(raw.result())));
    boolean retried = !task.until().isEmpty() || task.retries().isPresent();
    if (!retried) {
      return end(judged);
    }
    Value.Dict result = judged.result().with("attempts", Value.of(attempt));
    judged = judged.withResult(result);
    boolean good =
        task.until().isEmpty() ? !judged.isFailed() : with(task, result).test(task.until());
    if (good) {
      return end(judged);
    }
    if (attempt > retries(task)) {
      return end(givenUp(judged));
    }
    attempt++;
    resting = true;
    work = null;
    if (bound == null || bound.module instanceof ControlModule<?>) {
      bound = null;
    }
    return new Need.Pause(delay(), java.util.Set.of());
  }

  private TaskResult givenUp(TaskResult judged) {
    if (judged.isFailed()) {
      return judged;
    }
    Problem problem =
        Problem.error(
            ErrorCode.MODULE_FAILED,
            node.at(),
            "Tried "
                + (attempt - 1)
                + " times more, and the condition \"until\" still did not hold.");
    return TaskResult.failed(problem, judged.result())
        .withResult(judged.result().with("failed", Value.TRUE));
  }

  private int retries(Task task) {
    return task.retries()
        .map(rendering::render)
        .map(value -> Rendering.integer(value, "keyword \"retries\""))
        .map(Math::toIntExact)
        .orElse(DEFAULT_RETRIES);
  }

  private Duration delay() {
    return ((Task) node)
        .delay()
        .map(rendering::render)
        .map(value -> Rendering.seconds(value, "keyword \"delay\""))
        .orElse(DEFAULT_DELAY);
  }

  /** The variables with the result among them, under the name it is registered by. */
  private Rendering with(Task task, Value.Dict result) {
    return task.register()
        .map(name -> new Rendering(rendering.templar(), rendering.scope().with(name, result)))
        .orElse(rendering);
  }

  private TaskResult conditions(Task task, TaskResult raw) {
    TaskResult result = raw;
    if (!task.changedWhen().isEmpty()) {
      boolean changed = with(task, result.result()).test(task.changedWhen());
      result = result.withResult(result.result().with("changed", Value.of(changed)));
      if (!result.isFailed()) {
        result = result.withStatus(changed ? TaskResult.Status.CHANGED : TaskResult.Status.OK);
      }
    }
    if (task.failedWhen().isEmpty()) {
      return result;
    }
    boolean failed = with(task, result.result()).test(task.failedWhen());
    Value.Dict fields =
        result
            .result()
            .with("failed", Value.of(failed))
            .with("failed_when_result", Value.of(failed));
    if (!failed) {
      return result
          .withResult(fields)
          .withoutProblem()
          .withStatus(result.isChanged() ? TaskResult.Status.CHANGED : TaskResult.Status.OK);
    }
    Optional<Problem> problem = result.problem();
    return result
        .withResult(fields)
        .withProblem(
            problem.orElseGet(
                () ->
                    Problem.error(
                        ErrorCode.MODULE_FAILED,
                        task.failedWhen().get(0).origin(),
                        "The condition \"failed_when\" holds.")))
        .withStatus(TaskResult.Status.FAILED);
  }

  /** A pause is over: of a retry, or of the module. */
  void rested() {
    if (resting) {
      resting = false;
      if (bound != null) {
        // What was seen before is what the retry is about.
        bound.line.knowledge().forgetAll();
      }
    } else {
      work().rested();
    }
  }

  /** The host can't be reached. */
  void unreachable(ProvisionException e) {
    end(TaskResult.unreachable(located(e)));
  }

  /** Something that has to do with this item alone failed. */
  void failed(ProvisionException e) {
    end(TaskResult.failed(located(e)));
  }

  /** How the item is shown: its label, or what it is. */
  Optional<Value> label() {
    Optional<dev.provision.lang.Loop> loop =
        node instanceof Task task ? task.loop() : ((Include) node).loop();
    if (loop.isEmpty()) {
      return Optional.empty();
    }
    Value item =
        inner.getOrDefault(
            Conversions.text(inner.getOrDefault("ansible_loop_var", Value.of("item"))), Value.NULL);
    try {
      return Optional.of(loop.get().control().label().map(rendering::render).orElse(item));
    } catch (ProvisionException e) {
      return Optional.of(item);
    }
  }

  Rendering rendering() {
    return rendering;
  }

  Position at() {
    return node.at();
  }
}
