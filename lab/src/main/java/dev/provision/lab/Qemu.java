package dev.provision.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes the command line that runs a machine.
 *
 * @param folder the machine's own folder, see {@link MachineFolder}
 * @param kernel the folder of its kernel
 * @param accelerator how its instructions are run
 * @param sshPort the port on 127.0.0.1 that leads to its sshd
 * @param linkPorts for each line, by number, the port on 127.0.0.1 that carries it
 * @param listens the lines, by number, at whose port this machine listens; at others it calls
 * @param taps for each extra card the tap device it is plugged into
 */
record Qemu(
    MachineFolder folder,
    Path kernel,
    Accelerator accelerator,
    int sshPort,
    Map<Integer, Integer> linkPorts,
    List<Integer> listens,
    List<String> taps) {

  /** Behind those of the cards, so that a disk more does not rename a card. */
  private static final int FIRST_DISK_SLOT = 0x10;

  Qemu {
    linkPorts = Map.copyOf(linkPorts);
    listens = List.copyOf(listens);
    taps = List.copyOf(taps);
  }

  /** The whole command, program first. */
  List<String> command(MachineSpec machine, List<Card> cards) {
    List<String> words = new ArrayList<>();
    words.addAll(
        List.of(
            "qemu-system-x86_64",
            "-name",
            machine.name(),
            "-nodefaults",
            "-no-user-config",
            "-display",
            "none",
            "-daemonize",
            // Says whose process this is, even if nobody lived to write that down.
            "-pidfile",
            folder.pidFile().toString(),
            "-machine",
            "q35"));
    words.addAll(accelerator.arguments());
    words.addAll(processors(machine));
    words.addAll(disks(machine));
    for (Card card : cards) {
      words.addAll(card(machine, card));
    }
    words.addAll(
        List.of(
            "-device",
            "virtio-rng-pci",
            "-fw_cfg",
            "name=opt/dev.provision/seed,file=" + folder.seed(),
            "-serial",
            "file:" + folder.console(),
            "-qmp",
            "unix:" + folder.controlSocket() + ",server=on,wait=off",
            "-kernel",
            kernel.resolve("vmlinux").toString()));
    if (needsRamDisk(machine)) {
      words.addAll(List.of("-initrd", kernel.resolve("initrd").toString()));
    }
    words.addAll(List.of("-append", kernelArguments(machine)));
    return words;
  }

  /** The cloud kernel reaches NVMe disks by itself; all else takes modules. */
  private static boolean needsRamDisk(MachineSpec machine) {
    return machine.kernel() != KernelFlavour.CLOUD || machine.systemDisk().bus() != DiskBus.NVME;
  }

  private static String kernelArguments(MachineSpec machine) {
    return String.join(
        " ",
        "root=" + machine.device(0),
        "rootfstype=ext4",
        "rw",
        "console=ttyS0",
        "panic=-1",
        "quiet",
        // There is nobody to protect from, and under emulation each barrier and each page cleared
        // for safety's sake costs.
        "mitigations=off",
        "init_on_alloc=0",
        // Else each look at the clock is a trip to an emulated timer.
        "tsc=reliable",
        "random.trust_cpu=on",
        "rcupdate.rcu_expedited=1",
        "rcupdate.rcu_normal_after_boot=1");
  }

  private static List<String> processors(MachineSpec machine) {
    List<String> words = new ArrayList<>();
    int nodes = machine.numaNodes();
    int cores = machine.cpus() / nodes;
    words.addAll(List.of("-m", machine.memoryMiB() + "M"));
    words.addAll(
        List.of("-smp", machine.cpus() + ",sockets=" + nodes + ",cores=" + cores + ",threads=1"));
    for (int node = 0; nodes > 1 && node < nodes; node++) {
      int first = node * cores;
      words.add("-object");
      words.add(
          "memory-backend-ram,id=memory" + node + ",size=" + machine.memoryMiB() / nodes + "M");
      words.add("-numa");
      words.add(
          "node,nodeid="
              + node
              + ",cpus="
              + first
              + "-"
              + (first + cores - 1)
              + ",memdev=memory"
              + node);
    }
    return words;
  }

  private List<String> disks(MachineSpec machine) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < machine.disks().size(); i++) {
      DiskSpec disk = machine.disks().get(i);
      String id = "disk" + i;
      String address = ",addr=0x" + Integer.toHexString(FIRST_DISK_SLOT + i);
      words.add("-drive");
      // Nothing on these disks outlives the machine, so nothing is worth waiting for.
      words.add("if=none,id=" + id + ",file=" + folder.disk(i) + ",format=qcow2,cache=unsafe");
      words.add("-device");
      words.add(
          switch (disk.bus()) {
            case NVME ->
                "nvme,serial=lab-"
                    + i
                    + ",drive="
                    + id
                    + ",max_ioqpairs="
                    + disk.queues()
                    + address;
            case VIRTIO ->
                "virtio-blk-pci,serial=lab-"
                    + i
                    + ",drive="
                    + id
                    + ",num-queues="
                    + disk.queues()
                    + address;
          });
    }
    return words;
  }

  private List<String> card(MachineSpec machine, Card card) {
    String id = "net" + card.slot();
    String address =
        ",addr=0x" + Integer.toHexString(card.slot()) + ",mac=" + card.hardwareAddress();
    return switch (card.purpose()) {
      case MANAGEMENT ->
          List.of(
              "-netdev",
              // Restricted: a guest reaches neither this machine nor what lies behind it.
              "user,id=" + id + ",ipv6=off,restrict=on,hostfwd=tcp:127.0.0.1:" + sshPort + "-:22",
              "-device",
              "virtio-net-pci,netdev=" + id + address);
      case SERVER, CLIENT ->
          List.of(
              "-netdev",
              "socket,id="
                  + id
                  + (listens.contains(card.link()) ? ",listen" : ",connect")
                  + "=127.0.0.1:"
                  + linkPorts.get(card.link()),
              "-device",
              "virtio-net-pci,netdev=" + id + address);
      case EXTRA -> {
        int queues = machine.nics().get(card.link()).queues();
        yield List.of(
            "-netdev",
            "tap,id="
                + id
                + ",ifname="
                + taps.get(card.link())
                + ",script=no,downscript=no,vhost=off,queues="
                + queues,
            "-device",
            // Two vectors for each pair of queues, one for the settings, one for the control queue.
            "virtio-net-pci,netdev=" + id + address + ",mq=on,vectors=" + (2 * queues + 2));
      }
    };
  }
}
