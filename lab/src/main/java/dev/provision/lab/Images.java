package dev.provision.lab;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * System disks made from packages: {@code disk.img}, a file system without a partition table,
 * {@code packages}, the versions in it, and {@code recipe}.
 */
final class Images {

  private static final Duration LIMIT = Duration.ofMinutes(20);

  /** Space, time and nothing else: nobody reads manuals in a lab. */
  private static final List<String> DPKG_OPTIONS =
      List.of(
          "force-unsafe-io",
          "path-exclude=/usr/share/doc/*",
          "path-exclude=/usr/share/man/*",
          "path-exclude=/usr/share/info/*",
          "path-exclude=/usr/share/locale/*",
          "path-exclude=/usr/share/mysql/*-test/*",
          "path-exclude=/usr/lib/mysql-test/*");

  private static final List<String> APT_OPTIONS =
      List.of(
          "Acquire::Languages \"none\"",
          // sid's index may be older than it says it may get.
          "Acquire::Check-Valid-Until \"false\"",
          "Acquire::Retries \"5\"",
          "Apt::Install-Recommends \"false\"");

  private final Path root;
  private final Artifacts cache;
  private final Kernel kernels;
  private final Path log;
  private final Progress progress;
  private final PackageSource source = new PackageSource(Path.of("/etc/apt"));

  Images(Path root, Path log, Progress progress) {
    this.root = root;
    this.cache = new Artifacts(root.resolve("images"));
    this.log = log;
    this.progress = progress;
    this.kernels = new Kernel(root, source, log, progress);
  }

  /** Whether a machine could be started at once. */
  boolean isThere(LabSpec lab, MachineSpec machine) {
    return kernels.isThere(machine.distribution(), machine.kernel())
        && cache.has(ImageRecipe.of(lab, machine).name());
  }

  /** The folder of the kernel of a machine. */
  Path kernel(MachineSpec machine) {
    return kernels.get(machine.distribution(), machine.kernel());
  }

  /** The folder of the image of a machine; made first where it is not there. */
  Path image(LabSpec lab, MachineSpec machine) {
    ImageRecipe recipe = ImageRecipe.of(lab, machine);
    Path kernel = kernel(machine);
    return cache.get(recipe.name(), progress, folder -> build(folder, recipe, kernel, machine));
  }

  private void build(Path folder, ImageRecipe recipe, Path kernel, MachineSpec machine)
      throws IOException {
    if (!HostTools.isRoot()) {
      throw new ProvisionException(
          ErrorCode.LAB_FAILED,
          "The image of " + machine.name() + " isn't in " + root + " yet; only root can build it.");
    }
    progress.say(
        "Building the image of "
            + machine.name()
            + ": "
            + recipe.distribution().word()
            + ", "
            + recipe.packages().size()
            + " packages and what they need");
    Path mine = log.resolveSibling("image-" + recipe.name() + ".log");
    Path system = folder.resolve("system");
    Path additions = additions(folder, recipe);
    if (recipe.database() == Database.MYSQL_8_0_15) {
      Path server = new ServerJar(root, mine, progress).get();
      Path target = additions.resolve("opt");
      Files.createDirectories(target);
      Command.logged(
          List.of("cp", "-a", server.toString(), target.resolve("mysql-8.0.15").toString()),
          Map.of(),
          mine,
          LIMIT);
    }
    Command.logged(
        installation(recipe, system, additions, kernel),
        Map.of("DEBIAN_FRONTEND", "noninteractive"),
        mine,
        LIMIT);
    // Were it empty, systemd would take each start for the first one and go through all presets.
    Files.writeString(
        system.resolve("etc/machine-id"), Artifacts.key(recipe.text()).repeat(2) + "\n");
    Files.writeString(folder.resolve("packages"), versions(system));
    Files.writeString(folder.resolve("recipe"), recipe.text());
    makeFileSystem(system, folder.resolve("disk.img"), recipe.bytes(), mine);
    Artifacts.deleteTree(system);
    Artifacts.deleteTree(additions);
  }

  private List<String> installation(ImageRecipe recipe, Path system, Path additions, Path kernel) {
    List<String> words = new ArrayList<>(List.of("mmdebstrap", "--mode=root", "--variant=minbase"));
    APT_OPTIONS.forEach(option -> words.add("--aptopt=" + option));
    DPKG_OPTIONS.forEach(option -> words.add("--dpkgopt=" + option));
    words.add("--include=" + String.join(",", recipe.packages()));
    words.add("--customize-hook=sync-in " + additions + " /");
    words.add("--customize-hook=copy-in " + kernel.resolve("modules") + " /usr/lib");
    words.add(
        "--customize-hook=chroot \"$1\" /usr/lib/provision-lab/customise "
            + recipe.network().word()
            + " "
            + recipe.database().word());
    words.add(recipe.distribution().word());
    words.add(system.toString());
    words.add("deb " + source.mirror() + " " + recipe.distribution().word() + " main");
    return words;
  }

  /** Our own files, as they shall lie in the image. */
  private static Path additions(Path folder, ImageRecipe recipe) throws IOException {
    Path additions = folder.resolve("additions");
    for (Map.Entry<String, String> each : recipe.guestFiles().entrySet()) {
      Path file = additions.resolve(each.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, each.getValue());
      String mode = each.getValue().startsWith("#!") ? "rwxr-xr-x" : "rw-r--r--";
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }
    return additions;
  }

  private static String versions(Path system) {
    return Command.output(
        List.of("dpkg-query", "--admindir=" + system.resolve("var/lib/dpkg"), "-W"), LIMIT);
  }

  /** Without loop devices and mounts: a sparse file, filled from a folder. */
  private static void makeFileSystem(Path system, Path disk, long bytes, Path log)
      throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(disk.toFile(), "rw")) {
      file.setLength(bytes);
    }
    Command.logged(
        List.of(
            "mkfs.ext4",
            "-q",
            "-F",
            "-L",
            "system",
            "-m",
            "0",
            "-E",
            // A new file is all zeros, so neither this nor the guest's kernel has to write them.
            "nodiscard,assume_storage_prezeroed=1",
            "-d",
            system.toString(),
            disk.toString()),
        Map.of(),
        log,
        LIMIT);
  }
}
