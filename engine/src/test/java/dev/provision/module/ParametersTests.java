package dev.provision.module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.host.files.FileMode;
import dev.provision.host.files.Mode;
import dev.provision.module.builtin.BuiltinModules;
import dev.provision.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ParametersTests {

  private enum Colour {
    RED,
    BLUE
  }

  private record Sample(
      @Param(value = "Needed.", aliases = "n") String name,
      @Param(value = "A flag.", defaultValue = "false") boolean flag,
      @Param("A number.") Optional<Integer> count,
      @Param(value = "Words.", defaultValue = "") List<String> words,
      @Param("Pairs.") Optional<Map<String, String>> pairs,
      @Param(value = "A colour.", defaultValue = "red") Colour colour,
      @Param(value = "A while.", defaultValue = "1") Duration patience,
      @Param("Any.") Optional<Value> any) {}

  private static final class SampleModule implements ControlModule<Sample> {
    @Override
    public String name() {
      return "sample";
    }

    @Override
    public String summary() {
      return "A sample.";
    }

    @Override
    public Class<Sample> parameters() {
      return Sample.class;
    }

    @Override
    public ControlResult run(Sample params, Controls controls) {
      return ControlResult.ok(Value.dict(Map.of()));
    }
  }

  private static final Parameters<Sample> PARAMETERS = Parameters.of(new SampleModule());
  private static final Position TASK = Position.of("task.yml", 9, 9);

  private static Parameters.Bound<Sample> bind(String yaml) {
    return PARAMETERS.bind((Value.Dict) Kit.yaml(yaml), TASK, new Kit.FakeFiles(Map.of()));
  }

  private static Sample bound(String yaml) {
    Parameters.Bound<Sample> bound = bind(yaml);
    assertEquals(List.of(), bound.problems());
    return bound.params().orElseThrow();
  }

  private static Problem problem(String yaml) {
    Parameters.Bound<Sample> bound = bind(yaml);
    assertEquals(1, bound.problems().size(), bound.problems().toString());
    assertFalse(bound.params().isPresent());
    return bound.problems().get(0);
  }

  @Test
  void readsTypesAsAnsibleDoes() {
    Sample sample =
        bound(
            "{n: 5, flag: 'yes', count: '7', words: 'a, b,', pairs: 'x=1 y=\"2 3\"', colour: blue,"
                + " patience: 1.5}");
    assertEquals("5", sample.name());
    assertTrue(sample.flag());
    assertEquals(Optional.of(7), sample.count());
    assertEquals(List.of("a", "b"), sample.words());
    assertEquals("{x=1, y=2 3}", sample.pairs().orElseThrow().toString());
    assertEquals(Colour.BLUE, sample.colour());
    assertEquals(Duration.ofMillis(1500), sample.patience());
  }

  @Test
  void takesDefaultsForWhatIsLeftOutOrNull() {
    Sample sample = bound("{name: x, flag: null, count:}");
    assertFalse(sample.flag());
    assertEquals(Optional.empty(), sample.count());
    assertEquals(List.of(), sample.words());
    assertEquals(Colour.RED, sample.colour());
  }

  @Test
  void namesAnUnknownArgumentWhereItStandsAndASimilarOne() {
    Problem problem = problem("{name: x, flga: true}");
    assertEquals(ErrorCode.UNKNOWN_ARGUMENT, problem.code());
    assertEquals("task.yml:1:11", problem.at().toString());
    assertTrue(problem.detail().contains("Did you mean \"flag\"?"), problem.detail());
    assertEquals(List.of("provision doc sample"), problem.commands());
  }

  @Test
  void namesAMissingArgumentAtTheTask() {
    Problem problem = problem("{flag: true}");
    assertEquals(ErrorCode.MISSING_ARGUMENT, problem.code());
    assertEquals(TASK, problem.at());
  }

  @Test
  void saysWhatAValueMustBe() {
    assertEquals(ErrorCode.WRONG_TYPE, problem("{name: x, flag: perhaps}").code());
    assertEquals(
        "The argument \"count\" must be a whole number, not \"many\".",
        problem("{name: x, count: many}").detail());
    assertEquals(
        "The argument \"colour\" must be one of red, blue, not \"green\".",
        problem("{name: x, colour: green}").detail());
    assertEquals(
        "The argument \"name\" must be a string, not a list.", problem("{name: [a]}").detail());
  }

  @Test
  void findsAllProblemsAtOnce() {
    assertEquals(3, bind("{flag: perhaps, count: many, colour: green, name: x}").problems().size());
  }

  @Test
  void checksNamesAlwaysAndValuesWhereTheyHoldNoTemplate() {
    Value.Dict arguments =
        (Value.Dict) Kit.yaml("{name: x, flag: '{{ f }}', count: many, wrods: a}");
    List<Problem> problems =
        PARAMETERS.check(arguments, TASK, value -> value.toString().contains("{{"));
    assertEquals(
        List.of(ErrorCode.UNKNOWN_ARGUMENT, ErrorCode.WRONG_TYPE),
        problems.stream().map(Problem::code).toList());
  }

  @Test
  void aSecretIsNotShownInAProblem() {
    Value.Dict arguments = Value.dict(Map.of("name", Value.of("x"), "count", Value.secret("pa55")));
    Parameters.Bound<Sample> bound = PARAMETERS.bind(arguments, TASK, new Kit.FakeFiles(Map.of()));
    assertFalse(bound.problems().toString().contains("pa55"));
  }

  @Test
  void filesAreLookedUpOnlyWhenBound() {
    Parameters<?> copy = Parameters.of(BuiltinModules.registry().find("copy").orElseThrow());
    Value.Dict arguments = (Value.Dict) Kit.yaml("{src: no-such-file, dest: /x}");
    assertEquals(List.of(), copy.check(arguments, TASK, value -> false));
    assertEquals(
        ErrorCode.FILE_NOT_FOUND,
        copy.bind(arguments, TASK, new Kit.FakeFiles(Map.of())).problems().get(0).code());
  }

  @Test
  void readsModesAsChmodDoes() {
    assertEquals("0644", FileMode.parse("644").applyTo(new Mode(0), false).toString());
    assertEquals(
        "0751", FileMode.parse("u+x,g=u,g-w,o=x").applyTo(new Mode(0640), false).toString());
    assertEquals("2755", FileMode.parse("u=rwx,go=rx").applyTo(new Mode(02700), true).toString());
    assertEquals("0755", FileMode.parse("a+X").applyTo(new Mode(0644), true).toString());
    assertEquals("0644", FileMode.parse("a+X").applyTo(new Mode(0644), false).toString());
    assertEquals("1777", FileMode.parse("+t").applyTo(new Mode(0777), true).toString());
  }
}
