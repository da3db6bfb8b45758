package dev.provision.module.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.provision.host.files.PutFile;
import dev.provision.module.Kit;
import dev.provision.module.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What lineinfile, blockinfile and replace make of texts, here and by Ansible itself. */
class EditModulesTests {

  private static final String INI = "[a]\nx=1\ny=2\n[b]\nx=3\n#z=4\n";

  /** A text, a task with {@code $F} for the file, and what comes of it. */
  private record Edit(String before, String task, String after) {}

  private static List<Edit> edits() {
    return List.of(
        new Edit("a\nb\n", "lineinfile: {path: $F, line: c}", "a\nb\nc\n"),
        new Edit("a\nb", "lineinfile: {path: $F, line: c}", "a\nb\nc\n"),
        new Edit("a\nb\n", "lineinfile: {path: $F, line: a}", "a\nb\n"),
        new Edit("", "lineinfile: {path: $F, line: a}", "a\n"),
        new Edit(INI, "lineinfile: {path: $F, regexp: ^x=, line: x=9}", INI.replace("x=3", "x=9")),
        new Edit(
            INI,
            "lineinfile: {path: $F, regexp: ^x=, line: x=9, firstmatch: true}",
            INI.replace("x=1", "x=9")),
        new Edit(INI, "lineinfile: {path: $F, regexp: ^q=, line: q=1}", INI + "q=1\n"),
        new Edit(INI, "lineinfile: {path: $F, regexp: ^q=, line: y=2}", INI),
        new Edit(
            INI,
            "lineinfile: {path: $F, line: n=1, insertafter: '^\\[a\\]'}",
            INI.replace("[a]\n", "[a]\nn=1\n")),
        new Edit(
            INI,
            "lineinfile: {path: $F, line: n=1, insertbefore: ^x}",
            INI.replace("x=3", "n=1\nx=3")),
        new Edit(
            INI,
            "lineinfile: {path: $F, line: n=1, insertbefore: ^x, firstmatch: true}",
            INI.replace("x=1", "n=1\nx=1")),
        new Edit(INI, "lineinfile: {path: $F, line: n=1, insertbefore: BOF}", "n=1\n" + INI),
        new Edit(INI, "lineinfile: {path: $F, line: n=1, insertafter: nothing}", INI + "n=1\n"),
        new Edit(INI, "lineinfile: {path: $F, line: n=1, insertafter: EOF}", INI + "n=1\n"),
        new Edit("a\nb", "lineinfile: {path: $F, line: n=1, insertafter: b}", "a\nb\nn=1\n"),
        new Edit(
            INI,
            "lineinfile: {path: $F, regexp: '^#(z)=(?P<v>.*)', line: '\\1 is \\g<v>', backrefs: true}",
            INI.replace("#z=4", "z is 4")),
        new Edit(INI, "lineinfile: {path: $F, regexp: ^q=, line: q=1, backrefs: true}", INI),
        new Edit(
            INI,
            "lineinfile: {path: $F, search_string: '[b]', line: '[c]'}",
            INI.replace("[b]", "[c]")),
        new Edit(INI, "lineinfile: {path: $F, regexp: ^x, state: absent}", "[a]\ny=2\n[b]\n#z=4\n"),
        new Edit(INI, "lineinfile: {path: $F, line: y=2, state: absent}", INI.replace("y=2\n", "")),
        new Edit(INI, "lineinfile: {path: $F, search_string: '=', state: absent}", "[a]\n[b]\n"),
        new Edit("a\r\nb\r\n", "lineinfile: {path: $F, line: a}", "a\nb\r\n"),
        new Edit("a\nb", "lineinfile: {path: $F, line: b}", "a\nb\n"),
        new Edit("a\nb", "lineinfile: {path: $F, regexp: ^q, line: b}", "a\nb\n"),
        new Edit("a\r\nb\r\n", "lineinfile: {path: $F, regexp: ^a, line: c}", "c\nb\r\n"),
        new Edit("a\n\nb\n", "lineinfile: {path: $F, regexp: '^$', line: c}", "a\nc\nb\n"),
        new Edit("k {1}\n", "lineinfile: {path: $F, regexp: 'k {', line: done}", "done\n"),
        new Edit(
            "a\n",
            "blockinfile: {path: $F, block: \"x\\ny\"}",
            "a\n# BEGIN ANSIBLE MANAGED BLOCK\nx\ny\n# END ANSIBLE MANAGED BLOCK\n"),
        new Edit(
            "a",
            "blockinfile: {path: $F, block: x, marker: '; {mark} m'}",
            "a\n; BEGIN m\nx\n; END m\n"),
        new Edit(
            "a\n; BEGIN m\nold\n; END m\nb\n",
            "blockinfile: {path: $F, block: x, marker: '; {mark} m'}",
            "a\n; BEGIN m\nx\n; END m\nb\n"),
        new Edit(
            "a\n; BEGIN m\nold\n; END m\nb\n",
            "blockinfile: {path: $F, state: absent, marker: '; {mark} m'}",
            "a\nb\n"),
        new Edit(
            "a\n; BEGIN m\nold\n; END m\nb\n",
            "blockinfile: {path: $F, block: '', marker: '; {mark} m'}",
            "a\nb\n"),
        new Edit(
            "a\nb\n",
            "blockinfile: {path: $F, block: x, marker: '; {mark} m', insertafter: a}",
            "a\n; BEGIN m\nx\n; END m\nb\n"),
        new Edit(
            "a\nb\n",
            "blockinfile: {path: $F, block: x, marker: '; {mark} m', insertbefore: b}",
            "a\n; BEGIN m\nx\n; END m\nb\n"),
        new Edit(
            "a\nb\n",
            "blockinfile: {path: $F, block: x, marker: '; {mark} m', insertbefore: BOF}",
            "; BEGIN m\nx\n; END m\na\nb\n"),
        new Edit(
            "a\nb\n",
            "blockinfile: {path: $F, block: x, marker: '; {mark} m', insertafter: a,"
                + " append_newline: true, prepend_newline: true}",
            "a\n\n; BEGIN m\nx\n; END m\n\nb\n"),
        new Edit("aXbX\n", "replace: {path: $F, regexp: X, replace: '-'}", "a-b-\n"),
        new Edit(
            "k=1\nk=2\n", "replace: {path: $F, regexp: '^(k)=', replace: '\\1: '}", "k: 1\nk: 2\n"),
        new Edit("k=1\nk=2\n", "replace: {path: $F, regexp: ^k=1$}", "\nk=2\n"),
        new Edit(
            "x\n<\nx\n>\nx\n",
            "replace: {path: $F, regexp: x, replace: y, after: <, before: '>'}",
            "x\n<\ny\n>\nx\n"),
        new Edit("x\n", "replace: {path: $F, regexp: x, replace: y, after: nothing}", "x\n"));
  }

  @TestFactory
  Stream<DynamicTest> changesTexts() {
    return edits().stream()
        .map(
            edit ->
                DynamicTest.dynamicTest(
                    edit.task + " on " + edit.before.replace("\n", "\\n"),
                    () -> assertEquals(edit.after, edited(edit))));
  }

  private static String edited(Edit edit) {
    World.OfModel world = new World.OfModel();
    world.file("/t/f", edit.before, 0644);
    Kit.StateRun first = Kit.run(world, edit.task.replace("$F", "/t/f"));
    assertEquals(!edit.before.equals(edit.after), first.changed());
    Kit.StateRun second = Kit.run(world, edit.task.replace("$F", "/t/f"));
    // Only a text that still fits what is looked for may change again.
    boolean isStable = !edit.task.contains("replace:") && !edit.task.contains("backrefs");
    if (isStable) {
      assertEquals(List.of(), second.words());
    }
    return first.changed()
        ? ((PutFile) first.steps().get(0)).content().text().orElseThrow().reveal()
        : edit.before;
  }

  @Test
  @Tag("oracle")
  void ansibleChangesThemAlike(@TempDir Path folder) throws IOException, InterruptedException {
    StringBuilder play =
        new StringBuilder(
            "- hosts: localhost\n  connection: local\n  gather_facts: false\n  tasks:\n");
    // Debian 12's Ansible is too old for two arguments, and joins two lines where the last has no
    // break.
    List<Edit> edits =
        edits().stream()
            .filter(e -> !e.task.contains("append_newline") && !e.task.contains("insertafter: b}"))
            .toList();
    for (int i = 0; i < edits.size(); i++) {
      Path file = folder.resolve("f" + i);
      Files.writeString(file, edits.get(i).before);
      play.append("    - ").append(edits.get(i).task.replace("$F", file.toString())).append("\n");
    }
    Files.writeString(folder.resolve("play.yml"), play);
    Process ansible =
        new ProcessBuilder("ansible-playbook", "-i", "localhost,", "play.yml")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(ansible.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, ansible.waitFor(), said);
    List<String> different = new ArrayList<>();
    for (int i = 0; i < edits.size(); i++) {
      String after = Files.readString(folder.resolve("f" + i));
      if (!after.equals(edits.get(i).after)) {
        different.add(edits.get(i).task + "\n" + after);
      }
    }
    assertEquals(List.of(), different);
  }
}
