package dev.provision.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the inventory, in Ansible's YAML format, by which the machines of a lab are reached. */
final class LabInventory {

  private LabInventory() {}

  static String text(LabSpec lab, LabFolder folder) {
    LabNetwork network = new LabNetwork(lab);
    List<String> lines = new ArrayList<>();
    lines.add("# The machines of the lab \"" + lab.name() + "\", while it is up.");
    lines.add("all:");
    lines.add("  vars:");
    lines.add("    ansible_host: 127.0.0.1");
    lines.add("    ansible_user: " + LabMachine.USER);
    lines.add("    ansible_ssh_private_key_file: \"" + folder.key() + "\"");
    lines.add("    ansible_ssh_common_args: \"-o UserKnownHostsFile=" + folder.knownHosts() + "\"");
    lines.add("    ansible_become: true");
    lines.add("    ansible_become_password: " + LabMachine.PASSWORD);
    lines.add("  children:");
    groups(lab)
        .forEach(
            (group, machines) -> {
              lines.add("    " + group + ":");
              lines.add("      hosts:");
              machines.forEach(machine -> addHost(lines, machine, lab, network));
            });
    return String.join("\n", lines) + "\n";
  }

  private static void addHost(
      List<String> lines, MachineSpec machine, LabSpec lab, LabNetwork network) {
    lines.add("        " + machine.name() + ":");
    lines.add("          ansible_port: " + machine.port());
    for (int i = 0; i < lab.links().size(); i++) {
      LinkSpec link = lab.links().get(i);
      if (link.server().equals(machine.name())) {
        lines.add("          lab_address: " + LabNetwork.serverAddress(i));
        lines.add("          lab_peer_address: " + network.clientAddress(link.client()));
        return;
      }
      if (link.client().equals(machine.name())) {
        lines.add("          lab_address: " + network.clientAddress(machine.name()));
        lines.add("          lab_peer_address: " + LabNetwork.serverAddress(i));
        return;
      }
    }
  }

  private static Map<String, List<MachineSpec>> groups(LabSpec lab) {
    Map<String, List<MachineSpec>> groups = new LinkedHashMap<>();
    for (MachineSpec machine : lab.machines()) {
      groups.computeIfAbsent(machine.group(), any -> new ArrayList<>()).add(machine);
    }
    return groups;
  }
}
