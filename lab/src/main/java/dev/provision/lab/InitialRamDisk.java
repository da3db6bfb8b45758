package dev.provision.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A first root file system with just the modules that lead to the disk, for kernels that don't have
 * them built in.
 */
final class InitialRamDisk {

  static final String RECIPE = "initrd 1";

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final List<String> WANTED = List.of("nvme", "virtio_pci", "virtio_blk", "ext4");

  private static final String INIT =
      """
      #!/bin/busybox sh
      # Brings the disk, mounts it and goes there.
      /bin/busybox mount -t proc proc /proc
      /bin/busybox mount -t sysfs sysfs /sys
      /bin/busybox mount -t devtmpfs devtmpfs /dev
      for word in $(/bin/busybox cat /proc/cmdline); do
        case $word in
          root=*) root=${word#root=} ;;
        esac
      done
      while read -r module; do
        /bin/busybox insmod "/modules/$module"
      done </modules/order
      tries=0
      while [ ! -e "$root" ] && [ $tries -lt 300 ]; do
        tries=$((tries + 1))
        /bin/busybox usleep 100000
      done
      /bin/busybox mount -t ext4 -o rw "$root" /root
      /bin/busybox umount /proc /sys
      /bin/busybox mount -o move /dev /root/dev
      exec /bin/busybox switch_root /root /sbin/init
      """;

  private final Path log;

  InitialRamDisk(Path log) {
    this.log = log;
  }

  /**
   * Makes {@code initrd} in {@code folder}.
   *
   * @param modules the folder of one kernel version
   * @param unpacked where a package with a static busybox was unpacked
   */
  void make(Path folder, Path modules, Path unpacked) throws IOException {
    Path root = folder.resolve("work/initrd");
    for (String name : List.of("bin", "proc", "sys", "dev", "root", "modules")) {
      Files.createDirectories(root.resolve(name));
    }
    Path busybox = unpacked.resolve("bin/busybox");
    Files.copy(
        Files.exists(busybox) ? busybox : unpacked.resolve("usr/bin/busybox"),
        root.resolve("bin/busybox"));
    List<String> order = new ArrayList<>();
    for (Path module : neededModules(modules)) {
      Files.copy(module, root.resolve("modules").resolve(module.getFileName()));
      order.add(module.getFileName().toString());
    }
    Files.write(root.resolve("modules/order"), order);
    Path init = Files.writeString(root.resolve("init"), INIT);
    List.of(init, root.resolve("bin/busybox"))
        .forEach(file -> file.toFile().setExecutable(true, false));
    pack(root, folder.resolve("initrd"));
  }

  private void pack(Path root, Path target) {
    String script = "cd \"$1\" && find . | cpio -o -H newc -R 0:0 --quiet >\"$2\"";
    Command.logged(
        List.of("sh", "-c", script, "sh", root.toString(), target.toString()),
        Map.of(),
        log,
        LIMIT);
  }

  /** Modules in the order in which they have to be loaded; none that is built in. */
  private List<Path> neededModules(Path modules) throws IOException {
    // depmod wants the modules where a kernel would look for them.
    Path base = Objects.requireNonNull(modules.getParent()).resolveSibling("work/depmod");
    Path place = Files.createDirectories(base.resolve("lib/modules"));
    Files.createSymbolicLink(place.resolve(modules.getFileName()), modules);
    String version = modules.getFileName().toString();
    Command.logged(List.of("depmod", "-b", base.toString(), version), Map.of(), log, LIMIT);
    Set<Path> found = new LinkedHashSet<>();
    for (String name : WANTED) {
      List<String> words =
          List.of("modprobe", "-d", base.toString(), "-S", version, "--show-depends", name);
      Command.output(words, LIMIT)
          .lines()
          .filter(line -> line.startsWith("insmod "))
          .map(line -> Path.of(line.split("\\s+")[1]))
          .forEach(found::add);
    }
    return List.copyOf(found);
  }
}
