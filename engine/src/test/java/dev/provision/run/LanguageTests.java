package dev.provision.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.host.FrameResult;
import dev.provision.run.event.RunEvent;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What playbooks mean, as Ansible has it. */
class LanguageTests {

  @TempDir Path folder;
  private Rig rig;

  @BeforeEach
  void rig() {
    rig = new Rig(folder).hosts("a");
  }

  private void commandsFail() {
    rig.host("a")
        .commands(
            frame ->
                frame.script().reveal().contains("bad")
                    ? FrameResult.ended(3, "", "no good")
                    : FrameResult.ended(0, "fine", ""));
  }

  private void ends(String... lines) {
    assertEquals(List.of(lines), rig.ends(), rig::told);
  }

  @Test
  void whenSkips() {
    rig.tasks(
        """
        - {name: never, debug: {msg: x}, when: false}
        - {name: list, debug: {msg: x}, when: [true, "1 == 2"]}
        - {name: fits, debug: {msg: x}, when: "'a' in inventory_hostname"}
        """);
    rig.expect(ExitCode.OK);
    ends("a never skipped", "a list skipped", "a fits ok");
  }

  @Test
  void failureEndsTheHost() {
    commandsFail();
    rig.tasks(
        """
        - {name: one, command: bad}
        - {name: two, debug: {msg: x}}
        """);
    rig.expect(ExitCode.FAILED);
    ends("a one failed");
    assertEquals("3", rig.result("one", "rc").toString());
    assertEquals(
        "ok=0 changed=0 unreachable=0 failed=1 skipped=0 rescued=0 ignored=0", rig.recap("a"));
  }

  @Test
  void ignoreErrorsGoesOn() {
    commandsFail();
    rig.tasks(
        """
        - {name: one, command: bad, ignore_errors: true, register: r}
        - {name: two, debug: {msg: "{{ r.rc }}"}, when: r is failed}
        """);
    rig.expect(ExitCode.OK);
    ends("a one ignored", "a two ok");
    assertEquals(
        "ok=2 changed=1 unreachable=0 failed=0 skipped=0 rescued=0 ignored=1", rig.recap("a"));
  }

  @Test
  void rescueTakesTheFailureAndAlwaysRuns() {
    commandsFail();
    rig.tasks(
        """
        - block:
            - {name: one, command: bad}
            - {name: never, debug: {msg: x}}
          rescue:
            - {name: saved, debug: {msg: "{{ ansible_failed_task.name }} {{ ansible_failed_result.rc }}"}}
          always:
            - {name: always, debug: {msg: x}}
        - {name: after, debug: {msg: x}}
        """);
    rig.expect(ExitCode.OK);
    ends("a one rescued", "a saved ok", "a always ok", "a after ok");
    assertEquals("one 3", rig.result("saved", "msg").toString());
  }

  @Test
  void alwaysRunsAndTheHostFailsAllTheSame() {
    commandsFail();
    rig.tasks(
        """
        - block:
            - {name: one, command: bad}
          always:
            - {name: always, debug: {msg: x}}
        - {name: after, debug: {msg: x}}
        """);
    rig.expect(ExitCode.FAILED);
    ends("a one failed", "a always ok");
  }

  @Test
  void outerRescueTakesWhatAnInnerAlwaysLetThrough() {
    commandsFail();
    rig.tasks(
        """
        - block:
            - block:
                - {name: one, command: bad}
              always:
                - {name: always, debug: {msg: x}}
          rescue:
            - {name: saved, debug: {msg: x}}
        """);
    rig.expect(ExitCode.OK);
    ends("a one rescued", "a always ok", "a saved ok");
  }

  @Test
  void failureInRescueFailsTheHost() {
    commandsFail();
    rig.tasks(
        """
        - block:
            - {name: one, command: bad}
          rescue:
            - {name: two, command: bad}
        - {name: after, debug: {msg: x}}
        """);
    rig.expect(ExitCode.FAILED);
    ends("a one rescued", "a two failed");
  }

  @Test
  void loopsRegisterEachItem() {
    rig.tasks(
        """
        - {name: l, debug: {msg: "{{ item }}"}, loop: [x, y], register: r, when: item != 'x'}
        - {name: t, debug: {msg: "{{ r.results | map(attribute='item') | list }} {{ r.results[1].msg }}"}}
        """);
    rig.expect(ExitCode.OK);
    ends("a l (x) skipped", "a l (y) ok", "a l sum ok", "a t ok");
    assertEquals("['x', 'y'] y", rig.result("t", "msg").toString());
  }

  @Test
  void loopControlNamesIndexAndLabel() {
    rig.tasks(
        """
        - name: l
          debug: {msg: "{{ idx }} {{ it.n }} {{ ansible_loop.last }}"}
          loop: [{n: p}, {n: q}]
          loop_control: {loop_var: it, index_var: idx, label: "{{ it.n }}", extended: true}
        """);
    rig.expect(ExitCode.OK);
    ends("a l (p) ok", "a l (q) ok", "a l sum ok");
    assertEquals("1 q True", rig.taskEnds().get(1).result().get("msg").orElseThrow().toString());
  }

  @Test
  void withLookupsLoop() {
    rig.tasks(
        """
        - {name: items, debug: {msg: "{{ item }}"}, with_items: [[1, 2], 3]}
        - {name: dict, debug: {msg: "{{ item.key }}={{ item.value }}"}, with_dict: {k: v}}
        - {name: nested, debug: {msg: "{{ item[0] }}{{ item[1] }}"}, with_nested: [[a, b], [1]]}
        - {name: sequence, debug: {msg: "{{ item }}"}, with_sequence: start=1 end=2}
        - {name: indexed, debug: {msg: "{{ item.0 }}{{ item.1 }}"}, with_indexed_items: [z]}
        """);
    rig.expect(ExitCode.OK);
    List<String> shown =
        rig.taskEnds().stream()
            .filter(end -> end.item().isPresent())
            .map(end -> end.result().get("msg").orElseThrow().toString())
            .toList();
    assertEquals(List.of("1", "2", "3", "k=v", "a1", "b1", "1", "2", "0z"), shown);
  }

  @Test
  void emptyLoopIsSkipped() {
    rig.tasks("- {name: l, debug: {msg: x}, loop: []}");
    rig.expect(ExitCode.OK);
    ends("a l sum skipped");
  }

  @Test
  void changedWhenAndFailedWhenDecide() {
    commandsFail();
    rig.tasks(
        """
        - {name: calm, command: echo, changed_when: false}
        - {name: fine, command: bad, failed_when: false}
        - {name: rc, command: bad, register: r, failed_when: r.rc != 3}
        - {name: worse, command: echo, register: r, failed_when: "'fine' in r.stdout"}
        """);
    rig.expect(ExitCode.FAILED);
    ends("a calm ok", "a fine changed", "a rc changed", "a worse failed");
  }

  @Test
  void untilTriesAgain() {
    int[] count = {0};
    rig.host("a").commands(frame -> FrameResult.ended(count[0]++ < 2 ? 1 : 0, "", ""));
    rig.tasks("- {name: t, command: x, register: r, until: r.rc == 0, retries: 5, delay: 0}");
    rig.expect(ExitCode.OK);
    ends("a t changed");
    assertEquals("3", rig.result("t", "attempts").toString());
  }

  @Test
  void untilGivesUp() {
    rig.host("a").commands(frame -> FrameResult.ended(1, "", ""));
    rig.tasks("- {name: t, command: x, register: r, until: r.rc == 0, retries: 2, delay: 0}");
    rig.expect(ExitCode.FAILED);
    ends("a t failed");
    assertEquals(3, rig.host("a").done().size());
  }

  @Test
  void handlersRunOnceInTheOrderOfTheirDefinition() {
    rig.playbook(
        """
        - hosts: all
          gather_facts: false
          tasks:
            - {name: t1, copy: {dest: /etc/1, content: x}, notify: [second, topic]}
            - {name: t2, copy: {dest: /etc/2, content: x}, notify: first}
            - {name: t3, copy: {dest: /etc/1, content: x}, notify: unneeded}
          handlers:
            - {name: first, debug: {msg: x}}
            - {name: second, debug: {msg: x}}
            - {name: unneeded, debug: {msg: x}}
            - {name: third, debug: {msg: x}, listen: topic}
        """);
    rig.expect(ExitCode.OK);
    ends("a t1 changed", "a t2 changed", "a t3 ok", "a first ok", "a second ok", "a third ok");
  }

  @Test
  void flushHandlersRunsThemNowAndLaterNoMore() {
    rig.playbook(
        """
        - hosts: all
          gather_facts: false
          tasks:
            - {name: t1, copy: {dest: /etc/1, content: x}, notify: h}
            - meta: flush_handlers
            - {name: t2, debug: {msg: x}}
          handlers:
            - {name: h, debug: {msg: x}}
        """);
    rig.expect(ExitCode.OK);
    ends("a t1 changed", "a h ok", "a t2 ok");
  }

  @Test
  void handlersOfFailedHostsRunOnlyWhenForced() {
    commandsFail();
    rig.playbook(
        """
        - hosts: all
          gather_facts: false
          tasks:
            - {name: t1, copy: {dest: /etc/1, content: x}, notify: h}
            - {name: t2, command: bad}
          handlers:
            - {name: h, debug: {msg: x}}
        """);
    rig.expect(ExitCode.FAILED);
    ends("a t1 changed", "a t2 failed");
    rig.hostFile("a", "/etc/1", "old");
    rig.options(RunOptions.defaults().withForceHandlers(true)).expect(ExitCode.FAILED);
    ends("a t1 changed", "a t2 failed", "a h ok");
  }

  @Test
  void sectionsFlushTheirOwnHandlers() {
    rig.playbook(
        """
        - hosts: all
          gather_facts: false
          pre_tasks:
            - {name: pre, copy: {dest: /etc/1, content: x}, notify: h}
          tasks:
            - {name: t, debug: {msg: x}}
          post_tasks:
            - {name: post, debug: {msg: x}}
          handlers:
            - {name: h, debug: {msg: x}}
        """);
    rig.expect(ExitCode.OK);
    ends("a pre changed", "a h ok", "a t ok", "a post ok");
  }

  @Test
  void rolesBringDefaultsVarsFilesTemplatesAndHandlers() {
    rig.file(
            "roles/r/tasks/main.yml",
            """
            - {name: cp, copy: {src: f.txt, dest: /etc/f}, notify: rh}
            - {name: say, debug: {msg: "{{ d }} {{ v }} {{ role_name }}"}}
            """)
        .file("roles/r/defaults/main.yml", "d: default\nv: weak\n")
        .file("roles/r/vars/main.yml", "v: strong\n")
        .file("roles/r/files/f.txt", "from the role")
        .file("roles/r/handlers/main.yml", "- {name: rh, debug: {msg: x}}\n");
    rig.playbook(
        """
        - hosts: all
          gather_facts: false
          vars: {d: play}
          roles: [r]
        """);
    rig.expect(ExitCode.OK);
    ends("a cp changed", "a say ok", "a rh ok");
    assertEquals("play strong r", rig.result("say", "msg").toString());
    assertEquals("from the role", rig.content("a", "/etc/f").orElseThrow());
  }

  @Test
  void aRoleRunsOnceUnlessItsParametersDiffer() {
    rig.file("roles/r/tasks/main.yml", "- {name: say, debug: {msg: \"{{ p | default('-') }}\"}}\n");
    rig.playbook(
        """
        - hosts: all
          gather_facts: false
          roles: [r, r, {role: r, p: 1}]
        """);
    rig.expect(ExitCode.OK);
    ends("a say ok", "a say ok");
  }

  @Test
  void includesBringTasksWithTheirVariablesAndItems() {
    rig.file("more.yml", "- {name: inner, debug: {msg: \"{{ item }} {{ w }}\"}}\n");
    rig.tasks(
        """
        - {name: inc, include_tasks: more.yml, loop: [p, q], vars: {w: "{{ item }}!"}}
        - {name: after, debug: {msg: x}}
        """);
    rig.expect(ExitCode.OK);
    List<String> inner =
        rig.taskEnds().stream()
            .filter(end -> end.task().name().equals("inner"))
            .map(end -> end.result().get("msg").orElseThrow().toString())
            .toList();
    assertEquals(List.of("p p!", "q q!"), inner);
    assertEquals("a after ok", rig.ends().get(rig.ends().size() - 1));
  }

  @Test
  void includeRoleBringsItsHandlers() {
    rig.file(
            "roles/r/tasks/main.yml", "- {name: t, copy: {dest: /etc/x, content: x}, notify: rh}\n")
        .file("roles/r/handlers/main.yml", "- {name: rh, debug: {msg: x}}\n");
    rig.tasks("- {name: inc, include_role: {name: r}}");
    rig.expect(ExitCode.OK);
    ends("a inc ok", "a t changed", "a rh ok");
  }

  @Test
  void setFactAndRegisterLastForTheRun() {
    rig.playbook(
        """
        - hosts: all
          gather_facts: false
          tasks:
            - {set_fact: {f: "{{ 1 + 1 }}"}}
            - {name: reg, command: x, register: r}
        - hosts: all
          gather_facts: false
          tasks:
            - {name: t, debug: {msg: "{{ f }} {{ r.rc }}"}}
        """);
    rig.expect(ExitCode.OK);
    assertEquals("2 0", rig.result("t", "msg").toString());
  }

  @Test
  void tagsChoose() {
    rig.tasks(
        """
        - {name: one, debug: {msg: x}, tags: [t1]}
        - {name: two, debug: {msg: x}, tags: [t2]}
        - {name: always, debug: {msg: x}, tags: always}
        - {name: never, debug: {msg: x}, tags: [never, t3]}
        - {name: none, debug: {msg: x}}
        """);
    rig.options(tags(List.of("t1"), List.of())).expect(ExitCode.OK);
    ends("a one ok", "a always ok");
    rig.options(tags(List.of(), List.of("t2"))).expect(ExitCode.OK);
    ends("a one ok", "a always ok", "a none ok");
    rig.options(tags(List.of("t3"), List.of())).expect(ExitCode.OK);
    ends("a always ok", "a never ok");
    rig.options(tags(List.of("untagged"), List.of("always"))).expect(ExitCode.OK);
    ends("a none ok");
  }

  private static RunOptions tags(List<String> only, List<String> skip) {
    return RunOptions.defaults()
        .withSelection(
            new RunOptions.Selection(
                List.of(), only, skip, java.util.Optional.empty(), java.util.Optional.empty()));
  }

  @Test
  void unknownTagIsAWarning() {
    rig.tasks("- {name: one, debug: {msg: x}, tags: [install]}");
    rig.options(tags(List.of("instal"), List.of())).expect(ExitCode.OK);
    assertEquals(List.of(ErrorCode.UNKNOWN_TAG_SELECTED), rig.codes());
  }

  @Test
  void startAtTaskLeavesOutWhatIsBefore() {
    rig.tasks(
        """
        - {name: one, debug: {msg: x}}
        - {name: two, debug: {msg: x}}
        """);
    rig.options(
            RunOptions.defaults()
                .withSelection(
                    new RunOptions.Selection(
                        List.of(),
                        List.of(),
                        List.of(),
                        java.util.Optional.of("two"),
                        java.util.Optional.empty())))
        .expect(ExitCode.OK);
    ends("a two ok");
  }

  @Test
  void noLogHidesResultsAndItems() {
    commandsFail();
    rig.tasks(
        """
        - {name: t, debug: {msg: "{{ item }}"}, loop: [s3cret], no_log: true}
        - {name: f, command: bad s3cret, no_log: true, ignore_errors: true, register: r}
        - {name: seen, debug: {msg: "{{ r.rc }}"}}
        """);
    rig.expect(ExitCode.OK);
    assertTrue(rig.events().stream().noneMatch(e -> e.toString().contains("s3cret")), rig::told);
    assertEquals("3", rig.result("seen", "msg").toString());
  }

  @Test
  void metaEndsHostOrPlay() {
    rig.hosts("a", "b")
        .tasks(
            """
        - {meta: end_host, when: inventory_hostname == 'a'}
        - {name: t, debug: {msg: x}}
        - meta: end_play
        - {name: never, debug: {msg: x}}
        """);
    rig.expect(ExitCode.OK);
    ends("b t ok");
  }

  @Test
  void runOnceRunsOnTheFirstAndTellsAll() {
    rig.hosts("a", "b")
        .tasks(
            """
        - {name: once, command: echo, run_once: true, register: r}
        - {name: all, debug: {msg: "{{ r.rc }}"}}
        """);
    rig.expect(ExitCode.OK);
    ends("a once changed", "a all ok", "b all ok");
  }

  @Test
  void delegatedTasksActOnTheOtherHost() {
    rig.hosts("a", "b")
        .tasks(
            """
        - name: t
          copy: {dest: "/etc/{{ inventory_hostname }}", content: x}
          delegate_to: b
          when: inventory_hostname == 'a'
        """);
    rig.expect(ExitCode.OK);
    assertEquals("x", rig.content("b", "/etc/a").orElseThrow());
    assertTrue(rig.content("a", "/etc/a").isEmpty());
  }

  @Test
  void serialTakesBatches() {
    rig.hosts("a", "b", "c")
        .playbook(
            """
        - hosts: all
          gather_facts: false
          serial: 2
          tasks:
            - {name: t, debug: {msg: "{{ ansible_play_batch | join }}"}}
        """);
    rig.expect(ExitCode.OK);
    List<String> batches =
        rig.taskEnds().stream().map(e -> e.result().get("msg").orElseThrow().toString()).toList();
    assertEquals(List.of("ab", "ab", "c"), batches);
  }

  @Test
  void anyErrorsFatalEndsThePlayForAll() {
    rig.host("a").commands(frame -> FrameResult.ended(1, "", ""));
    rig.hosts("a", "b")
        .playbook(
            """
        - hosts: all
          gather_facts: false
          any_errors_fatal: true
          tasks:
            - {name: t, command: x}
            - {name: after, debug: {msg: x}}
        """);
    rig.expect(ExitCode.FAILED);
    assertTrue(rig.ends().stream().noneMatch(line -> line.contains("after")), rig::told);
  }

  @Test
  void maxFailPercentageEndsThePlay() {
    for (String host : List.of("a", "b")) {
      rig.host(host).commands(frame -> FrameResult.ended(1, "", ""));
    }
    rig.hosts("a", "b", "c")
        .playbook(
            """
        - hosts: all
          gather_facts: false
          max_fail_percentage: 50
          tasks:
            - {name: t, command: x}
            - {name: after, debug: {msg: x}}
        """);
    rig.expect(ExitCode.FAILED);
    assertTrue(rig.ends().stream().noneMatch(line -> line.contains("after")), rig::told);
  }

  @Test
  void otherHostsGoOnWhenOneFailsOrCannotBeReached() {
    rig.host("a").refuse(ErrorCode.CONNECTION_REFUSED);
    rig.host("b").commands(frame -> FrameResult.ended(1, "", ""));
    rig.hosts("a", "b", "c")
        .tasks(
            """
        - {name: t, command: x}
        - {name: after, debug: {msg: x}}
        """);
    rig.expect(ExitCode.UNREACHABLE);
    assertEquals(
        "ok=0 changed=0 unreachable=1 failed=0 skipped=0 rescued=0 ignored=0", rig.recap("a"));
    assertEquals(
        "ok=0 changed=0 unreachable=0 failed=1 skipped=0 rescued=0 ignored=0", rig.recap("b"));
    assertEquals(
        "ok=2 changed=1 unreachable=0 failed=0 skipped=0 rescued=0 ignored=0", rig.recap("c"));
  }

  @Test
  void freeStrategyReachesTheSame() {
    rig.hosts("a", "b")
        .playbook(
            """
        - hosts: all
          gather_facts: false
          strategy: free
          tasks:
            - {name: t1, copy: {dest: /etc/x, content: x}}
            - {name: t2, debug: {msg: x}}
        """);
    rig.expect(ExitCode.OK);
    assertEquals(4, rig.ends().size());
    assertEquals("x", rig.content("b", "/etc/x").orElseThrow());
  }

  @Test
  void hostvarsSeeOtherHosts() {
    rig.hosts("a", "b")
        .tasks(
            """
        - {set_fact: {mine: "{{ inventory_hostname }}!"}}
        - {name: t, debug: {msg: "{{ hostvars['b'].mine }} {{ groups['all'] }}"}, run_once: true}
        """);
    rig.expect(ExitCode.OK);
    assertEquals("b! ['a', 'b']", rig.result("t", "msg").toString());
  }

  @Test
  void extraVarsWin() {
    rig.tasks("- {name: t, debug: {msg: \"{{ x }} {{ y }}\"}, vars: {x: task, y: task}}");
    rig.options(RunOptions.defaults().withExtraVars(List.of("x=1", "{\"y\": [2]}")))
        .expect(ExitCode.OK);
    assertEquals("1 [2]", rig.result("t", "msg").toString());
  }

  @Test
  void whatHostsSayIsNeverATemplate() {
    rig.host("a").commands(frame -> FrameResult.ended(0, "{{ 1 + 1 }}", ""));
    rig.tasks(
        """
        - {command: x, register: r}
        - {name: t, debug: {msg: "{{ r.stdout }}"}}
        """);
    rig.expect(ExitCode.OK);
    assertEquals("{{ 1 + 1 }}", rig.result("t", "msg").toString());
  }

  @Test
  void omitLeavesArgumentsOut() {
    rig.tasks("- {name: t, copy: {dest: /etc/x, content: x, mode: \"{{ m | default(omit) }}\"}}");
    rig.expect(ExitCode.OK);
    ends("a t changed");
  }

  @Test
  void taskStartIsToldOnceBeforeItsEnds() {
    rig.hosts("a", "b").tasks("- {name: t, debug: {msg: x}}");
    rig.expect(ExitCode.OK);
    List<String> kinds =
        rig.events().stream().map(event -> event.getClass().getSimpleName()).toList();
    assertEquals(
        List.of("RunStart", "PlayStart", "TaskStart", "TaskEnd", "TaskEnd", "RunEnd"), kinds);
    assertTrue(rig.events().get(5) instanceof RunEvent.RunEnd);
  }
}
