package dev.provision.module;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.host.FrameResult;
import dev.provision.host.HostInfo;
import dev.provision.host.Step;
import dev.provision.lang.FreeForm;
import dev.provision.lang.YamlReader;
import dev.provision.module.builtin.BuiltinModules;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What tests of modules need: tasks from YAML, files of the controller, a host to act on. */
public final class Kit {

  private Kit() {}

  /** A task as it stands in a playbook: {@code copy: {dest: /etc/x, content: y}}. */
  public static Task task(String yaml) {
    return task(yaml, new FakeFiles(Map.of()));
  }

  public static Task task(String yaml, ParamResolver files) {
    Value.Dict task = (Value.Dict) yaml(yaml);
    Map.Entry<Value, Value> action = task.entries().entrySet().iterator().next();
    Module<?> module =
        BuiltinModules.registry().find(((Value.Str) action.getKey()).reveal()).orElseThrow();
    return bound(module, action.getValue(), action.getKey().origin(), files);
  }

  private static <P extends Record> Task bound(
      Module<P> module, Value written, Position at, ParamResolver files) {
    Parameters<P> parameters = Parameters.of(module);
    Parameters.Bound<P> bound = parameters.bind(arguments(module, written), at, files);
    assertTrue(bound.params().isPresent(), () -> bound.problems().toString());
    return new Task(module, bound.params().get());
  }

  /** The problems that a task's arguments have when they are bound. */
  public static List<Problem> problems(String yaml) {
    Value.Dict task = (Value.Dict) yaml(yaml);
    Map.Entry<Value, Value> action = task.entries().entrySet().iterator().next();
    Module<?> module =
        BuiltinModules.registry().find(((Value.Str) action.getKey()).reveal()).orElseThrow();
    Parameters<?> parameters = Parameters.of(module);
    return parameters
        .bind(
            arguments(module, action.getValue()), action.getKey().origin(), new FakeFiles(Map.of()))
        .problems();
  }

  private static Value.Dict arguments(Module<?> module, Value written) {
    if (written instanceof Value.Dict dict) {
      return dict;
    }
    if (written instanceof Value.Null) {
      return Value.dict(Map.of());
    }
    boolean isCommand = List.of("command", "shell", "raw").contains(module.name());
    return FreeForm.parse((Value.Str) written, isCommand, new Problems());
  }

  public static Value yaml(String text) {
    return new YamlReader(new Problems()).read(text, "task.yml").orElseThrow();
  }

  /** A module with its bound parameters. */
  public record Task(Module<?> module, Record params) {}

  /** What a state module's task came to. */
  public record StateRun(List<Step> steps, Value.Dict result, boolean changed) {
    public List<String> words() {
      return steps.stream().map(Step::words).toList();
    }
  }

  /** Runs a state module's task in a world, without any check. */
  public static StateRun run(World world, String yaml) {
    return run(world, yaml, new FakeFiles(Map.of()));
  }

  public static StateRun run(World world, String yaml, ParamResolver files) {
    Task task = task(yaml.replace("$T", world.folder()), files);
    return run(world, (StateModule<?, ?>) task.module(), task.params());
  }

  @SuppressWarnings("unchecked") // The parameters were made for the module.
  private static <P extends Record, S extends Record> StateRun run(
      World world, StateModule<P, S> module, Record written) {
    P params = (P) written;
    S seen = world.ask(module.observe(params, world.host()));
    Proposal<S> proposal = module.desired(params, seen, world.host());
    if (!(proposal instanceof Proposal.Want<S> want)) {
      throw new AssertionError("No goal but " + proposal);
    }
    Goal<S> goal = want.goal();
    List<Step> steps = new ArrayList<>(module.transition(goal.seen(), goal, params, world.host()));
    boolean changed = !steps.isEmpty();
    for (Proposal.Event event : want.events()) {
      steps.addAll(event.steps());
      changed |= event.counts();
    }
    List<FrameResult> results = new ArrayList<>();
    for (Step step : steps) {
      FrameResult result = world.run(step);
      assertTrue(result.succeeded(), () -> step.failure(result).detail());
      results.add(result);
    }
    S after = world.ask(module.observe(params, world.host()));
    Outcome<S> outcome = new Outcome<>(seen, after, goal, changed, false, results);
    return new StateRun(steps, module.result(params, outcome), changed);
  }

  /**
   * What an action module's task came to.
   *
   * @param end the last action
   * @param rested how long it would have waited
   */
  public record ActionRun(ActionModule.Action end, Duration rested) {
    public Value.Dict result() {
      if (end instanceof ActionModule.Done done) {
        return done.result();
      }
      if (end instanceof ActionModule.Fail fail) {
        return fail.result();
      }
      return ((ActionModule.Skip) end).result();
    }

    /** A field of the result as it is shown. */
    public String get(String field) {
      return result().get(field).map(Value::toString).orElse("(none)");
    }
  }

  /** Runs an action module's task; it does not really wait. */
  public static ActionRun act(World.OfShell world, String yaml, boolean check) {
    Task task = task(yaml.replace("$T", world.folder()));
    return act(world, start((ActionModule<?>) task.module(), task.params(), world, check));
  }

  @SuppressWarnings("unchecked") // The parameters were made for the module.
  private static <P extends Record> ActionModule.Action start(
      ActionModule<P> module, Record params, World world, boolean check) {
    return module.start((P) params, world.host(), check);
  }

  private static ActionRun act(World.OfShell world, ActionModule.Action first) {
    ActionModule.Action action = first;
    Duration rested = Duration.ZERO;
    for (int i = 0; i < 1000; i++) {
      if (action instanceof ActionModule.Ask<?> ask) {
        action = answered(world, ask);
      } else if (action instanceof ActionModule.Do act) {
        action = act.next().apply(act.frames().stream().map(world.shell()::run).toList());
      } else if (action instanceof ActionModule.Wait wait) {
        rested = rested.plus(wait.time());
        action = wait.next().get();
      } else {
        return new ActionRun(action, rested);
      }
    }
    throw new AssertionError("It never ends");
  }

  private static <T> ActionModule.Action answered(World world, ActionModule.Ask<T> ask) {
    return ask.next().apply(world.ask(ask.query()));
  }

  /** What a reading module tells. */
  public static Value.Dict read(World world, String yaml) {
    Task task = task(yaml.replace("$T", world.folder()));
    return read(world, (ReadModule<?, ?>) task.module(), task.params());
  }

  @SuppressWarnings("unchecked") // The parameters were made for the module.
  private static <P extends Record, T> Value.Dict read(
      World world, ReadModule<P, T> module, Record params) {
    return module.result((P) params, world.ask(module.observe((P) params, world.host())));
  }

  /** Why a state module refuses a task. */
  public static String refusal(World world, String yaml) {
    Task task = task(yaml.replace("$T", world.folder()));
    return refusal(world, (StateModule<?, ?>) task.module(), task.params());
  }

  @SuppressWarnings("unchecked") // The parameters were made for the module.
  private static <P extends Record, S extends Record> String refusal(
      World world, StateModule<P, S> module, Record params) {
    S seen = world.ask(module.observe((P) params, world.host()));
    Proposal<S> proposal = module.desired((P) params, seen, world.host());
    if (proposal instanceof Proposal.Refuse<S> refuse) {
      return refuse.problem().detail();
    }
    throw new AssertionError("Not refused: " + proposal);
  }

  /** A host as the hello describes it: this account on a Debian machine. */
  public static HostInfo host(String home) {
    boolean isRoot = System.getProperty("user.name").equals("root");
    return new HostInfo(
        "Linux",
        "6.1.0",
        "x86_64",
        "debian",
        "12",
        Set.of(),
        "systemd",
        isRoot ? 0 : 1000,
        System.getProperty("user.name"),
        home,
        "test",
        "",
        Set.of("apt-get", "systemctl"));
  }

  /** Files of a controller that has only these. */
  public static final class FakeFiles implements ParamResolver {

    private final Map<String, byte[]> files = new HashMap<>();

    public FakeFiles(Map<String, String> files) {
      files.forEach((name, text) -> this.files.put(name, text.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public ControllerFile file(String source, Position at) {
      byte[] bytes = bytes(source, at, ErrorCode.FILE_NOT_FOUND);
      return new ControllerFile() {
        @Override
        public String source() {
          return source;
        }

        @Override
        public Path path() {
          return Path.of("/nowhere", source);
        }

        @Override
        public boolean isFolder() {
          return false;
        }

        @Override
        public byte[] bytes() {
          return bytes.clone();
        }
      };
    }

    @Override
    public RenderedTemplate template(String source, Value.Dict arguments, Position at) {
      byte[] bytes = bytes(source, at, ErrorCode.TEMPLATE_FILE_NOT_FOUND);
      return new RenderedTemplate(
          source,
          Path.of("/nowhere", source),
          Text.plain(new String(bytes, StandardCharsets.UTF_8)));
    }

    private byte[] bytes(String source, Position at, ErrorCode code) {
      byte[] bytes = files.get(source);
      if (bytes == null) {
        throw new ProvisionException(code, at, "\"" + source + "\" is nowhere to be found.");
      }
      return bytes;
    }
  }
}
