package dev.provision.module.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.host.LocalShell;
import dev.provision.module.ActionModule;
import dev.provision.module.Kit;
import dev.provision.module.World;
import dev.provision.value.Text;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandModulesTests {

  @TempDir Path folder;
  private World.OfShell world;

  @BeforeEach
  void makeWorld() {
    world = new World.OfShell(LocalShell.Kind.SH, folder);
  }

  private Kit.ActionRun run(String task) {
    return Kit.act(world, task, false);
  }

  @Test
  void aCommandKnowsNoShell() {
    Kit.ActionRun run = run("command: echo 'a  b' * ; $NO_SUCH_VARIABLE | \"c\"");
    assertEquals("a  b * ; $NO_SUCH_VARIABLE | c", run.get("stdout"));
    assertEquals("[echo, a  b, *, ;, $NO_SUCH_VARIABLE, |, c]", run.get("cmd"));
  }

  @Test
  void aCommandPutsInVariablesAndHomeUnlessToldOtherwise() {
    String home = System.getenv("HOME");
    assertEquals(home + "/x " + home + "y", run("command: echo ~/x ${HOME}y").get("stdout"));
    assertEquals(
        "~/x $HOME",
        run("command: {argv: [echo, ~/x, $HOME], expand_argument_vars: false}").get("stdout"));
  }

  @Test
  void aShellKnowsPipesAndExitCodes() {
    Kit.ActionRun run = run("shell: echo a b | tr a-z A-Z; echo oops >&2; exit 3");
    assertInstanceOf(ActionModule.Fail.class, run.end());
    assertEquals("A B", run.get("stdout"));
    assertEquals("[A B]", run.get("stdout_lines"));
    assertEquals("oops", run.get("stderr"));
    assertEquals("3", run.get("rc"));
    assertEquals("non-zero return code", run.get("msg"));
    assertEquals("true", run.get("changed"));
  }

  @Test
  void aShellCanBeAnother() {
    Kit.ActionRun run =
        run("shell: {cmd: 'echo ${BASH_VERSION:+bash}; cat', executable: /bin/bash, stdin: in}");
    assertEquals("bash\nin", run.get("stdout"));
    assertEquals("7", run("shell: {cmd: 'exit 7', executable: /bin/bash}").get("rc"));
  }

  @Test
  void runsInAFolder() {
    world.folder(world.folder() + "/it's here", 0755);
    assertEquals(
        world.folder() + "/it's here",
        run("command: {cmd: pwd, chdir: $T/it's here}").get("stdout"));
    Kit.ActionRun missing = run("command: {cmd: pwd, chdir: $T/no}");
    assertInstanceOf(ActionModule.Fail.class, missing.end());
  }

  @Test
  void givesStandardInput() {
    assertEquals("a\n|", run("shell: {cmd: 'cat; echo \"|\"', stdin: a}").get("stdout"));
    assertEquals(
        "a|",
        run("shell: {cmd: 'cat; echo \"|\"', stdin: a, stdin_add_newline: no}").get("stdout"));
    assertEquals("", run("command: cat").get("stdout"));
  }

  @Test
  void keepsOrCutsBreaksAtTheEnd() {
    assertEquals("a", run("shell: printf 'a\\n\\n'").get("stdout"));
    assertEquals(
        "a\n\n", run("shell: {cmd: \"printf 'a\\\\n\\\\n'\", strip_empty_ends: no}").get("stdout"));
  }

  @Test
  void showsBytesThatAreNoText() {
    assertEquals("a\uFFFDb", run("shell: printf 'a\\377b'").get("stdout"));
  }

  @Test
  void isNotNeededWhereItsGuardHolds() {
    world.file(world.folder() + "/made-1", "", 0644);
    Kit.ActionRun run = run("command: {cmd: /bin/false, creates: 'made-*', chdir: $T}");
    assertInstanceOf(ActionModule.Done.class, run.end());
    assertEquals("skipped, since made-* exists", run.get("stdout"));
    assertEquals("0", run.get("rc"));
    assertEquals(
        "skipped, since none does not exist",
        run("command: {cmd: /bin/false, removes: none, chdir: $T}").get("stdout"));
    assertEquals("x", run("command: {cmd: echo x, removes: $T/made-1}").get("stdout"));
  }

  @Test
  void doesNothingInCheckMode() {
    String touch = "command: {cmd: touch $T/f, creates: $T/f}";
    Kit.ActionRun guarded = Kit.act(world, touch, true);
    assertTrue(((ActionModule.Done) guarded.end()).changed());
    assertEquals("Command would have run if not in check mode", guarded.get("msg"));
    Kit.ActionRun plain = Kit.act(world, "command: touch $T/f", true);
    assertInstanceOf(ActionModule.Skip.class, plain.end());
    assertEquals("[" + world.folder() + "]", world.snapshot().keySet().toString());
  }

  @Test
  void tellsWhenItRan() {
    Kit.ActionRun run = run("command: /bin/true");
    assertTrue(run.get("delta").matches("0:00:\\d\\d\\.\\d{6}"), run.get("delta"));
    assertTrue(run.get("start").compareTo(run.get("end")) <= 0);
    assertTrue(run.get("end").matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{6}"));
  }

  @Test
  void rawRunsALine() {
    assertEquals("a\n", run("raw: echo a").get("stdout"));
  }

  @Test
  void keepsSecretsMarkedInWhatIsRun() {
    List<Text> words = CommandLine.split(Text.plain("mysql -p").plus(Text.secret("a b$c")));
    assertEquals("[mysql, -p********, ********]", words.toString());
    Text script = CommandLine.script(words, true);
    assertEquals("mysql '-p********' '********'\n", script.shown());
  }

  @Test
  void saysWhatIsNoCommand() {
    assertEquals(
        "The module \"command\" needs a command: as text or as \"argv\", and not both.",
        Kit.problems("command: {chdir: /}").get(0).detail());
    assertEquals(
        "The command has a quotation mark that is not closed.",
        Kit.problems("command: {cmd: \"echo 'a\"}").get(0).detail());
  }
}
