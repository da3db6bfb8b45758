package dev.provision.lab;

import java.util.List;

/**
 * A machine as described.
 *
 * @param name its host name
 * @param group the inventory group it belongs to
 * @param distribution what it runs
 * @param kernel which kernel of it
 * @param cpus how many CPUs, a multiple of {@code numaNodes}
 * @param numaNodes how many NUMA nodes
 * @param memoryMiB memory of all nodes together
 * @param disks the first one holds the system
 * @param volumes file systems on the other disks
 * @param nics cards beside that for management and those of the links
 * @param network who configures its interfaces
 * @param database its database server
 * @param packages what is installed besides
 * @param port the port on 127.0.0.1 that leads to its sshd; 0 for any that is free
 */
public record MachineSpec(
    String name,
    String group,
    Distribution distribution,
    KernelFlavour kernel,
    int cpus,
    int numaNodes,
    int memoryMiB,
    List<DiskSpec> disks,
    List<VolumeSpec> volumes,
    List<NicSpec> nics,
    NetworkStack network,
    Database database,
    List<String> packages,
    int port) {

  public MachineSpec {
    disks = List.copyOf(disks);
    volumes = List.copyOf(volumes);
    nics = List.copyOf(nics);
    packages = List.copyOf(packages);
  }

  public DiskSpec systemDisk() {
    return disks.get(0);
  }

  /** The name of a disk's device in the guest; {@code index} counts from 0. */
  public String device(int index) {
    DiskBus bus = disks.get(index).bus();
    int before = (int) disks.subList(0, index).stream().filter(disk -> disk.bus() == bus).count();
    return bus.device(before);
  }

  MachineSpec withPort(int newPort) {
    return new MachineSpec(
        name,
        group,
        distribution,
        kernel,
        cpus,
        numaNodes,
        memoryMiB,
        disks,
        volumes,
        nics,
        network,
        database,
        packages,
        newPort);
  }
}
