package dev.provision.module.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.provision.host.files.PutFile;
import dev.provision.module.Kit;
import dev.provision.module.ModuleLaws;
import dev.provision.module.World;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineInFileModuleTests implements ModuleLaws {

  @Override
  public String module() {
    return "lineinfile";
  }

  @Override
  public List<Case> cases() {
    return List.of(
        Case.of(
            "replaces a line and keeps mode and link",
            w -> {
              w.file(w.folder() + "/f", "a\nb=1\n", 0600);
              w.link(w.folder() + "/l", "f");
            },
            "lineinfile: {path: $T/l, regexp: ^b=, line: b=2}",
            "[ -L $T/l ] && grep -qx b=2 $T/f && [ \"$(stat -c %a $T/f)\" = 600 ]",
            1),
        Case.of(
            "makes a missing file and its folder",
            w -> {},
            "lineinfile: {path: $T/d/f, line: x, create: true, mode: \"0640\"}",
            "[ \"$(cat $T/d/f)\" = x ] && [ \"$(stat -c %a $T/d/f)\" = 640 ]",
            2),
        Case.of(
            "removes lines",
            w -> w.file(w.folder() + "/f", "a\nb\na\n", 0644),
            "lineinfile: {path: $T/f, regexp: ^a, state: absent}",
            "[ \"$(cat $T/f)\" = b ]",
            1),
        Case.of(
            "has nothing to remove from a missing file",
            w -> {},
            "lineinfile: {path: $T/f, regexp: ^a, state: absent}",
            "[ ! -e $T/f ]",
            0));
  }

  @Test
  void refusesAMissingFile() {
    assertEquals(
        "Destination /t/f does not exist !",
        Kit.refusal(new World.OfModel(), "lineinfile: {path: $T/f, line: x}"));
  }

  @Test
  void tellsWhatItDid() {
    World.OfModel world = new World.OfModel();
    world.file("/t/f", "a\n", 0644);
    String task = "lineinfile: {path: $T/f, line: b}";
    assertEquals("{msg=line added, backup=}", Kit.run(world, task).result().toString());
    assertEquals("{msg=, backup=}", Kit.run(world, task).result().toString());
    assertEquals(
        "{msg=1 line(s) removed, backup=, found=1}",
        Kit.run(world, "lineinfile: {path: $T/f, line: b, state: absent}").result().toString());
  }

  @Test
  void twentyLinesInOneFileBuildOnEachOther() {
    World.OfModel world = new World.OfModel();
    world.file("/t/f", "", 0644);
    for (int i = 0; i < 20; i++) {
      Kit.run(world, "lineinfile: {path: $T/f, line: line" + i + "}");
    }
    Kit.StateRun last = Kit.run(world, "lineinfile: {path: $T/f, line: end}");
    String text = ((PutFile) last.steps().get(0)).content().text().orElseThrow().reveal();
    assertEquals(21, text.lines().count());
  }

  @Test
  void saysWhatIsNoRegularExpression() {
    String detail = Kit.problems("lineinfile: {path: /f, regexp: '(', line: x}").get(0).detail();
    assertFalse(detail.isEmpty());
    assertEquals(
        "The argument \"regexp\" must be a regular expression, but: Unclosed group.", detail);
  }
}
