package dev.provision.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a shell that goes by QEMU's name. */
class GuestProcessTests {

  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endProcesses() {
    started.forEach(Process::destroyForcibly);
  }

  /** Returns when the process goes by its final command line. */
  private Process start(String program, Path pidFile) throws IOException {
    Path shell = folder.resolve(program);
    if (!Files.exists(shell)) {
      Files.copy(Path.of("/bin/sh").toRealPath(), shell);
      assertTrue(shell.toFile().setExecutable(true));
    }
    Process process =
        new ProcessBuilder(
                shell.toString(), "-c", "read line; exit 0", "-pidfile", pidFile.toString())
            .start();
    started.add(process);
    Path commandLine = Path.of("/proc", "" + process.pid(), "cmdline");
    assertTrue(Await.that(SOON, () -> read(commandLine).contains(pidFile.toString())));
    return process;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  @Test
  void isFoundByItsCommandLine() throws IOException {
    MachineFolder machine = new MachineFolder(folder.resolve("lab/machines/a"));
    Process process = start("qemu-system-x86_64", machine.pidFile());
    GuestProcess found = GuestProcess.of(machine).orElseThrow();
    assertEquals(process.pid(), found.pid());
    assertTrue(found.isAlive());
    assertEquals(1, GuestProcess.below(folder.resolve("lab")).size());
  }

  @Test
  void isNoneOfAnotherLab() throws IOException {
    start("qemu-system-x86_64", folder.resolve("lab-2/machines/a/qemu.pid"));
    assertEquals(List.of(), GuestProcess.below(folder.resolve("lab")));
  }

  @Test
  void anotherProgramIsNotTakenForIt() throws IOException {
    MachineFolder machine = new MachineFolder(folder.resolve("lab/machines/a"));
    start("editor", machine.pidFile());
    assertEquals(Optional.empty(), GuestProcess.of(machine));
  }

  @Test
  void killsNoLaterProcessOfTheSameNumber() throws IOException {
    MachineFolder machine = new MachineFolder(folder.resolve("lab/machines/a"));
    Process process = start("qemu-system-x86_64", machine.pidFile());
    GuestProcess found = GuestProcess.of(machine).orElseThrow();
    GuestProcess earlier = new GuestProcess(found.pid(), found.startTicks() - 1, found.pidFile());
    assertFalse(earlier.isAlive());
    earlier.kill();
    assertTrue(process.isAlive());
    found.kill();
    assertTrue(Await.that(SOON, () -> !process.isAlive() && !found.isAlive()));
  }

  @Test
  void readsTheStartTimeBehindAnyProgramName() {
    String fields = "S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20 21";
    assertEquals(4711, GuestProcess.startTicks("77 (a ) b) " + fields));
  }

  @Test
  void anOwnerIsAliveWhileThisVeryProcessRuns() {
    Owner self = Owner.self();
    assertTrue(self.isAlive());
    assertEquals(Optional.of(self), Owner.parse(self.toString()));
    assertFalse(new Owner(self.bootId(), self.pid(), self.startTicks() + 1).isAlive());
    assertFalse(new Owner("another-boot", self.pid(), self.startTicks()).isAlive());
    assertEquals(Optional.empty(), Owner.parse("half"));
  }

  @Test
  void whatAKilledProgramLeftIsListedAndRemoved() throws IOException {
    LabPaths paths = new LabPaths(folder.resolve("cache"), folder.resolve("state"));
    LabFolder lab = new LabFolder(paths.state().resolve("mine"));
    Files.createDirectories(lab.machine("a").path());
    Process process = start("qemu-system-x86_64", lab.machine("a").pidFile());
    Labs labs = new Labs(paths, Progress.SILENT);

    assertEquals(List.of(new LabStatus("mine", LabStatus.State.REMAINS, List.of())), labs.list());
    labs.down("mine");
    assertTrue(Await.that(SOON, () -> !process.isAlive()));
    assertEquals(List.of(), labs.list());
    assertFalse(Files.exists(lab.path()));
  }

  @Test
  void onlyLabsWhoseOwnerIsGoneAreSwept() throws IOException {
    LabPaths paths = new LabPaths(folder.resolve("cache"), folder.resolve("state"));
    Owner self = Owner.self();
    Owner gone = new Owner(self.bootId(), self.pid(), self.startTicks() + 1);
    LabFolder mine = folderWithOwner(paths, "mine", Optional.of(self));
    LabFolder free = folderWithOwner(paths, "free", Optional.empty());
    LabFolder left = folderWithOwner(paths, "left", Optional.of(gone));
    Process process = start("qemu-system-x86_64", left.machine("a").pidFile());

    new Labs(paths, Progress.SILENT).sweep();

    assertTrue(Await.that(SOON, () -> !process.isAlive()));
    assertFalse(Files.exists(left.path()));
    assertTrue(Files.exists(mine.path()));
    assertTrue(Files.exists(free.path()));
  }

  private static LabFolder folderWithOwner(LabPaths paths, String name, Optional<Owner> owner)
      throws IOException {
    LabFolder lab = new LabFolder(paths.state().resolve(name));
    Files.createDirectories(lab.path());
    if (owner.isPresent()) {
      Files.writeString(lab.owner(), owner.get().toString());
    }
    return lab;
  }
}
