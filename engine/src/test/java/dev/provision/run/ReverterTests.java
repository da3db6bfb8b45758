package dev.provision.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReverterTests {

  @TempDir Path folder;
  private Rig rig;

  @BeforeEach
  void rig() {
    rig = new Rig(folder).hosts("a").hostFile("a", "/etc/x", "old");
  }

  @Test
  void bringsBackWhatWasThereAndRunsTheHandlers() {
    rig.playbook(
        """
        - hosts: all
          gather_facts: false
          tasks:
            - {name: x, copy: {dest: /etc/x, content: new}, notify: h}
            - {name: y, copy: {dest: /etc/y, content: made}}
          handlers:
            - {name: h, debug: {msg: x}}
        """);
    rig.expect(ExitCode.OK);
    assertEquals(ExitCode.OK, rig.revert(false), rig::told);
    assertEquals("old", rig.content("a", "/etc/x").orElseThrow());
    assertTrue(rig.content("a", "/etc/y").isEmpty());
    assertEquals(List.of("a y (/etc/y) changed", "a x (/etc/x) changed", "a h ok"), rig.ends());
    assertEquals("revert", rig.history().list().get(0).mode());
  }

  @Test
  void severalChangesOfOneFileAreUndoneToTheFirst() {
    rig.tasks(
        """
        - copy: {dest: /etc/x, content: one}
        - copy: {dest: /etc/x, content: two}
        """);
    rig.expect(ExitCode.OK);
    assertEquals(ExitCode.OK, rig.revert(false), rig::told);
    assertEquals("old", rig.content("a", "/etc/x").orElseThrow());
  }

  @Test
  void whatSomebodyElseChangedIsAConflictUnlessForced() {
    rig.tasks("- copy: {dest: /etc/x, content: new}");
    rig.expect(ExitCode.OK);
    rig.hostFile("a", "/etc/x", "theirs");
    assertEquals(ExitCode.REFUSED, rig.revert(false), rig::told);
    assertEquals("theirs", rig.content("a", "/etc/x").orElseThrow());
    assertEquals(ErrorCode.REVERT_CONFLICT, rig.taskEnds().get(0).problem().orElseThrow().code());
  }

  @Test
  void forceRestoresAllTheSame() {
    rig.tasks("- copy: {dest: /etc/x, content: new}");
    rig.expect(ExitCode.OK);
    rig.hostFile("a", "/etc/x", "theirs");
    assertEquals(ExitCode.OK, rig.revert(true), rig::told);
    assertEquals("old", rig.content("a", "/etc/x").orElseThrow());
  }

  @Test
  void whatIsAsBeforeNeedsNothing() {
    rig.tasks("- copy: {dest: /etc/x, content: new}");
    rig.expect(ExitCode.OK);
    rig.hostFile("a", "/etc/x", "old");
    assertEquals(ExitCode.OK, rig.revert(false), rig::told);
    assertEquals(List.of("a copy (/etc/x) ok"), rig.ends());
  }

  @Test
  void commandsAreSaidToBeBeyondUndoingBeforeAnythingIsUndone() {
    rig.tasks(
        """
        - copy: {dest: /etc/x, content: new}
        - {name: act, command: something}
        """);
    rig.expect(ExitCode.OK);
    assertEquals(ExitCode.OK, rig.revert(false), rig::told);
    assertEquals(List.of(ErrorCode.NOT_REVERSIBLE), rig.codes());
    assertEquals("old", rig.content("a", "/etc/x").orElseThrow());
  }

  @Test
  void aFailureInTheMiddleIsJournaledAsItWasFound() {
    rig.host("a").commands(frame -> dev.provision.host.FrameResult.ended(1, "", ""));
    rig.tasks(
        """
        - copy: {dest: /etc/x, content: new}
        - {name: act, command: something}
        """);
    rig.expect(ExitCode.FAILED);
    assertTrue(rig.host("a").records().contains("\"partial\":true"));
    assertFalse(rig.host("a").isLocked());
    assertEquals(ExitCode.OK, rig.revert(false), rig::told);
    assertEquals("old", rig.content("a", "/etc/x").orElseThrow());
  }
}
