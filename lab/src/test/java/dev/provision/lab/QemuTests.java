package dev.provision.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QemuTests {

  private static String command(LabSpec lab, String machine, List<Integer> listens) {
    Qemu qemu =
        new Qemu(
            new LabFolder(Path.of("/state/x")).machine(machine),
            Path.of("/kernel"),
            Accelerator.TCG,
            22011,
            Map.of(0, 7001),
            listens,
            List.of("tap0"));
    return String.join(" ", qemu.command(lab.machine(machine), new LabNetwork(lab).cards(machine)));
  }

  private static LabSpec lab(String text) {
    Problems problems = new Problems();
    return LabShapes.parse(text, "lab.yml", problems)
        .orElseThrow(() -> new AssertionError(problems.sorted()));
  }

  private static void assertHolds(String command, String part) {
    assertTrue(command.contains(part), () -> part + "\n is not in\n" + command);
  }

  @Test
  void dividesProcessorsAndMemoryAmongNodes() {
    String command = command(LabShapes.defaultLab(), "hk-db", List.of(0));
    assertHolds(command, "-smp 4,sockets=2,cores=2,threads=1");
    assertHolds(command, "-object memory-backend-ram,id=memory0,size=896M");
    assertHolds(command, "-numa node,nodeid=0,cpus=0-1,memdev=memory0");
    assertHolds(command, "-numa node,nodeid=1,cpus=2-3,memdev=memory1");
  }

  @Test
  void hasNoNodesWhereThereIsOne() {
    assertFalse(command(LabShapes.defaultLab(), "bj-client", List.of()).contains("-numa"));
  }

  @Test
  void bootsFromNvmeWithoutRamDisk() {
    String command = command(LabShapes.defaultLab(), "hk-db", List.of(0));
    assertHolds(command, "-device nvme,serial=lab-0,drive=disk0,max_ioqpairs=4,addr=0x10");
    assertHolds(command, "root=/dev/nvme0n1 ");
    assertFalse(command.contains("-initrd"));
  }

  @Test
  void takesARamDiskWhereTheKernelNeedsModules() {
    String full = command(lab("machines: {a: {kernel: full}}"), "a", List.of());
    assertHolds(full, "-initrd /kernel/initrd");
    String virtio = command(lab("machines: {a: {disks: [{bus: virtio}]}}"), "a", List.of());
    assertHolds(virtio, "-initrd /kernel/initrd");
    assertHolds(virtio, "root=/dev/vda ");
  }

  @Test
  void countsDisksForEachBus() {
    LabSpec lab = lab("machines: {a: {disks: [{bus: virtio}, {bus: nvme}, {bus: virtio}]}}");
    MachineSpec machine = lab.machine("a");
    assertEquals(
        List.of("/dev/vda", "/dev/nvme0n1", "/dev/vdb"),
        List.of(machine.device(0), machine.device(1), machine.device(2)));
  }

  @Test
  void publishesSshOnLoopbackOnlyAndLetsNothingOut() {
    assertHolds(
        command(LabShapes.defaultLab(), "hk-db", List.of(0)),
        "user,id=net3,ipv6=off,restrict=on,hostfwd=tcp:127.0.0.1:22011-:22");
  }

  @Test
  void oneEndOfALineListensAndTheOtherCalls() {
    LabSpec lab = LabShapes.defaultLab();
    assertHolds(command(lab, "hk-db", List.of(0)), "socket,id=net4,listen=127.0.0.1:7001");
    assertHolds(command(lab, "bj-client", List.of()), "socket,id=net4,connect=127.0.0.1:7001");
  }

  @Test
  void givesAnExtraCardItsQueues() {
    String command = command(lab("machines: {a: {nics: [{queues: 4}]}}"), "a", List.of());
    assertHolds(command, "tap,id=net4,ifname=tap0,script=no,downscript=no,vhost=off,queues=4");
    assertHolds(command, ",mq=on,vectors=10");
  }

  @Test
  void saysWhoseProcessItIs() {
    assertHolds(
        command(LabShapes.defaultLab(), "hk-db", List.of(0)),
        "-daemonize -pidfile /state/x/machines/hk-db/qemu.pid");
  }
}
