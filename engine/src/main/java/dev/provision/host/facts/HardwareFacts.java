package dev.provision.host.facts;

import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Memory, processors, mounts, disks, firmware. */
final class HardwareFacts {

  private static final List<String> FIRMWARE =
      List.of(
          "bios_date",
          "bios_vendor",
          "bios_version",
          "board_asset_tag",
          "board_name",
          "board_serial",
          "board_vendor",
          "board_version",
          "chassis_asset_tag",
          "chassis_serial",
          "chassis_vendor",
          "chassis_version",
          "product_name",
          "product_serial",
          "product_uuid",
          "product_version");

  private final Sections sections;

  HardwareFacts(Sections sections) {
    this.sections = sections;
  }

  void addTo(Map<String, Value> facts) {
    memory(facts);
    processors(facts);
    firmware(facts);
    facts.put("ansible_mounts", mounts());
    facts.put("ansible_devices", devices());
    String uptime = sections.text("uptime").split("[. ]")[0];
    Sections.number(uptime).ifPresent(n -> facts.put("ansible_uptime_seconds", Value.of(n)));
  }

  private void memory(Map<String, Value> facts) {
    Map<String, String> info = sections.colons("meminfo");
    long total = megabytes(info, "MemTotal");
    long free = megabytes(info, "MemFree");
    long cached = megabytes(info, "Cached") + megabytes(info, "Buffers");
    long swapTotal = megabytes(info, "SwapTotal");
    long swapFree = megabytes(info, "SwapFree");
    facts.put("ansible_memtotal_mb", Value.of(total));
    facts.put("ansible_memfree_mb", Value.of(free));
    facts.put("ansible_swaptotal_mb", Value.of(swapTotal));
    facts.put("ansible_swapfree_mb", Value.of(swapFree));
    Map<String, Value> all = new LinkedHashMap<>();
    all.put("real", amounts("total", total, "used", total - free, "free", free));
    all.put("nocache", amounts("free", free + cached, "used", total - free - cached));
    all.put(
        "swap",
        amounts(
            "total",
            swapTotal,
            "free",
            swapFree,
            "used",
            swapTotal - swapFree,
            "cached",
            megabytes(info, "SwapCached")));
    facts.put("ansible_memory_mb", Value.dict(all));
  }

  private static Value amounts(Object... pairs) {
    Map<String, Value> amounts = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      amounts.put((String) pairs[i], Value.of((Long) pairs[i + 1]));
    }
    return Value.dict(amounts);
  }

  private static long megabytes(Map<String, String> info, String name) {
    String text = info.getOrDefault(name, "0").replace("kB", "");
    return Sections.number(text).orElse(0L) / 1024;
  }

  private void processors(Map<String, Value> facts) {
    List<Value> words = new ArrayList<>();
    Set<String> sockets = new HashSet<>();
    long siblings = 0;
    long cores = 0;
    int count = 0;
    for (String line : sections.lines("cpuinfo")) {
      int colon = line.indexOf(':');
      String name = colon < 0 ? "" : line.substring(0, colon).strip();
      String value = colon < 0 ? "" : line.substring(colon + 1).strip();
      switch (name) {
        case "processor" -> {
          words.add(Sections.unsafe(value));
          count++;
        }
        case "vendor_id", "model name", "Processor", "cpu" -> words.add(Sections.unsafe(value));
        case "physical id" -> sockets.add(value);
        case "siblings" -> siblings = Sections.number(value).orElse(siblings);
        case "cpu cores" -> cores = Sections.number(value).orElse(cores);
        default -> {
          // Lines of other architectures tell nothing that is asked here.
        }
      }
    }
    long socketCount = Math.max(1, sockets.isEmpty() ? count : sockets.size());
    long coreCount = Math.max(1, cores);
    long threads = siblings == 0 ? 1 : Math.max(1, siblings / coreCount);
    facts.put("ansible_processor", Value.list(words));
    facts.put("ansible_processor_count", Value.of(socketCount));
    facts.put("ansible_processor_cores", Value.of(coreCount));
    facts.put("ansible_processor_threads_per_core", Value.of(threads));
    facts.put("ansible_processor_vcpus", Value.of(socketCount * coreCount * threads));
    long usable = Sections.number(sections.text("nproc")).orElse((long) count);
    facts.put("ansible_processor_nproc", Value.of(usable));
  }

  private void firmware(Map<String, Value> facts) {
    for (String name : FIRMWARE) {
      facts.put("ansible_" + name, orNa("dmi " + name));
    }
    facts.put("ansible_system_vendor", orNa("dmi sys_vendor"));
    facts.put("ansible_form_factor", orNa("dmi chassis_type"));
  }

  private Value orNa(String section) {
    String text = sections.text(section);
    return Sections.unsafe(text.isEmpty() ? "NA" : text);
  }

  private Value mounts() {
    Map<String, String[]> sizes = new LinkedHashMap<>();
    for (String line : sections.lines("statfs")) {
      String[] words = line.strip().split(" ");
      if (words.length == 7) {
        sizes.put(words[0], words);
      }
    }
    Map<String, String> uuids = new LinkedHashMap<>();
    for (String line : sections.lines("uuids")) {
      String[] words = line.split(" ", 2);
      if (words.length == 2) {
        uuids.put(words[1], words[0]);
      }
    }
    List<Value> mounts = new ArrayList<>();
    for (String line : sections.lines("mounts")) {
      String[] words = line.split(" ");
      if (words.length >= 4 && (words[0].startsWith("/") || words[0].contains(":/"))) {
        mounts.add(mount(words, sizes.get(words[1]), uuids.getOrDefault(words[0], "N/A")));
      }
    }
    return Value.list(mounts);
  }

  private static Value mount(String[] words, String @Nullable [] size, String uuid) {
    Map<String, Value> mount = new LinkedHashMap<>();
    mount.put("device", Sections.unsafe(unescaped(words[0])));
    mount.put("mount", Sections.unsafe(unescaped(words[1])));
    mount.put("fstype", Sections.unsafe(words[2]));
    mount.put("options", Sections.unsafe(words[3]));
    mount.put("uuid", Sections.unsafe(uuid));
    if (size != null) {
      sizes(mount, size);
    }
    return Value.dict(mount);
  }

  private static void sizes(Map<String, Value> mount, String[] words) {
    long[] n = new long[7];
    for (int i = 1; i < 7; i++) {
      n[i] = Sections.number(words[i]).orElse(0L);
    }
    mount.put("block_size", Value.of(n[1]));
    mount.put("block_total", Value.of(n[2]));
    mount.put("block_available", Value.of(n[4]));
    mount.put("block_used", Value.of(n[2] - n[4]));
    mount.put("size_total", Value.of(n[1] * n[2]));
    mount.put("size_available", Value.of(n[1] * n[4]));
    mount.put("inode_total", Value.of(n[5]));
    mount.put("inode_available", Value.of(n[6]));
    mount.put("inode_used", Value.of(n[5] - n[6]));
  }

  /** /proc/mounts writes blanks and the like as octal. */
  private static String unescaped(String text) {
    return text.replace("\\040", " ")
        .replace("\\011", "\t")
        .replace("\\012", "\n")
        .replace("\\134", "\\");
  }

  private Value devices() {
    Map<String, Value> devices = new LinkedHashMap<>();
    for (String section : new TreeSet<>(sections.names())) {
      if (section.startsWith("block ")) {
        devices.put(section.substring("block ".length()), device(section));
      }
    }
    return Value.dict(devices);
  }

  private Value device(String section) {
    Map<String, String> said = sections.colons(section);
    Map<String, Value> device = new LinkedHashMap<>();
    String sectors = said.getOrDefault("size", "0");
    String sectorSize = said.getOrDefault("queue/hw_sector_size", "512");
    device.put("sectors", Sections.unsafe(sectors));
    device.put("sectorsize", Sections.unsafe(sectorSize));
    // The kernel counts in units of 512 bytes whatever the disk does.
    device.put("size", Sections.unsafe(size(Sections.number(sectors).orElse(0L) * 512)));
    device.put("removable", Sections.unsafe(said.getOrDefault("removable", "")));
    device.put("rotational", Sections.unsafe(said.getOrDefault("queue/rotational", "")));
    device.put(
        "support_discard", Sections.unsafe(said.getOrDefault("queue/discard_max_bytes", "0")));
    device.put(
        "scheduler_mode", Sections.unsafe(scheduler(said.getOrDefault("queue/scheduler", ""))));
    device.put("model", orNull(said.getOrDefault("device/model", "")));
    device.put("vendor", orNull(said.getOrDefault("device/vendor", "")));
    device.put("virtual", Value.of(said.getOrDefault("virtual", "0").equals("1") ? 1 : 0));
    Map<String, Value> partitions = new LinkedHashMap<>();
    List<Value> holders = new ArrayList<>();
    for (String line : sections.lines(section)) {
      String[] words = line.split(" ");
      if (words[0].equals("partition") && words.length == 4) {
        partitions.put(words[1], partition(words));
      } else if (words[0].equals("holder") && words.length == 2) {
        holders.add(Sections.unsafe(words[1]));
      }
    }
    device.put("partitions", Value.dict(partitions));
    device.put("holders", Value.list(holders));
    return Value.dict(device);
  }

  private static Value partition(String[] words) {
    Map<String, Value> partition = new LinkedHashMap<>();
    partition.put("start", Sections.unsafe(words[2]));
    partition.put("sectors", Sections.unsafe(words[3]));
    partition.put("size", Sections.unsafe(size(Sections.number(words[3]).orElse(0L) * 512)));
    return Value.dict(partition);
  }

  private static Value orNull(String text) {
    return text.isEmpty() ? Value.NULL : Sections.unsafe(text);
  }

  private static String scheduler(String said) {
    int from = said.indexOf('[');
    int to = said.indexOf(']');
    return from >= 0 && to > from ? said.substring(from + 1, to) : said.equals("none") ? said : "";
  }

  private static String size(long bytes) {
    String[] units = {"Bytes", "KB", "MB", "GB", "TB", "PB"};
    double amount = bytes;
    int unit = 0;
    while (amount >= 1024 && unit < units.length - 1) {
      amount /= 1024;
      unit++;
    }
    return String.format("%.2f %s", amount, units[unit]);
  }
}
