package dev.provision.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Tap devices with several queues, for the extra cards of a machine, in a network namespace of
 * their own so that they don't mix with this machine's network. QEMU opens them here and keeps them
 * when they are moved there: were QEMU itself started there, its ports would not be on this
 * machine's 127.0.0.1.
 */
final class Taps {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final LabSpec lab;
  private final MachineSpec machine;
  private final Path log;

  Taps(LabSpec lab, MachineSpec machine, Path log) {
    this.lab = lab;
    this.machine = machine;
    this.log = log;
  }

  /** The devices' names, one for each extra card. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < machine.nics().size(); i++) {
      String whole = lab.name() + "/" + machine.name() + "/" + i + "/" + machine.port();
      // A device's name has 15 characters at most.
      names.add("lab" + Artifacts.key(whole).substring(0, 12));
    }
    return names;
  }

  /** The namespace that the other ends of the extra cards are in. */
  static String namespace(String lab, String machine) {
    return "provision-lab." + lab + "." + machine;
  }

  private String namespace() {
    return namespace(lab.name(), machine.name());
  }

  /** Makes the devices, for QEMU to open. */
  void create() {
    if (machine.nics().isEmpty()) {
      return;
    }
    if (!HostTools.isRoot()) {
      throw LabFailure.of(
          "The extra network cards of "
              + machine.name()
              + " need tap devices; only root makes them.");
    }
    ip("netns", "add", namespace());
    for (int i = 0; i < machine.nics().size(); i++) {
      List<String> words = new ArrayList<>(List.of("tuntap", "add", names().get(i), "mode", "tap"));
      // With one queue QEMU opens it the old way, which a device for many refuses.
      if (machine.nics().get(i).queues() > 1) {
        words.add("multi_queue");
      }
      ip(words.toArray(String[]::new));
    }
  }

  /** Takes the devices, now open, to their namespace and gives them addresses there. */
  void moveAway() {
    LabNetwork network = new LabNetwork(lab);
    for (int i = 0; i < machine.nics().size(); i++) {
      String device = names().get(i);
      ip("link", "set", device, "netns", namespace());
      String address = network.extraPeer(machine.name(), i) + "/30";
      ip("-n", namespace(), "address", "add", address, "dev", device);
      ip("-n", namespace(), "link", "set", device, "up");
    }
  }

  private void ip(String... words) {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(words));
    Command.logged(command, Map.of(), log, LIMIT);
  }

  /** Removes what there is of a lab's devices and namespaces. */
  static void remove(LabSpec lab) {
    for (MachineSpec machine : lab.machines()) {
      for (String device : new Taps(lab, machine, Path.of("/dev/null")).names()) {
        if (Files.exists(Path.of("/sys/class/net", device))) {
          Command.output(List.of("ip", "link", "delete", device), LIMIT);
        }
      }
      String namespace = namespace(lab.name(), machine.name());
      if (Files.exists(Path.of("/run/netns", namespace))) {
        // The devices in it end with it.
        Command.output(List.of("ip", "netns", "delete", namespace), LIMIT);
      }
    }
  }
}
