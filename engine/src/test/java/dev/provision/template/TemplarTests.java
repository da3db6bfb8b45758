package dev.provision.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TemplarTests {

  private final Templar templar =
      Templar.of(
          new LocalController(
              Path.of("."),
              Map.of(),
              bytes -> Optional.empty(),
              new TestYaml(),
              Clock.systemUTC()));

  private static Scope scope(Object... namesAndValues) {
    Map<String, Value> variables = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      variables.put(
          (String) namesAndValues[i],
          value instanceof Value given ? given : Value.of(String.valueOf(value)));
    }
    return Scope.of(variables);
  }

  private Value render(String template, Object... variables) {
    return templar.render(Value.of(template), scope(variables));
  }

  private Problem failure(String template, Object... variables) {
    Value at = Value.of(template).at(new Position("play.yml", 7, 10, template.length()));
    return assertThrows(ProvisionException.class, () -> templar.render(at, scope(variables)))
        .problem();
  }

  // Values

  @Test
  void leavesTextWithoutTagsAlone() {
    Value text = Value.of("a { b } %}").at(new Position("a.yml", 1, 1, 3));
    assertSame(text, templar.render(text, Scope.EMPTY));
  }

  @Test
  void keepsTheTypeOfAVariableThatIsANumber() {
    assertEquals(Value.of(5), render("{{ port }}", "port", Value.of(5)));
    assertEquals(Value.of("5"), render("{{ port | int }}", "port", Value.of(5)));
  }

  @Test
  void makesListsAndDictsOfTextThatReadsAsOne() {
    assertEquals(Value.list(Value.of(1), Value.of(2)), render("[{{ a }}, 2]", "a", Value.of(1)));
    assertEquals(Value.of("[mysqld]"), render("[{{ a }}]", "a", "mysqld"));
  }

  @Test
  void rendersStringsAtAnyDepth() {
    Value any = Value.dict("a", Value.list(Value.of("{{ x }}"), Value.of(1)));
    assertEquals(
        Value.dict("a", Value.list(Value.of("v"), Value.of(1))),
        templar.render(any, scope("x", "v")));
  }

  @Test
  void keepsThePlacesOfWhatItDoesNotRender() {
    Value one = Value.of("plain").at(new Position("a.yml", 3, 4, 5));
    Value.Seq list = Value.list(one, Value.of("{{ x }}"));
    Value.Seq rendered = (Value.Seq) templar.render(list, scope("x", "v"));
    assertEquals(3, rendered.items().get(0).origin().line());
  }

  @Test
  void rendersOnlyTheVariablesThatAreUsed() {
    AtomicInteger asked = new AtomicInteger();
    Scope counting =
        new Scope() {
          @Override
          public Optional<Value> lookup(String name) {
            asked.incrementAndGet();
            return name.equals("broken")
                ? Optional.of(Value.of("{{ 1 / 0 }}"))
                : Optional.of(Value.of("v"));
          }

          @Override
          public java.util.Set<String> names() {
            return java.util.Set.of("a", "broken");
          }
        };
    assertEquals(Value.of("v"), templar.render(Value.of("{{ a }}"), counting));
    assertTrue(asked.get() < 4, "looked up " + asked.get() + " times");
  }

  @Test
  void rendersOnlyThePartOfADictThatIsUsed() {
    Value dict =
        Value.dict(Map.of("good", Value.of("{{ x }}"), "bad", Value.of("{{ no_such_thing }}")));
    assertEquals(Value.of("v"), render("{{ d.good }}", "d", dict, "x", "v"));
    assertEquals(ErrorCode.UNDEFINED_VARIABLE, failure("{{ d }}", "d", dict).code());
  }

  @Test
  void aDictMayReferToItsOwnParts() {
    Value dict =
        Value.dict(Map.of("base", Value.of("/etc"), "conf", Value.of("{{ d.base }}/my.cnf")));
    assertEquals(Value.of("/etc/my.cnf"), render("{{ d.conf }}", "d", dict));
  }

  @Test
  void hostvarsRenderWithTheOtherHostsVariables() {
    Scope other = scope("name", "b", "greeting", "hello {{ name }}");
    LazyDict hosts = LazyDict.of(() -> List.of("b"), h -> Optional.of(LazyDict.of(other)));
    assertEquals(
        Value.of("hello b"),
        templar.render(
            Value.of("{{ hostvars.b.greeting }}"), scope("name", "a", "hostvars", hosts)));
    assertEquals(
        Value.of("hello b"),
        templar.render(
            Value.of("{{ ['b'] | map('extract', hostvars, 'greeting') | first }}"),
            scope("name", "a", "hostvars", hosts)));
  }

  @Test
  void evaluatesBareExpressionsWithTheirType() {
    assertEquals(Value.of(3), templar.evaluate("a + 1", Position.NONE, scope("a", Value.of(2))));
    assertEquals(
        Value.list(Value.of(0), Value.of(1)),
        templar.evaluate("range(2)", Position.NONE, Scope.EMPTY));
  }

  // Unsafe text

  @Test
  void neverReadsUnsafeTextAsATemplate() {
    Value.Str fromHost = Value.of("{{ secret }}").asUnsafe();
    Value result = render("{{ out | trim }}!", "out", fromHost, "secret", "s");
    assertEquals(Value.of("{{ secret }}!"), result);
    assertTrue(((Value.Str) result).isUnsafe(), "what was made of unsafe text is unsafe");
    assertSame(fromHost, templar.render(fromHost, scope("secret", "s")));
  }

  @Test
  void unsafePartsOfAListStayUnsafe() {
    Value list = Value.list(Value.of("{{ x }}").asUnsafe());
    Value.Seq result = (Value.Seq) render("{{ l | map('upper') | list }}", "l", list);
    assertTrue(((Value.Str) result.items().get(0)).isUnsafe());
  }

  @Test
  void anUnsafeConditionIsNoExpression() {
    Scope scope = scope("out", Value.of("lookup('pipe', 'touch /tmp/x')").asUnsafe());
    Problem problem =
        assertThrows(ProvisionException.class, () -> templar.test(Value.of("{{ out }}"), scope))
            .problem();
    assertEquals(ErrorCode.INVALID_CONDITION, problem.code());
    assertFalse(templar.test(Value.of("{{ out }}"), scope("out", Value.of("false").asUnsafe())));
  }

  @Test
  void unsafeTextInATermOfALookupIsNotRendered() {
    assertEquals(
        Value.list(Value.of("{{ x }}")),
        render("{{ query('items', out) }}", "out", Value.of("{{ x }}").asUnsafe(), "x", "v"));
  }

  // Failures

  @Test
  void namesTheUndefinedVariableAndItsPlace() {
    Problem problem = failure("port {{ prot + 1 }}", "port", Value.of(1));
    assertEquals(ErrorCode.UNDEFINED_VARIABLE, problem.code());
    assertEquals(new Position("play.yml", 7, 18, 4), problem.at());
    assertEquals("The variable \"prot\" is not defined. Did you mean \"port\"?", problem.detail());
  }

  @Test
  void namesThePathThatIsMissing() {
    Value users = Value.list(Value.dict("name", Value.of("x")));
    Problem problem = failure("{{ users[0].nmae }}", "users", users);
    assertEquals(
        "There is no \"nmae\" in \"users[0]\", which is a dict. Did you mean \"name\"?",
        problem.detail());
    assertEquals(new Position("play.yml", 7, 22, 4), problem.at());
  }

  @Test
  void placesAFaultInTheVariableThatHoldsIt() {
    Value inner = Value.of("{{ 1 / 0 }}").at(new Position("vars.yml", 2, 5, 13));
    Problem problem = failure("{{ a }}", "a", inner);
    assertEquals(new Position("vars.yml", 2, 11, 1), problem.at());
    assertEquals("Division by zero.", problem.detail());
  }

  @Test
  void namesTheVariablesThatNeedEachOther() {
    Problem problem = failure("{{ a }}", "a", "{{ b }}", "b", "x {{ a }}");
    assertEquals(ErrorCode.RECURSIVE_TEMPLATE, problem.code());
    assertEquals(
        "These variables need each other: \"a\" needs \"b\" needs \"a\".", problem.detail());
  }

  @Test
  void aVariableWhoseTemplateIsUndefinedIsUndefined() {
    assertEquals(Value.of("x"), render("{{ a | default('x') }}", "a", "{{ nosuch.b }}"));
    assertEquals(Value.FALSE, render("{{ a is defined }}", "a", "{{ nosuch.b }}"));
  }

  @Test
  void noneIsNotUndefined() {
    assertEquals(
        Value.of(""), render("{{ a.b | default('x') }}", "a", Value.dict("b", Value.NULL)));
    assertEquals(Value.TRUE, render("{{ a is none }}", "a", Value.NULL));
  }

  @Test
  void findsUnknownNamesWithoutRendering() {
    String text = "{{ a | uper }}{{ b is defned }}{{ lookup('fil', 'x') }}";
    Value value = Value.of(text).at(new Position("p.yml", 1, 1, text.length()));
    List<Problem> problems = templar.check(value);
    assertEquals(
        List.of(
            "p.yml:1:8: error: Unknown filter: There is no filter \"uper\". Did you mean \"upper\"?",
            "p.yml:1:23: error: Unknown test: There is no test \"defned\". Did you mean \"defined\"?",
            "p.yml:1:42: error: Unknown lookup: There is no lookup \"fil\". Did you mean \"file\"?"),
        problems.stream().map(Problem::oneLine).map(l -> l.replace(" or \"ini\"", "")).toList());
  }

  @Test
  void aFilterThatIsKnownButMissingIsAWarning() {
    List<Problem> problems = templar.check(Value.of("{{ a | ansible.utils.ipaddr }}"));
    assertEquals(1, problems.size());
    assertFalse(problems.get(0).isError());
    assertEquals(ErrorCode.UNKNOWN_FILTER, failure("{{ 'a' | ipaddr }}").code());
  }

  @Test
  void findsSyntaxErrorsWithTheirPlace() {
    Value value = Value.of("x {{ a b }}").at(new Position("p.yml", 4, 3, 13));
    Problem problem = templar.check(value).get(0);
    assertEquals(ErrorCode.TEMPLATE_SYNTAX, problem.code());
    assertEquals(new Position("p.yml", 4, 11, 1), problem.at());
  }

  @Test
  void saysWhichLineOfATextOverLinesIsMeant() {
    String text = "first\nsecond {{ nosuch }}\n";
    Value value = Value.of(text).at(new Position("p.yml", 9, 3, 1));
    Problem problem =
        assertThrows(ProvisionException.class, () -> templar.render(value, Scope.EMPTY)).problem();
    assertEquals(9, problem.at().line());
    assertTrue(problem.detail().endsWith("(Line 2 of the template.)"), problem.detail());
  }

  @Test
  void refusesToFillTheMemory() {
    assertEquals(ErrorCode.TEMPLATE_ERROR, failure("{{ 'a' * 10 ** 12 }}").code());
    assertEquals(ErrorCode.TEMPLATE_ERROR, failure("{{ 9 ** (9 ** 9) }}").code());
    assertEquals(ErrorCode.TEMPLATE_ERROR, failure("{{ range(10 ** 12) | list }}").code());
  }

  @Test
  void refusesToNestWithoutEnd() {
    assertEquals(ErrorCode.TEMPLATE_SYNTAX, failure("{{ " + "(".repeat(5000) + " }}").code());
    assertEquals(
        ErrorCode.TEMPLATE_ERROR,
        failure("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}").code());
  }

  // Conditions

  @Test
  void aListOfConditionsHoldsWhenAllHold() {
    Value both = Value.list(Value.of("a == 1"), Value.of("b"));
    assertTrue(templar.test(both, scope("a", Value.of(1), "b", Value.TRUE)));
    assertFalse(templar.test(both, scope("a", Value.of(1), "b", Value.FALSE)));
  }

  @Test
  void placesAFaultInACondition() {
    Value condition = Value.of("rc == 0").at(new Position("p.yml", 5, 13, 7));
    Problem problem =
        assertThrows(ProvisionException.class, () -> templar.test(condition, Scope.EMPTY))
            .problem();
    assertEquals(new Position("p.yml", 5, 13, 2), problem.at());
  }

  // Analysis

  @Test
  void tellsWhatATemplateReadsThroughVariables() {
    Scope scope = scope("a", "{{ b.c }}", "b", Value.dict("c", Value.of("{{ d }}")));
    Analysis analysis =
        templar.analyze(Value.of("{% for i in a %}{{ i }}{{ loop.index }}{% endfor %}"), scope);
    assertEquals(java.util.Set.of("a", "b", "d"), analysis.variables());
    assertTrue(analysis.isPure());
  }

  @Test
  void whatATemplateSetsItselfIsNotRead() {
    Analysis analysis =
        templar.analyze(
            Value.of(
                "{% set x = y %}{{ x }}{% macro m(p) %}{{ p }}{{ z }}{% endmacro %}{{ m(1) }}"),
            Scope.EMPTY);
    assertEquals(java.util.Set.of("y", "z"), analysis.variables());
  }

  @Test
  void tellsWhatMustNotBeDoneAhead() {
    Scope scope = scope("stamp", "{{ lookup('pipe', 'date') }}");
    assertEquals(java.util.Set.of("pipe"), templar.analyze(Value.of("{{ stamp }}"), scope).calls());
    assertFalse(templar.analyzeExpression("now()", Scope.EMPTY).isPure());
    assertFalse(templar.analyzeExpression("9 | random", Scope.EMPTY).isPure());
    assertTrue(templar.analyzeExpression("9 | random(seed=a)", Scope.EMPTY).isPure());
    assertFalse(templar.analyzeExpression("p | password_hash", Scope.EMPTY).isPure());
    assertTrue(templar.analyzeExpression("p | password_hash('sha512', s)", Scope.EMPTY).isPure());
    assertFalse(templar.analyzeExpression("lookup(which, 1)", Scope.EMPTY).isPure());
    assertTrue(templar.analyzeCondition(Value.of("a is defined"), Scope.EMPTY).isPure());
  }

  @Test
  void aLookupOfTheCallersOwnIsUsed() {
    Templar own =
        Templar.of(
            new LocalController(
                Path.of("."), Map.of(), b -> Optional.empty(), new TestYaml(), Clock.systemUTC()),
            Map.of("inventory_hostnames", (terms, options, call) -> List.of(Value.of("h1"))));
    assertEquals(
        Value.of("h1"),
        own.render(Value.of("{{ lookup('inventory_hostnames', 'all') }}"), Scope.EMPTY));
  }
}
