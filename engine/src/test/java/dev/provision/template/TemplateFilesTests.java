package dev.provision.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemplateFilesTests {

  @TempDir private Path folder;

  private Templar templar() {
    return Templar.of(
        new LocalController(
            folder, Map.of(), bytes -> Optional.empty(), new TestYaml(), Clock.systemUTC()));
  }

  private static final Scope SCOPE =
      Scope.of(Map.of("name", Value.of("app"), "items", Value.list(Value.of(1), Value.of(2))));

  private String render(String text, TemplateOptions options) {
    return templar().renderFile(TemplateSource.ofFile("t.j2", text), SCOPE, options).reveal();
  }

  private String render(String text) {
    return render(text, TemplateOptions.FILE);
  }

  private Problem failure(String text) {
    return assertThrows(ProvisionException.class, () -> render(text)).problem();
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void placesFaultsByLineAndColumn() {
    Problem problem = failure("# head\n{% if name %}\n  x {{ nmae }}\n{% endif %}\n");
    assertEquals(new Position("t.j2", 3, 8, 4), problem.at());
    assertEquals(ErrorCode.UNDEFINED_VARIABLE, problem.code());
  }

  @Test
  void countsColumnsInCharacters() {
    assertEquals(new Position("t.j2", 1, 8, 4), failure("😀é = {{nmae }}").at());
  }

  @Test
  void placesATagThatIsNotClosed() {
    Problem problem = failure("a\n{% if name %}\nb\n{% for i in items %}{% endfor %}\n");
    assertEquals(new Position("t.j2", 2, 4, 2), problem.at());
    assertEquals("\"{% if %}\" has no \"{% endif %}\".", problem.detail());
  }

  @Test
  void placesATagThatClosesAnother() {
    Problem problem = failure("{% for i in items %}\n{% if i %}\n{% endfor %}\n{% endif %}");
    assertEquals(new Position("t.j2", 3, 4, 6), problem.at());
    assertTrue(
        problem.detail().contains("What is open is \"{% if %}\" in line 2."), problem.detail());
  }

  @Test
  void placesATagThatNobodyKnows() {
    Problem problem = failure("x\n {% fro i in items %}{% endfor %}");
    assertEquals(new Position("t.j2", 2, 5, 3), problem.at());
    assertTrue(problem.detail().contains("Did you mean \"for\""), problem.detail());
  }

  @Test
  void checksWithoutVariables() {
    assertEquals(
        2,
        templar()
            .checkFile(
                TemplateSource.ofFile("t.j2", "{{ a | uper }}\n{{ b is defnd }}{{ c }}"),
                TemplateOptions.FILE)
            .size());
  }

  @Test
  void faultsInIncludedFilesAreThoseOfTheFile() throws IOException {
    write("templates/inner.j2", "one\ntwo {{ nosuch }}\n");
    Problem problem = failure("{% include 'inner.j2' %}");
    assertEquals(2, problem.at().line());
    assertTrue(problem.at().file().endsWith("templates/inner.j2"), problem.at().file());
  }

  @Test
  void aMissingTemplateIsPlacedWhereItIsNamed() {
    Problem problem = failure("x\n{% include 'nosuch.j2' %}");
    assertEquals(ErrorCode.TEMPLATE_FILE_NOT_FOUND, problem.code());
    assertEquals(new Position("t.j2", 2, 12, 11), problem.at());
  }

  @Test
  void templatesThatIncludeThemselvesEnd() throws IOException {
    write("templates/self.j2", "{% include 'self.j2' %}");
    assertEquals(ErrorCode.TEMPLATE_ERROR, failure("{% include 'self.j2' %}").code());
  }

  @Test
  void extendsOverThreeLevels() throws IOException {
    write("templates/base.j2", "<{% block a %}base{% endblock %}|{% block b %}b{% endblock %}>");
    write(
        "templates/middle.j2",
        "{% extends 'base.j2' %}{% block a %}mid {{ super() }}{% endblock %}");
    assertEquals(
        "<top mid base|b b>",
        render(
            "{% extends 'middle.j2' %}{% block a %}top {{ super() }}{% endblock %}"
                + "{% block b %}{{ super() }} {{ super() }}{% endblock %}"));
  }

  @Test
  void macrosOfAnImportedFileSeeOnlyTheirOwnFile() throws IOException {
    write("templates/m.j2", "{% macro hi(x) %}{{ x }}{{ name | default('-') }}{% endmacro %}");
    assertEquals("1-", render("{% import 'm.j2' as m %}{{ m.hi(1) }}"));
    assertEquals("1app", render("{% from 'm.j2' import hi with context %}{{ hi(1) }}"));
  }

  @Test
  void breaksAndContinues() {
    assertEquals(
        "1",
        render("{% for i in items %}{% if i == 2 %}{% break %}{% endif %}{{ i }}{% endfor %}"));
    assertEquals(
        "2",
        render("{% for i in items %}{% if i == 1 %}{% continue %}{% endif %}{{ i }}{% endfor %}"));
    assertEquals(ErrorCode.TEMPLATE_SYNTAX, failure("{% break %}").code());
  }

  @Test
  void changesListsInPlaceWithoutTouchingVariables() {
    Templar templar = templar();
    String text = "{% do items.append(3) %}{{ items | join }}";
    for (int i = 0; i < 2; i++) {
      assertEquals(
          "123",
          templar
              .renderFile(TemplateSource.ofFile("t.j2", text), SCOPE, TemplateOptions.FILE)
              .reveal());
    }
  }

  @Test
  void writesTheLineBreaksThatAreAskedFor() {
    assertEquals("a\r\nb\r\n", render("a\nb\n", TemplateOptions.FILE.withNewline("\r\n")));
  }

  @Test
  void usesTheDelimitersOfTheFirstLine() {
    assertEquals(
        "app {{ name }}\n",
        render(
            "#jinja2: variable_start_string: '[%', variable_end_string: '%]'\n"
                + "[% name %] {{ name }}{# #}\n"));
  }

  @Test
  void anUnknownOptionInTheFirstLineIsAFault() {
    Problem problem = failure("#jinja2: trim_block: False\n{{ name }}");
    assertTrue(problem.detail().contains("Did you mean \"trim_blocks\""), problem.detail());
  }

  @Test
  void analysisFollowsIncludedFiles() throws IOException {
    write("templates/inner.j2", "{{ inner_variable }}{{ lookup('pipe', 'date') }}");
    Analysis analysis =
        templar()
            .analyzeFile(
                TemplateSource.ofFile("t.j2", "{% include 'inner.j2' %}{{ own }}"),
                Scope.EMPTY,
                TemplateOptions.FILE);
    assertEquals(Set.of("inner_variable", "own"), analysis.variables());
    assertEquals(Set.of("pipe"), analysis.calls());
  }

  @Test
  void looksBesideTheRoleFirst() throws IOException {
    write("roles/r/templates/x.j2", "role");
    write("templates/x.j2", "playbook");
    Scope inRole = SCOPE.with("role_path", Value.of(folder.resolve("roles/r").toString()));
    TemplateSource source = TemplateSource.ofFile("t.j2", "{% include 'x.j2' %}");
    assertEquals("role", templar().renderFile(source, inRole, TemplateOptions.FILE).reveal());
    assertEquals("playbook", templar().renderFile(source, SCOPE, TemplateOptions.FILE).reveal());
  }

  @Test
  void keepsAPasswordInItsFile() throws IOException {
    Value first =
        templar().render(Value.of("{{ lookup('password', 'keep/pw length=12') }}"), SCOPE);
    Value second =
        templar().render(Value.of("{{ lookup('password', 'keep/pw length=12') }}"), SCOPE);
    assertEquals(first, second);
    assertTrue(first.hasSecret());
    assertEquals(12, ((Value.Str) first).reveal().length());
    assertEquals(
        "rw-------",
        java.nio.file.attribute.PosixFilePermissions.toString(
            Files.getPosixFilePermissions(folder.resolve("keep/pw"))));
  }

  @Test
  void refusesAFileThatIsNotText() throws IOException {
    Files.createDirectories(folder.resolve("files"));
    Files.write(folder.resolve("files/x"), new byte[] {(byte) 0xff, 0, 1});
    assertEquals(
        ErrorCode.INVALID_ENCODING,
        assertThrows(
                ProvisionException.class,
                () -> templar().render(Value.of("{{ lookup('file', 'x') }}"), SCOPE))
            .code());
  }
}
