package dev.provision.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.run.event.RunEvent.TaskEnd;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often a host is waited for: the budget that everything is built for. */
class BudgetTests {

  @TempDir Path folder;
  private Rig rig;

  @BeforeEach
  void rig() {
    rig = new Rig(folder).hosts("a");
  }

  private static String copies(int count) {
    StringBuilder tasks = new StringBuilder();
    for (int i = 0; i < count; i++) {
      tasks.append("- name: t").append(i).append("\n  copy: {dest: /etc/f").append(i);
      tasks.append(", content: 'line ").append(i).append("'}\n  notify: reload\n");
    }
    return tasks.toString();
  }

  private Rig play(String keywords, String tasks) {
    return rig.playbook(
        "- hosts: all\n"
            + keywords.indent(2)
            + "  tasks:\n"
            + tasks.indent(4)
            + "  handlers:\n    - name: reload\n      copy: {dest: /etc/reloaded, content: yes}\n");
  }

  @Test
  void convergedHostCostsTwoExchangesForSixtyTasksWithFactsHandlersAndBecome() {
    String factual = "- copy: {dest: /etc/named, content: '{{ ansible_hostname }}'}\n";
    rig.host("a").fact("ansible_hostname", Value.of("box"));
    play("become: true", copies(59) + factual).expect(ExitCode.OK);
    assertEquals("box", rig.content("a", "/etc/named").orElseThrow());
    int before = rig.host("a").exchanges();
    rig.expect(ExitCode.OK);
    assertEquals(2, rig.host("a").exchanges() - before);
    assertTrue(rig.taskEnds().stream().noneMatch(BudgetTests::isChanged));
  }

  private static boolean isChanged(TaskEnd end) {
    return end.status() == dev.provision.run.event.RunEvent.Status.CHANGED;
  }

  @Test
  void independentChangesCostTwoMore() {
    play("gather_facts: false", copies(60)).expect(ExitCode.OK);
    // One for what is there, one for all changes and the handler, one to give the host back.
    assertEquals(3, rig.host("a").exchanges());
    assertEquals(61, rig.taskEnds().stream().filter(BudgetTests::isChanged).count());
  }

  @Test
  void itemsOfALoopTravelTogether() {
    rig.tasks(
        """
        - copy: {dest: "/etc/{{ item }}", content: "{{ item }}"}
          loop: [a, b, c, d, e, f, g, h]
        """);
    rig.expect(ExitCode.OK);
    assertEquals(3, rig.host("a").exchanges());
    assertEquals(9, rig.ends().size());
  }

  @Test
  void noAheadDoesTheSame() {
    play("gather_facts: false", copies(12)).expect(ExitCode.OK);
    List<String> ends = rig.ends();
    List<String> done = List.copyOf(rig.host("a").done());
    Rig other = new Rig(folder.resolve("other")).hosts("a");
    rig = other;
    play("gather_facts: false", copies(12));
    other.options(RunOptions.defaults().withAhead(false)).expect(ExitCode.OK);
    assertEquals(ends, other.ends());
    assertEquals(done, other.host("a").done());
    assertTrue(other.host("a").exchanges() > 12);
  }

  @Test
  void linearPlaysLookAheadTooAndKeepStep() {
    rig = new Rig(folder.resolve("three")).hosts("a", "b", "c");
    play("gather_facts: false", copies(20)).expect(ExitCode.OK);
    int before = rig.host("b").exchanges();
    rig.expect(ExitCode.OK);
    assertEquals(1, rig.host("b").exchanges() - before);
  }

  @Test
  void nobodyChangesTheNextTaskInALinearPlayBeforeAllHaveEndedTheOneBefore() {
    rig = new Rig(folder.resolve("three")).hosts("a", "b", "c");
    play("gather_facts: false", copies(5)).expect(ExitCode.OK);
    List<String> tasks = rig.taskEnds().stream().map(end -> end.task().name()).distinct().toList();
    List<String> order = rig.taskEnds().stream().map(end -> end.task().name()).toList();
    int at = 0;
    for (String task : tasks) {
      for (int i = 0; i < 3; i++) {
        assertEquals(task, order.get(at++));
      }
    }
  }

  @Test
  void aTaskThatReadsAnothersResultWaitsForIt() {
    rig.tasks(
        """
        - name: first
          copy: {dest: /etc/x, content: one}
          register: first
        - name: second
          copy: {dest: /etc/y, content: "{{ first.changed | string }}"}
        """);
    rig.expect(ExitCode.OK);
    assertEquals("True", rig.content("a", "/etc/y").orElseThrow());
  }

  @Test
  void tasksOnOnePathPredictEachOther() {
    rig.hostFile("a", "/etc/x", "old");
    rig.tasks(
        """
        - copy: {dest: /etc/x, content: new, mode: "0600"}
        - copy: {dest: /etc/x, content: newer}
        - stat: {path: /etc/x}
          register: seen
        - copy: {dest: /etc/mode, content: "{{ seen.stat.mode }}"}
        """);
    rig.expect(ExitCode.OK);
    assertEquals("newer", rig.content("a", "/etc/x").orElseThrow());
    assertEquals("0600", rig.content("a", "/etc/mode").orElseThrow());
  }
}
