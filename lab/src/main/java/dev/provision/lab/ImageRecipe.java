package dev.provision.lab;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What the system disk of a machine is made of. Machines with equal recipes share an image.
 *
 * @param distribution the release
 * @param packages all that is asked for by name, sorted
 * @param network whose service is enabled
 * @param database which server is set up
 * @param kernel the name of the kernel whose modules go in
 * @param bytes size of the file system
 */
record ImageRecipe(
    Distribution distribution,
    List<String> packages,
    NetworkStack network,
    Database database,
    String kernel,
    long bytes) {

  /** To be raised when the builder changes what comes out. */
  private static final int VERSION = 1;

  private static final List<String> BASE =
      List.of(
          "systemd",
          "systemd-sysv",
          "udev",
          "dbus",
          "kmod",
          "openssh-server",
          "sudo",
          "iproute2",
          "iputils-ping",
          "procps",
          "ethtool");

  /** Goes into the image, by path: executables first. */
  private static final Map<String, String> GUEST_FILES =
      new TreeMap<>(
          Map.of(
              "usr/lib/provision-lab/seed", "guest/seed",
              "usr/lib/provision-lab/line", "guest/line",
              "usr/lib/provision-lab/ready", "guest/ready",
              "usr/lib/provision-lab/volumes", "guest/volumes",
              "usr/lib/provision-lab/customise", "guest/customise",
              "etc/systemd/system/provision-lab-seed.service", "guest/provision-lab-seed.service",
              "etc/systemd/system/provision-lab-ready.service", "guest/provision-lab-ready.service",
              "etc/systemd/system/provision-lab-volumes.service",
                  "guest/provision-lab-volumes.service",
              "etc/udev/rules.d/99-provision-lab.rules", "guest/99-provision-lab.rules"));

  ImageRecipe {
    packages = List.copyOf(packages);
  }

  static ImageRecipe of(LabSpec lab, MachineSpec machine) {
    Collection<String> packages =
        new TreeSet<>(
            Stream.of(
                    BASE,
                    machine.network().packages(),
                    machine.database().packages(),
                    volumePackages(machine),
                    addressPackages(lab, machine),
                    machine.packages())
                .flatMap(List::stream)
                .toList());
    return new ImageRecipe(
        machine.distribution(),
        List.copyOf(packages),
        machine.network(),
        machine.database(),
        Kernel.name(machine.distribution(), machine.kernel()),
        machine.systemDisk().bytes());
  }

  private static List<String> volumePackages(MachineSpec machine) {
    List<String> packages = new ArrayList<>();
    for (VolumeSpec volume : machine.volumes()) {
      packages.addAll(volume.raid().isEmpty() ? List.of() : List.of("mdadm"));
      packages.addAll(volume.lvm() ? List.of("lvm2") : List.of());
    }
    return packages;
  }

  /** Who gives out addresses needs a server for that. */
  private static List<String> addressPackages(LabSpec lab, MachineSpec machine) {
    boolean givesOut =
        lab.links().stream()
            .anyMatch(link -> link.isDynamic() && link.client().equals(machine.name()));
    return givesOut ? List.of("dnsmasq") : List.of();
  }

  /** Files of ours inside the image, path to text. */
  Map<String, String> guestFiles() {
    Map<String, String> files = new TreeMap<>();
    GUEST_FILES.forEach((path, resource) -> files.put(path, Resources.text(resource)));
    if (database == Database.MYSQL_8_0_15) {
      files.put("etc/systemd/system/mysql.service", Resources.text("guest/mysql-8.0.15.service"));
      files.put("etc/mysql/conf.d/mysqld.cnf", Resources.text("guest/mysql-8.0.15.cnf"));
    }
    return files;
  }

  /** All that has a say in what comes out. */
  String text() {
    StringBuilder text = new StringBuilder("image " + VERSION + "\n");
    text.append("distribution ").append(distribution.word()).append('\n');
    text.append("packages ").append(String.join(" ", packages)).append('\n');
    text.append("network ").append(network.word()).append('\n');
    text.append("database ").append(database.word()).append('\n');
    text.append("kernel ").append(kernel).append('\n');
    text.append("bytes ").append(bytes).append('\n');
    guestFiles().forEach((path, content) -> text.append(path).append('\n').append(content));
    return text.toString();
  }

  /** The image's name in the cache. */
  String name() {
    return distribution.word() + "-" + Artifacts.key(text());
  }
}
