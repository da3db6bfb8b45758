package dev.provision.lab;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Turns the YAML of a lab description into a {@link LabSpec}, or says all that is wrong with it.
 */
final class LabReader {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");
  private static final Pattern PACKAGE = Pattern.compile("[a-z0-9][a-z0-9+.-]+");
  private static final Pattern MOUNT = Pattern.compile("/[A-Za-z0-9._/-]+");
  private static final long GIB = 1L << 30;
  private static final DiskSpec SYSTEM_DISK = new DiskSpec(DiskBus.NVME, 8 * GIB, 4);

  private final Problems problems;

  LabReader(Problems problems) {
    this.problems = problems;
  }

  /** Empty where there was an error. */
  Optional<LabSpec> read(Value description) {
    Problems mine = new Problems();
    Optional<LabSpec> spec = new LabReader(mine).lab(description);
    problems.addAll(mine.sorted());
    return mine.hasErrors() ? Optional.empty() : spec;
  }

  private Optional<LabSpec> lab(Value description) {
    Optional<Fields> found = Fields.of(description, "lab", problems);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Fields fields = found.get();
    String name = fields.name("name", "default", NAME);
    List<MachineSpec> machines = machines(fields);
    List<LinkSpec> links = new ArrayList<>();
    Set<String> names = new HashSet<>(machines.stream().map(MachineSpec::name).toList());
    for (Value link : fields.list("links")) {
      Fields.of(link, "link", problems).map(each -> link(each, names)).ifPresent(links::add);
    }
    fields.rejectUnknown();
    return Optional.of(new LabSpec(name, machines, links));
  }

  private List<MachineSpec> machines(Fields lab) {
    List<MachineSpec> machines = new ArrayList<>();
    Map<Integer, String> ports = new HashMap<>();
    lab.entries("machines")
        .forEach(
            (key, value) -> {
              if (!NAME.matcher(key.toString()).matches()) {
                problems.error(
                    ErrorCode.INVALID_LAB,
                    key.origin(),
                    "\""
                        + key
                        + "\" can't be the name of a machine: lower case letters, digits and"
                        + " \"-\" are allowed, a letter first.");
              }
              Fields.of(value, "machine", problems)
                  .ifPresent(fields -> machines.add(machine(key.toString(), fields, ports)));
            });
    if (machines.isEmpty()) {
      problems.error(ErrorCode.INVALID_LAB, lab.at("machines"), "A lab has at least one machine.");
    }
    return machines;
  }

  private MachineSpec machine(String name, Fields fields, Map<Integer, String> ports) {
    int cpus = fields.integer("cpus", 1, 1, 64);
    int nodes = fields.integer("numa_nodes", 1, 1, 8);
    if (cpus % nodes != 0) {
      fields.invalid(
          "cpus", String.valueOf(cpus), "It has to be a multiple of numa_nodes, " + nodes + ".");
    }
    int memory = memory(fields, nodes);
    List<DiskSpec> disks = disks(fields);
    MachineSpec machine =
        new MachineSpec(
            name,
            fields.name("group", name, Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*")),
            fields.choice(
                "distribution",
                Distribution.BOOKWORM,
                List.of(Distribution.values()),
                Distribution::word),
            fields.choice(
                "kernel",
                KernelFlavour.CLOUD,
                List.of(KernelFlavour.values()),
                KernelFlavour::word),
            cpus,
            nodes,
            memory,
            disks,
            volumes(fields, disks),
            nics(fields),
            fields.choice(
                "network",
                NetworkStack.NETWORKD,
                List.of(NetworkStack.values()),
                NetworkStack::word),
            fields.choice("database", Database.NONE, List.of(Database.values()), Database::word),
            fields.texts("packages", PACKAGE),
            port(name, fields, ports));
    fields.rejectUnknown();
    if (machine.database() == Database.MYSQL_9_7 && machine.distribution() != Distribution.SID) {
      fields.invalid("database", Database.MYSQL_9_7.word(), "Only the distribution sid has it.");
    }
    if (machine.database() == Database.MYSQL_8_0_15
        && machine.distribution() != Distribution.BOOKWORM) {
      fields.invalid("database", Database.MYSQL_8_0_15.word(), "Its binary runs on bookworm only.");
    }
    return machine;
  }

  private static int memory(Fields fields, int nodes) {
    long bytes = fields.quantity("memory", 512L << 20, Quantity::bytes, "1792 MiB");
    long mib = bytes >> 20;
    if (mib < 256 || mib > 1 << 20 || mib % nodes != 0) {
      fields.invalid(
          "memory",
          fields.text("memory", ""),
          "It is at least 256 MiB, and whole MiB on each node.");
    }
    return (int) mib;
  }

  private int port(String name, Fields fields, Map<Integer, String> ports) {
    int port = fields.integer("port", 0, 0, 65_535);
    String other = port == 0 ? null : ports.putIfAbsent(port, name);
    if (other != null) {
      fields.invalid("port", String.valueOf(port), "The machine \"" + other + "\" has it already.");
    }
    return port;
  }

  private List<DiskSpec> disks(Fields machine) {
    List<DiskSpec> disks = new ArrayList<>();
    for (Value value : machine.list("disks")) {
      Fields.of(value, "disk", problems).ifPresent(fields -> disks.add(disk(fields)));
    }
    return disks.isEmpty() ? List.of(SYSTEM_DISK) : disks;
  }

  private static DiskSpec disk(Fields fields) {
    DiskBus bus = fields.choice("bus", DiskBus.NVME, List.of(DiskBus.values()), DiskBus::word);
    long bytes = fields.quantity("size", 8 * GIB, Quantity::bytes, "8 GiB");
    if (bytes < 16 << 20 || bytes % (1 << 20) != 0) {
      fields.invalid("size", fields.text("size", ""), "It is whole MiB, at least 16.");
    }
    int queues = fields.integer("queues", 1, 1, 64);
    fields.rejectUnknown();
    return new DiskSpec(bus, bytes, queues);
  }

  private List<VolumeSpec> volumes(Fields machine, List<DiskSpec> disks) {
    List<VolumeSpec> volumes = new ArrayList<>();
    Set<Integer> used = new HashSet<>();
    for (Value value : machine.list("volumes")) {
      Fields.of(value, "volume", problems)
          .ifPresent(fields -> volumes.add(volume(fields, disks.size(), used)));
    }
    if (volumes.stream().filter(VolumeSpec::lvm).count() > 1) {
      problems.error(
          ErrorCode.INVALID_LAB,
          machine.at("volumes"),
          "A machine has one volume with lvm at most.");
    }
    return volumes;
  }

  private static VolumeSpec volume(Fields fields, int disks, Set<Integer> used) {
    List<Integer> numbers = fields.integers("disks", 2, Math.max(2, disks));
    String raid = fields.choice("raid", "", List.of("raid0", "raid1", "raid10"), word -> word);
    boolean lvm = fields.flag("lvm", false);
    if (numbers.isEmpty() || numbers.stream().anyMatch(number -> number > disks)) {
      fields.invalid(
          "disks",
          numbers.toString(),
          "Name disks of this machine by number; the first holds the system.");
    }
    if (!numbers.stream().allMatch(used::add)) {
      fields.invalid("disks", numbers.toString(), "A disk belongs to one volume.");
    }
    if (raid.isEmpty() ? numbers.size() > 1 && !lvm : numbers.size() < 2) {
      fields.invalid(
          "disks",
          numbers.toString(),
          "Several disks are joined by raid or lvm; raid takes several.");
    }
    String mount = fields.requiredText("mount");
    if (!mount.isEmpty() && !MOUNT.matcher(mount).matches()) {
      fields.invalid("mount", mount, "It is an absolute path.");
    }
    fields.rejectUnknown();
    return new VolumeSpec(numbers, raid, lvm, mount);
  }

  private List<NicSpec> nics(Fields machine) {
    List<NicSpec> nics = new ArrayList<>();
    for (Value value : machine.list("nics")) {
      Fields.of(value, "nic", problems)
          .ifPresent(
              fields -> {
                nics.add(new NicSpec(fields.integer("queues", 1, 1, 64)));
                fields.rejectUnknown();
              });
    }
    return nics;
  }

  private LinkSpec link(Fields fields, Set<String> machines) {
    LinkSpec link =
        new LinkSpec(
            end("server", fields, machines),
            end("client", fields, machines),
            fields.quantity("rtt", Duration.ZERO, Quantity::duration, "48 ms"),
            fields.quantity("jitter", Duration.ZERO, Quantity::duration, "1 ms"),
            fields.quantity("loss", 0.0, Quantity::percent, "0.1 %"),
            fields.quantity("rate", 0L, Quantity::bitsPerSecond, "100 Mbit/s"),
            fields.quantity("lease", Duration.ZERO, Quantity::duration, "2 m"));
    fields.rejectUnknown();
    if (!link.server().isEmpty() && link.server().equals(link.client())) {
      fields.invalid("client", link.client(), "A line has two ends.");
    }
    if (link.isDynamic() && link.lease().compareTo(Duration.ofMinutes(2)) < 0) {
      fields.invalid("lease", fields.text("lease", ""), "It is at least 2 m.");
    }
    return link;
  }

  private String end(String key, Fields fields, Set<String> machines) {
    String name = fields.requiredText(key);
    if (!name.isEmpty() && !machines.contains(name)) {
      Position at = fields.at(key);
      problems.error(
          ErrorCode.INVALID_LAB,
          at,
          "\"" + key + "\" is \"" + name + "\", which is no machine of this lab.");
    }
    return name;
  }
}
