package dev.provision.module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.provision.host.Answers;
import dev.provision.host.FrameResult;
import dev.provision.host.HostInfo;
import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.LocalShell;
import dev.provision.host.Probe;
import dev.provision.host.Query;
import dev.provision.host.Resource;
import dev.provision.host.Step;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The laws of design that every state module keeps, tried on a model and on real shells. A module's
 * tests inherit them by giving cases.
 */
public interface ModuleLaws {

  /** The module's name. */
  String module();

  /** Situations to try the laws in. */
  List<Case> cases();

  /**
   * A situation and a task.
   *
   * @param name what is special about it
   * @param setup puts the situation into a world; paths begin with {@link World#folder}
   * @param task as in a playbook; {@code $T} stands for the world's folder
   * @param check shell text that must succeed afterwards, written without any code of the module;
   *     {@code $T} as above
   * @param steps how many steps the first run takes
   * @param files of the controller
   * @param onShells whether it is tried on real shells too
   */
  record Case(
      String name,
      Consumer<World> setup,
      String task,
      String check,
      int steps,
      Map<String, String> files,
      boolean onShells) {

    public static Case of(
        String name, Consumer<World> setup, String task, String check, int steps) {
      return new Case(name, setup, task, check, steps, Map.of(), true);
    }

    /** For what no test may change on the machine that it runs on. */
    public Case onModelOnly() {
      return new Case(name, setup, task, check, steps, files, false);
    }

    public Case withFile(String file, String content) {
      Map<String, String> more = new TreeMap<>(files);
      more.put(file, content);
      return new Case(name, setup, task, check, steps, more, onShells);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** The shells on which a module's cases are tried. */
  default List<LocalShell.Kind> shells() {
    return List.of(LocalShell.Kind.values());
  }

  @TestFactory
  default Stream<DynamicTest> keepsTheLawsOnTheModel() {
    return cases().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.name, () -> Laws.check(each, unused -> new World.OfModel(), false)));
  }

  @TestFactory
  default Stream<DynamicTest> keepsTheLawsOnRealShells() {
    List<DynamicTest> tests = new ArrayList<>();
    for (LocalShell.Kind kind : shells()) {
      if (!kind.isHere()) {
        continue;
      }
      for (Case each : cases().stream().filter(Case::onShells).toList()) {
        tests.add(
            DynamicTest.dynamicTest(
                each.name + " on " + kind,
                () -> Laws.check(each, base -> new World.OfShell(kind, base), true)));
      }
    }
    return tests.stream();
  }

  /** How the laws are checked. */
  final class Laws<P extends Record, S extends Record> {

    private final StateModule<P, S> module;
    private final P params;
    private final Case each;
    private final World world;

    private Laws(StateModule<P, S> module, P params, Case each, World world) {
      this.module = module;
      this.params = params;
      this.each = each;
      this.world = world;
    }

    static void check(Case each, Function<Path, World> worlds, boolean isReal) throws IOException {
      List<BiConsumer<Laws<?, ?>, Boolean>> laws =
          List.of(
              (l, real) -> l.converges(real),
              (l, real) -> l.revertRestores(),
              (l, real) -> l.modelPredicts(real),
              (l, real) -> l.convergesAfterEachCut());
      for (BiConsumer<Laws<?, ?>, Boolean> law : laws) {
        Path base = Files.createTempDirectory("laws").toRealPath();
        try {
          law.accept(of(each, worlds.apply(base)), isReal);
        } finally {
          delete(base);
        }
      }
    }

    private static Laws<?, ?> of(Case each, World world) {
      each.setup.accept(world);
      Kit.Task task =
          Kit.task(each.task.replace("$T", world.folder()), new Kit.FakeFiles(each.files));
      return typed((StateModule<?, ?>) task.module(), task.params(), each, world);
    }

    @SuppressWarnings("unchecked") // The task's parameters were made for its module.
    private static <P extends Record, S extends Record> Laws<P, S> typed(
        StateModule<P, S> module, Record params, Case each, World world) {
      return new Laws<>(module, (P) params, each, world);
    }

    private static void delete(Path base) throws IOException {
      try (Stream<Path> paths = Files.walk(base)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }

    private HostInfo host() {
      return world.host();
    }

    private S observe() {
      return world.ask(module.observe(params, host()));
    }

    /** The goal, with what has to be done first done. */
    private Proposal.Want<S> want(S seen) {
      Proposal<S> proposal = module.desired(params, seen, host());
      for (int i = 0; i < 3 && proposal instanceof Proposal.First<S> first; i++) {
        first.steps().forEach(this::run);
        proposal = module.desired(params, observe(), host());
      }
      if (proposal instanceof Proposal.Want<S> want) {
        return want;
      }
      return fail("No goal but " + proposal);
    }

    private void run(Step step) {
      FrameResult result = world.run(step);
      assertTrue(result.succeeded(), () -> step.words() + ": " + result.exitCode() + result.err());
    }

    /** Runs to the goal and gives the steps that were needed. */
    private List<Step> apply() {
      S seen = observe();
      Goal<S> goal = want(seen).goal();
      List<Step> steps = module.transition(goal.seen(), goal, params, host());
      steps.forEach(this::run);
      return steps;
    }

    private void converges(boolean isReal) {
      SortedMap<String, String> before = world.snapshot();
      S seen = observe();
      assertEquals(before, world.snapshot(), "observe changes nothing");
      Goal<S> goal = want(seen).goal();
      assertEquals(goal.want(), want(seen).goal().want(), "desired is deterministic");
      List<Step> steps = module.transition(goal.seen(), goal, params, host());
      assertEquals(goal.gaps(goal.seen()).isEmpty(), steps.isEmpty(), "steps where there are gaps");
      assertEquals(each.steps, steps.size(), () -> "steps: " + words(steps));
      roundTrip(seen);
      roundTrip(goal.want());
      steps.forEach(this::run);
      if (isReal) {
        assertWritesAreSaid(before, world.snapshot(), steps);
      }
      S after = observe();
      assertTrue(goal.holds(after), () -> "after the steps the goal holds: " + goal.gaps(after));
      assertEquals(List.of(), module.transition(after, goal, params, host()));
      Goal<S> again = want(after).goal();
      assertTrue(again.holds(after), () -> "a second run changes nothing: " + again.gaps(after));
      assertEquals(List.of(), module.transition(after, again, params, host()));
      Goal<S> ofWant = want(goal.want()).goal();
      assertTrue(ofWant.holds(goal.want()), "desired is idempotent");
      SortedMap<String, String> settled = world.snapshot();
      apply();
      assertEquals(settled, world.snapshot(), "a second run leaves everything as it is");
      if (isReal) {
        independentCheck();
      }
      Outcome<S> outcome =
          new Outcome<>(seen, after, goal, !steps.isEmpty(), false, results(steps));
      module.result(params, outcome);
      module.risk(params, seen, goal);
    }

    private static List<FrameResult> results(List<Step> steps) {
      return steps.stream().map(step -> FrameResult.ended(0, "", "")).toList();
    }

    private static List<String> words(List<Step> steps) {
      return steps.stream().map(Step::words).toList();
    }

    private void roundTrip(S state) {
      Value.Dict value = StateCodec.encode(state);
      assertEquals(state, StateCodec.decode(module.state(), value), "codec");
    }

    private void independentCheck() {
      FrameResult result =
          ((World.OfShell) world)
              .shell()
              .run(Text.plain("T='" + world.folder() + "'\n" + each.check), Optional.empty());
      assertTrue(
          result.succeeded(),
          () -> "independent check: " + result.out() + result.err() + world.snapshot());
    }

    private static void assertWritesAreSaid(
        SortedMap<String, String> before, SortedMap<String, String> after, List<Step> steps) {
      TreeSet<String> changed = new TreeSet<>(before.keySet());
      changed.addAll(after.keySet());
      changed.removeIf(
          path ->
              before.containsKey(path)
                  && after.containsKey(path)
                  && before.get(path).equals(after.get(path)));
      for (String path : changed) {
        boolean isSaid =
            steps.stream()
                .flatMap(step -> step.writes().stream())
                .anyMatch(written -> written.overlaps(Resource.file(path)));
        boolean isBackup = path.endsWith("~");
        assertTrue(isSaid || isBackup, () -> path + " was changed but no step says so");
      }
    }

    private void revertRestores() {
      SortedMap<String, String> original = world.snapshot();
      S before = observe();
      Goal<S> goal = want(before).goal();
      S from = goal.seen();
      boolean isExact = module.reversibility(params, from, goal).kind() == Reversibility.Kind.EXACT;
      module.transition(from, goal, params, host()).forEach(this::run);
      if (!isExact) {
        return;
      }
      S journaled = StateCodec.decode(module.state(), StateCodec.encode(from));
      S now = observe();
      Goal<S> back = Goal.of(now, journaled);
      module.transition(now, back, params, host()).forEach(this::run);
      S restored = observe();
      assertTrue(back.holds(restored), () -> "revert restores: " + back.gaps(restored));
      SortedMap<String, String> end = world.snapshot();
      end.keySet().removeIf(path -> path.endsWith("~"));
      if (world instanceof World.OfShell) {
        assertEquals(original, end, "revert restores the tree");
      }
    }

    /** An open model that was told what the probes saw predicts what is seen after the steps. */
    private void modelPredicts(boolean isReal) {
      if (!isReal) {
        return;
      }
      HostModel model = HostModel.open();
      S before = observedInto(model);
      Known<S> told = module.observe(params, host()).answer(model);
      assertTrue(told.isKnown(), "the model knows what it was told");
      assertEquals(before, told.get(), "the model answers what it was told");
      Goal<S> goal = want(before).goal();
      List<Step> steps = module.transition(goal.seen(), goal, params, host());
      steps.forEach(model::apply);
      steps.forEach(this::run);
      S real = observe();
      Known<S> predicted = module.observe(params, host()).answer(model);
      assertTrue(predicted.isKnown(), "the model predicts");
      assertTrue(
          goal.holds(predicted.get()),
          () -> "the model reaches the goal: " + goal.gaps(predicted.get()));
      for (String component : Components.names(module.state())) {
        Object expected = Components.get(real, component);
        Object said = Components.get(predicted.get(), component);
        boolean isUntold = said.toString().equals("?");
        // Accounts that a step named are the same by their words: a model does not know their ids.
        if (!isUntold && !expected.equals(said)) {
          assertEquals(expected.toString(), said.toString(), component);
        }
      }
    }

    private S observedInto(HostModel model) {
      Query<S> query = module.observe(params, host());
      Answers answers = new Answers();
      while (query.value(answers).isEmpty()) {
        query.pending(answers).forEach(probe -> learn(probe, answers, model));
      }
      return query.value(answers).orElseThrow();
    }

    private <T> void learn(Probe<T> probe, Answers answers, HostModel model) {
      T answer = world.ask(Query.ask(probe));
      answers.put(probe, answer);
      model.learn(probe, answer);
    }

    /** Steps that were done before the line was cut do no harm to a new run. */
    private void convergesAfterEachCut() {
      S seen = observe();
      Goal<S> goal = want(seen).goal();
      List<Step> steps = module.transition(goal.seen(), goal, params, host());
      for (int done = 1; done <= steps.size(); done++) {
        run(steps.get(done - 1));
        if (done < steps.size()) {
          // Each step may have run once more than was known.
          run(steps.get(done - 1));
        }
      }
      apply();
      S after = observe();
      Goal<S> end = want(after).goal();
      assertTrue(end.holds(after), () -> "converges after a cut: " + end.gaps(after));
    }
  }
}
