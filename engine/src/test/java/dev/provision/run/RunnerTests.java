package dev.provision.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerTests {

  @TempDir Path folder;
  private Rig rig;

  @BeforeEach
  void rig() {
    rig = new Rig(folder).hosts("a");
  }

  @Test
  void runsTasksInOrderAndCounts() {
    rig.tasks(
        """
        - name: write
          copy: {dest: /etc/x, content: "hello"}
        - name: tell
          debug: {msg: "hi {{ inventory_hostname }}"}
        - name: run
          command: echo hi
        """);
    rig.expect(ExitCode.OK);
    assertEquals(List.of("a write changed", "a tell ok", "a run changed"), rig.ends());
    assertEquals(Optional.of("hello"), rig.content("a", "/etc/x"));
    assertEquals("hi a", rig.result("tell", "msg").toString());
    assertEquals(
        "ok=3 changed=2 unreachable=0 failed=0 skipped=0 rescued=0 ignored=0", rig.recap("a"));
  }

  @Test
  void secondApplyChangesNothing() {
    rig.tasks("- copy: {dest: /etc/x, content: hello}");
    rig.run();
    rig.expect(ExitCode.OK);
    assertEquals(
        "ok=1 changed=0 unreachable=0 failed=0 skipped=0 rescued=0 ignored=0", rig.recap("a"));
  }

  @Test
  void checkChangesNothingAndShowsWhatApplyDoes() {
    rig.tasks("- copy: {dest: /etc/x, content: hello}");
    assertEquals(ExitCode.OK, rig.check(), rig::told);
    assertEquals(Optional.empty(), rig.content("a", "/etc/x"));
    assertTrue(rig.host("a").done().isEmpty());
    List<String> planned = rig.end("copy").changes().stream().map(c -> c.path()).toList();
    rig.run();
    assertEquals(planned, rig.end("copy").changes().stream().map(c -> c.path()).toList());
  }
}
