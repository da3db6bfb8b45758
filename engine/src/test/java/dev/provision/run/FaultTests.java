package dev.provision.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.host.FrameResult;
import dev.provision.run.event.RunEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad input, hosts that fail, locks, interrupts. */
class FaultTests {

  @TempDir Path folder;
  private Rig rig;

  @BeforeEach
  void rig() {
    rig = new Rig(folder).hosts("a");
  }

  private void invalid(ErrorCode... codes) {
    assertEquals(ExitCode.INVALID, rig.run(), rig::told);
    assertEquals(List.of(codes), rig.codes());
    assertTrue(rig.opened("a").isEmpty(), "nothing may be sent");
  }

  @Test
  void allProblemsAreToldBeforeTheFirstConnection() {
    rig.tasks(
        """
        - coppy: {dest: /etc/x}
        - copy: {dest: /etc/x, content: x, mod: "0640"}
        - debug: {msg: "{{ x | nofilter }}"}
        - debug: {msg: "{{ x"}
        - {debug: {msg: x}, when: "x is notest"}
        - copy: {src: missing.txt, dest: /etc/x}
        """);
    invalid(
        ErrorCode.UNKNOWN_MODULE,
        ErrorCode.UNKNOWN_ARGUMENT,
        ErrorCode.UNKNOWN_FILTER,
        ErrorCode.TEMPLATE_SYNTAX,
        ErrorCode.UNKNOWN_TEST,
        ErrorCode.FILE_NOT_FOUND);
  }

  @Test
  void unknownHostsAndGroupsAreErrors() {
    rig.playbook("- {hosts: dbs, gather_facts: false, tasks: [{debug: {msg: x}}]}");
    invalid(ErrorCode.UNKNOWN_HOST);
  }

  @Test
  void unknownHandlersAreErrors() {
    rig.tasks("- {debug: {msg: x}, notify: restrat}");
    invalid(ErrorCode.UNKNOWN_HANDLER);
  }

  @Test
  void aModuleThatWeLackFailsOnlyWhereAHostComesToIt() {
    rig.tasks(
        """
        - {name: t, debug: {msg: x}}
        - {name: skipped, subversion: {repo: x, dest: /x}, when: false}
        """);
    rig.expect(ExitCode.OK);
    assertEquals(List.of(ErrorCode.UNSUPPORTED_MODULE), rig.codes());
  }

  @Test
  void undefinedVariablesFailTheTaskThatReadsThem() {
    rig.tasks(
        """
        - {name: one, debug: {msg: x}}
        - {name: two, debug: {msg: "{{ nowhere }}"}}
        """);
    rig.expect(ExitCode.FAILED);
    assertEquals(List.of("a one ok", "a two failed"), rig.ends());
    assertEquals(ErrorCode.UNDEFINED_VARIABLE, rig.end("two").problem().orElseThrow().code());
    assertTrue(rig.end("two").problem().orElseThrow().at().toString().contains("site.yml:5"));
  }

  @Test
  void aFullDiskStopsTheBatchAndNothingBehindIt() {
    rig.host("a")
        .fail(
            step -> step.words().contains("/etc/2"),
            FrameResult.ended(1, "", "cat: write error: No space left on device"));
    rig.tasks(
        """
        - copy: {dest: /etc/1, content: x}
        - {name: full, copy: {dest: /etc/2, content: x}}
        - copy: {dest: /etc/3, content: x}
        """);
    rig.expect(ExitCode.FAILED);
    assertEquals(List.of("a copy changed", "a full failed"), rig.ends());
    assertEquals(ErrorCode.DISK_FULL, rig.end("full").problem().orElseThrow().code());
    assertTrue(rig.content("a", "/etc/3").isEmpty());
    assertFalse(rig.host("a").isLocked());
  }

  @Test
  void ignoredFailuresInABatchLetTheRestRun() {
    rig.host("a").fail(step -> step.words().contains("/etc/2"), FrameResult.ended(1, "", "no"));
    rig.tasks(
        """
        - {name: one, copy: {dest: /etc/1, content: x}}
        - {name: two, copy: {dest: /etc/2, content: x}, ignore_errors: true}
        - {name: three, copy: {dest: /etc/3, content: x}}
        """);
    rig.expect(ExitCode.OK);
    assertEquals(List.of("a one changed", "a two ignored", "a three changed"), rig.ends());
  }

  @Test
  void anItemThatFailsInABatchDoesNotKeepTheOthers() {
    rig.host("a").fail(step -> step.words().contains("/etc/p"), FrameResult.ended(1, "", "no"));
    rig.tasks("- {name: t, copy: {dest: \"/etc/{{ item }}\", content: x}, loop: [o, p, q]}");
    rig.expect(ExitCode.FAILED);
    assertEquals(
        List.of("a t (o) changed", "a t (p) failed", "a t (q) changed", "a t sum failed"),
        rig.ends());
  }

  @Test
  void aLostLineMakesTheHostUnreachable() {
    rig.host("a").lose(2);
    rig.tasks("- {name: t, copy: {dest: /etc/1, content: x}}");
    rig.expect(ExitCode.UNREACHABLE);
    assertEquals(List.of("a t unreachable"), rig.ends());
  }

  @Test
  void aStepWhoseEndNobodyKnowsIsFineWhereItsEffectIsThere() {
    rig.hostFile("a", "/etc/x", "old");
    rig.host("a").fail(step -> step.words().contains("/etc/x"), FrameResult.unknown());
    rig.tasks("- {name: t, copy: {dest: /etc/x, content: new}}");
    rig.expect(ExitCode.FAILED);
    assertEquals(ErrorCode.OUTCOME_UNKNOWN, rig.end("t").problem().orElseThrow().code());
  }

  @Test
  void becomeFailuresAreFailuresNotUnreachability() {
    rig.host("a").refuse(ErrorCode.BECOME_PASSWORD_WRONG);
    rig.tasks("- {name: t, copy: {dest: /etc/1, content: x}, become: true}");
    rig.expect(ExitCode.FAILED);
    assertEquals(1, rig.opened("a").size());
  }

  @Test
  void aHostThatAnotherRunHoldsIsRefusedAndItsOwnerNamed() {
    rig.host("a").heldBy("eve on desk");
    rig.tasks("- {name: t, copy: {dest: /etc/1, content: x}}");
    rig.expect(ExitCode.REFUSED);
    assertEquals(List.of(ErrorCode.HOST_LOCKED), rig.codes());
    assertTrue(rig.problems().get(0).detail().contains("eve on desk"));
    assertTrue(rig.content("a", "/etc/1").isEmpty());
  }

  @Test
  void aPlanTakesNoLockAndSaysWhoHoldsOne() {
    rig.host("a").heldBy("eve on desk");
    rig.tasks("- {name: t, copy: {dest: /etc/1, content: x}}");
    assertEquals(ExitCode.OK, rig.check(), rig::told);
    assertTrue(
        rig.events().stream()
            .anyMatch(e -> e instanceof RunEvent.Notice n && n.text().contains("eve on desk")));
  }

  @Test
  void commandsThatACheckMayRunAreToldWhatCameOfThem() {
    rig.tasks(
        """
        - {name: one, command: echo hi, check_mode: false, changed_when: false}
        - {name: two, command: echo hi, check_mode: false, changed_when: false}
        """);
    assertEquals(ExitCode.OK, rig.check(), rig::told);
    assertEquals(List.of("a one ok", "a two ok"), rig.ends());
  }

  @Test
  void aPlanWithAWriteModuleNeverLocks() {
    rig.tasks("- {name: t, copy: {dest: /etc/1, content: x}}");
    rig.check();
    assertFalse(rig.host("a").isLocked());
    assertEquals("", rig.host("a").records());
  }

  @Test
  void interruptEndsTheRunAfterWhatIsUnderWay() {
    Runner[] runner = new Runner[1];
    rig.host("a")
        .commands(
            frame -> {
              runner[0].interrupt();
              return FrameResult.ended(0, "", "");
            });
    rig.tasks(
        """
        - {name: one, command: x}
        - {name: two, copy: {dest: /etc/2, content: x}}
        """);
    runner[0] = rig.runner();
    ExitCode exit = runner[0].run(rig.request(), rig::hear);
    assertEquals(ExitCode.INTERRUPTED, exit);
    assertEquals(List.of("a one changed"), rig.ends());
    assertTrue(rig.content("a", "/etc/2").isEmpty());
  }

  @Test
  void interruptDoesNotWaitForPauses() {
    Runner[] runner = new Runner[1];
    rig.host("a")
        .commands(
            frame -> {
              runner[0].interrupt();
              return FrameResult.ended(1, "", "");
            });
    rig.tasks("- {name: t, command: x, register: r, until: r.rc == 0, retries: 9, delay: 600}");
    runner[0] = rig.runner();
    assertEquals(ExitCode.INTERRUPTED, runner[0].run(rig.request(), rig::hear));
  }

  @Test
  void secretsAreInNoEventAndNoJournalHere() throws IOException {
    rig.vault((envelope, at) -> dev.provision.value.Secret.of("hunter2"));
    rig.playbook(
        """
        - hosts: all
          gather_facts: false
          vars:
            pw: !vault |
              $ANSIBLE_VAULT;1.1;AES256
              00
          tasks:
            - {name: t, copy: {dest: /etc/pw, content: "password={{ pw }}\\n"}}
            - {name: d, debug: {msg: "{{ pw }}"}}
        """);
    rig.expect(ExitCode.OK);
    assertEquals("password=hunter2\n", rig.content("a", "/etc/pw").orElseThrow());
    assertTrue(rig.events().stream().noneMatch(e -> e.toString().contains("hunter2")));
    assertTrue(rig.host("a").records().contains("hunter2"));
    try (Stream<Path> files = Files.walk(folder.resolve("state"))) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        assertFalse(
            Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1)
                .contains("hunter2"),
            file::toString);
      }
    }
  }

  @Test
  void approvalIsAskedOnlyWhereTheInventoryWantsIt() {
    rig.file("hosts.yml", "all: {hosts: {a: {require_approval: true}}}\n");
    rig.tasks("- {name: t, copy: {dest: /etc/1, content: x}}");
    rig.expect(ExitCode.REFUSED);
    assertEquals(List.of(ErrorCode.APPROVAL_MISSING), rig.codes());
    assertEquals(ExitCode.OK, rig.check(), rig::told);
  }

  @Test
  void aPlanThatCannotBeHeldToIsRefusedInsteadOfIgnored() {
    rig.tasks("- {name: t, copy: {dest: /etc/1, content: x}}");
    RunOptions all = RunOptions.defaults();
    rig.options(
        new RunOptions(
            all.mode(),
            all.diff(),
            all.selection(),
            all.login(),
            all.escalation(),
            all.extraVars(),
            all.forks(),
            all.forceHandlers(),
            all.step(),
            all.ahead(),
            all.flushCache(),
            all.verbosity(),
            all.detailedExitcode(),
            all.savePlan(),
            java.util.Optional.of(folder.resolve("plan.json")),
            all.approved()));
    rig.expect(ExitCode.USAGE);
    assertTrue(rig.opened("a").isEmpty());
  }

  @Test
  void moreHostsThanWorkersDoNotBlockEachOther() {
    String[] names = new String[20];
    for (int i = 0; i < names.length; i++) {
      names[i] = "h" + i;
    }
    rig.hosts(names).options(RunOptions.defaults().withForks(2));
    rig.tasks(
        """
        - {name: one, copy: {dest: /etc/1, content: x}}
        - {name: two, command: x, register: r, until: r.rc == 0, delay: 0}
        """);
    rig.expect(ExitCode.OK);
    assertEquals(40, rig.ends().size());
  }
}
