package dev.provision.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The second lab, really booted, once for all tests. Needs root, for its second card. */
@Tag("qemu")
@Tag("matrix")
class SecondLabTests {

  private static final String NAME = "second-test";
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static Labs labs;
  private static Lab lab;
  private static LabMachine server;
  private static LabMachine client;

  @BeforeAll
  static void bootTheLab() throws IOException {
    Path state = Files.createTempDirectory("lab");
    LabPaths paths = new LabPaths(LabPaths.ofEnvironment().cache(), state);
    labs = new Labs(paths, Progress.SILENT);
    LabSpec spec = LabShapes.read("second", new Problems()).orElseThrow();
    lab = labs.upForThisProgram(spec.copy(NAME));
    server = lab.machine("us-db");
    client = lab.machine("sg-client");
  }

  @AfterAll
  static void leaveNothing() {
    if (labs != null) {
      labs.list().forEach(status -> labs.down(status.name()));
      assertFalse(Files.exists(Path.of("/run/netns", Taps.namespace(NAME, "us-db"))));
    }
  }

  @Test
  void bootsWithoutAFailedUnit() {
    for (LabMachine machine : lab.machines()) {
      assertEquals("", machine.output("systemctl --failed --plain --no-legend"));
    }
  }

  @Test
  void theServerGetsItsAddressByShortLease() {
    String address = server.output("ip -o -4 address show dev enp0s4");
    assertTrue(address.contains("inet 10.99.1.1/30 "), address);
    String lifetime = address.replaceAll("(?s).*valid_lft (\\d+)sec.*", "$1");
    assertTrue(Integer.parseInt(lifetime) <= 120, address);
    assertTrue(server.output("ip route show default").contains("via 10.99.1.2 dev enp0s4"));
  }

  @Test
  void theServerGetsAnIpv6PrefixAndRouteByAdvertisement() {
    assertTrue(
        Await.that(LIMIT, () -> server.output("ip -6 route show default").contains("dev enp0s4")));
    assertTrue(server.output("ip -o -6 address show dev enp0s4").contains(" fd99::1:"));
    assertTrue(server.ssh("ping -n -c 3 -W 3 fd99:0:0:1::2").succeeded());
  }

  @Test
  void theSecondCardHasFourQueuesWithInterruptsThatCanBeMoved() {
    assertEquals("4", server.output("ls -d /sys/class/net/enp0s5/queues/rx-* | wc -l"));
    String interrupt =
        server.output("grep -E 'virtio[0-9]+-input.3' /proc/interrupts | cut -d: -f1 | tr -d ' '");
    String file = "/proc/irq/" + interrupt.lines().findFirst().orElseThrow() + "/smp_affinity_list";
    assertEquals("2", server.output("echo 2 >" + file + " && cat " + file));
  }

  @Test
  void theSecondCardLeadsToANamespaceOfItsOwn() {
    List<String> ping =
        List.of(
            "ip", "netns", "exec", Taps.namespace(NAME, "us-db"), "ping", "-c", "2", "10.98.0.2");
    assertTrue(Command.run(ping, LIMIT).succeeded());
  }

  @Test
  void mysqlLivesOnAMirroredLogicalVolume() {
    assertEquals("/dev/mapper/lab-data0", server.output("findmnt -no SOURCE /var/lib/mysql"));
    assertTrue(server.output("cat /proc/mdstat").contains("raid1"));
    assertEquals("8.0.15", server.output("mysql -Ne 'select version()'"));
    String address = lab.serverAddress(0);
    assertEquals("1", client.output("mysql -h " + address + " -uapp -plab -Ne 'select 1'"));
  }

  @Test
  void bootsTheFullKernelFromAVirtioDisk() {
    assertFalse(server.output("uname -r").contains("cloud"));
    assertEquals("/dev/vda", server.output("findmnt -no SOURCE /"));
    // What the cloud kernel lacks.
    server.output("modprobe e1000e");
  }
}
