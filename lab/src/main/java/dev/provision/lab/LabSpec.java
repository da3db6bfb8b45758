package dev.provision.lab;

import java.util.List;

/**
 * A lab as described: machines and the lines between them.
 *
 * @param name what it is called, in commands and in the names of its files
 * @param machines at least one, each name once
 * @param links lines between machines of this lab
 */
public record LabSpec(String name, List<MachineSpec> machines, List<LinkSpec> links) {

  public LabSpec {
    machines = List.copyOf(machines);
    links = List.copyOf(links);
  }

  /** The same lab under another name and on ports that are free, so that both can run at once. */
  public LabSpec copy(String newName) {
    return new LabSpec(
        newName, machines.stream().map(machine -> machine.withPort(0)).toList(), links);
  }

  public MachineSpec machine(String machineName) {
    return machines.stream()
        .filter(machine -> machine.name().equals(machineName))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("[" + machineName + "] is no machine of " + name));
  }
}
