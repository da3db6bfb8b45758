package dev.provision.lab;

import dev.provision.value.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a lab description such that {@link LabReader} reads it again. */
final class LabWriter {

  private LabWriter() {}

  static Value write(LabSpec lab) {
    Map<String, Value> machines = new LinkedHashMap<>();
    lab.machines().forEach(machine -> machines.put(machine.name(), machine(machine)));
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("name", Value.of(lab.name()));
    fields.put("machines", Value.dict(machines));
    fields.put("links", Value.list(lab.links().stream().map(LabWriter::link).toList()));
    return Value.dict(fields);
  }

  private static Value machine(MachineSpec machine) {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("group", Value.of(machine.group()));
    fields.put("distribution", Value.of(machine.distribution().word()));
    fields.put("kernel", Value.of(machine.kernel().word()));
    fields.put("cpus", Value.of(machine.cpus()));
    fields.put("numa_nodes", Value.of(machine.numaNodes()));
    fields.put("memory", Value.of(machine.memoryMiB() + " MiB"));
    fields.put("disks", Value.list(machine.disks().stream().map(LabWriter::disk).toList()));
    fields.put("volumes", Value.list(machine.volumes().stream().map(LabWriter::volume).toList()));
    fields.put(
        "nics",
        Value.list(
            machine.nics().stream()
                .map(nic -> Value.dict("queues", Value.of(nic.queues())))
                .toList()));
    fields.put("network", Value.of(machine.network().word()));
    fields.put("database", Value.of(machine.database().word()));
    fields.put("packages", Value.list(machine.packages().stream().map(Value::of).toList()));
    fields.put("port", Value.of(machine.port()));
    return Value.dict(fields);
  }

  private static Value disk(DiskSpec disk) {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("bus", Value.of(disk.bus().word()));
    fields.put("size", Value.of((disk.bytes() >> 20) + " MiB"));
    fields.put("queues", Value.of(disk.queues()));
    return Value.dict(fields);
  }

  private static Value volume(VolumeSpec volume) {
    Map<String, Value> fields = new LinkedHashMap<>();
    List<Value.Int> disks = volume.disks().stream().map(Value::of).toList();
    fields.put("disks", Value.list(disks));
    if (!volume.raid().isEmpty()) {
      fields.put("raid", Value.of(volume.raid()));
    }
    fields.put("lvm", Value.of(volume.lvm()));
    fields.put("mount", Value.of(volume.mount()));
    return Value.dict(fields);
  }

  private static Value link(LinkSpec link) {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("server", Value.of(link.server()));
    fields.put("client", Value.of(link.client()));
    fields.put("rtt", duration(link.rtt()));
    fields.put("jitter", duration(link.jitter()));
    fields.put("loss", Value.of(link.lossPercent() + " %"));
    fields.put("rate", Value.of(link.bitsPerSecond() / 1_000 + " kbit/s"));
    fields.put("lease", duration(link.lease()));
    return Value.dict(fields);
  }

  private static Value duration(Duration duration) {
    return Value.of(duration.toNanos() / 1_000 + " us");
  }
}
