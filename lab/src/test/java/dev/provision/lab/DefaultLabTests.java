package dev.provision.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The default lab, really booted, once for all tests. The last ones end it. */
@Tag("qemu")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@SuppressWarnings("JdkObsolete") // Several threads write to it.
class DefaultLabTests {

  private static final Duration SOON = Duration.ofMinutes(1);

  private static final StringBuffer said = new StringBuffer();
  private static Labs labs;
  private static Lab lab;
  private static LabMachine server;
  private static LabMachine client;

  @BeforeAll
  static void bootTheLab() throws IOException {
    // A short path: QEMU's control socket lies below it.
    Path state = Files.createTempDirectory("lab");
    labs = new Labs(new LabPaths(LabPaths.ofEnvironment().cache(), state), DefaultLabTests::hear);
    lab = labs.upForThisProgram(LabShapes.defaultLab().copy("default-test"));
    server = lab.machine("hk-db");
    client = lab.machine("bj-client");
  }

  private static void hear(String text) {
    said.append(text).append('\n');
  }

  @AfterAll
  static void leaveNothing() {
    if (labs != null) {
      labs.list().forEach(status -> labs.down(status.name()));
    }
  }

  @Test
  @Order(1)
  void hasTwoNumaNodesAndAnNvmeDiskWithQueues() {
    assertEquals("0-1", server.output("cat /sys/devices/system/node/online"));
    assertEquals("2-3", server.output("cat /sys/devices/system/node/node1/cpulist"));
    assertEquals("4", server.output("ls /sys/block/nvme0n1/mq | wc -l"));
    assertTrue(server.output("cat /sys/block/nvme0n1/queue/scheduler").contains("[none]"));
  }

  @Test
  @Order(1)
  void bootsWithoutAFailedUnit() {
    for (LabMachine machine : lab.machines()) {
      assertEquals(
          "running",
          machine.ssh("systemctl is-system-running; systemctl --failed --plain >&2").out().strip());
    }
  }

  @Test
  @Order(1)
  void pingSeesTheLineAndItIsSaid() {
    double best =
        Await.value(
                SOON,
                () ->
                    lab.roundTrips().stream()
                        .map(Lab.RoundTrip::minMillis)
                        .filter(millis -> millis < 80)
                        .findFirst())
            .orElseThrow();
    assertTrue(best >= 48, "round trip of " + best + " ms");
    assertTrue(said.toString().contains("Round trip from bj-client to hk-db: "), said.toString());
  }

  @Test
  @Order(1)
  void theDefaultRouteOfTheServerLeadsOverTheLine() {
    String route = server.output("ip -o route get 10.99.0.2");
    assertTrue(route.startsWith("10.99.0.2 via 10.99.1.2 dev enp0s4 "), route);
    assertEquals("1", server.output("ip route show default | wc -l"));
  }

  @Test
  @Order(1)
  void mysqlAnswersOverTheLine() {
    String answer =
        client.output("mysql -h " + lab.serverAddress(0) + " -uapp -plab -Ne 'select user()'");
    assertTrue(answer.startsWith("app@bj-client"), answer);
    assertTrue(server.output("mysql -Ne 'select version()'").startsWith("9."));
  }

  @Test
  @Order(1)
  void theClientHasItsTools() {
    client.output("sysbench --version && tcpdump --version && iperf3 --version");
  }

  @Test
  @Order(1)
  void theUserNeedsThePasswordForSudo() {
    Duration limit = Duration.ofMinutes(2);
    assertFalse(server.ssh(LabMachine.USER, "sudo -n id -u", limit).succeeded());
    LabMachine.Result asked =
        server.ssh(
            LabMachine.USER, "echo " + LabMachine.PASSWORD + " | sudo -S -p '' id -u", limit);
    assertEquals("0", asked.out().strip());
  }

  @Test
  @Order(1)
  void theServerReachesNothingButTheClient() {
    // At this address QEMU's network offers the machine that runs it, where this port is open.
    String call = "timeout 10 bash -c '</dev/tcp/10.0.2.2/" + client.port() + "'";
    assertFalse(server.ssh(call).succeeded());
    assertTrue(server.ssh(call.replace("10.0.2.2/" + client.port(), "10.99.0.2/22")).succeeded());
  }

  @Test
  @Order(1)
  void anotherProgramFindsTheLabAndStartingItAgainChangesNothing() {
    assertEquals(server.port(), labs.find("default-test").orElseThrow().machine("hk-db").port());
    String boot = server.bootId();
    Lab again = labs.up(LabShapes.defaultLab().copy("default-test"));
    assertEquals(boot, again.machine("hk-db").bootId());
    assertEquals(LabStatus.State.UP, labs.list().get(0).state());
  }

  @Test
  @Order(2)
  void aRebootKeepsWhatWasChangedAndComesBackWithItsLine() {
    String boot = client.bootId();
    client.output("echo kept >/root/kept && sync");
    long start = System.nanoTime();
    client.reboot();
    hear(
        "bj-client restarted in " + Duration.ofNanos(System.nanoTime() - start).toSeconds() + " s");
    assertNotEquals(boot, client.bootId());
    assertEquals("kept", client.output("cat /root/kept"));
    assertEquals("bj-client", client.output("hostname"));
    assertTrue(lab.roundTrips().get(0).minMillis() >= 48);
  }

  @Test
  @Order(3)
  void machinesOfAKilledProgramAreListedAndEnded() throws IOException {
    // What there is after kill -9: processes and files, but nobody who takes care.
    Path folder = lab.inventory().getParent();
    LabStatus.MachineStatus running = labs.list().get(0).machines().get(1);
    assertTrue(running.isRunning());
    ProcessHandle.of(running.pid()).orElseThrow().destroyForcibly();
    assertTrue(Await.that(SOON, () -> !client.isRunning()));
    assertEquals(LabStatus.State.REMAINS, labs.list().get(0).state());
    assertTrue(server.isRunning());

    labs.down("default-test");

    assertTrue(said.toString().contains("Shutting hk-db down"));
    assertFalse(server.isRunning());
    assertFalse(Files.exists(folder));
    assertEquals(List.of(), labs.list());
    assertEquals(List.of(), GuestProcess.below(folder));
  }

  @Test
  @Order(4)
  void saysWhetherItIsEmulatedAndRemembersWhy() throws IOException {
    String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    Path answer = LabPaths.ofEnvironment().cache().resolve("kvm").resolve(boot);
    boolean isKvm = Files.exists(answer) && Files.readString(answer).equals("KVM");
    assertTrue(said.toString().contains(isKvm ? "MiB, KVM)" : "MiB, emulated)"), said.toString());
  }
}
