package dev.provision.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A kernel from Debian's packages, unpacked: {@code vmlinux}, {@code modules/VERSION}, and {@code
 * initrd} where the kernel can't reach a disk by itself.
 */
final class Kernel {

  private static final String RECIPE = "kernel 2";
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** Drivers of devices that no lab has make up half of the full kernel. */
  private static final List<String> UNUSED =
      List.of("drivers/gpu", "drivers/media", "drivers/net/wireless", "sound");

  private static final Map<String, String> NO_ENVIRONMENT = Map.of();

  private final Artifacts cache;
  private final PackageSource source;
  private final Path log;
  private final Progress progress;

  Kernel(Path cache, PackageSource source, Path log, Progress progress) {
    this.cache = new Artifacts(cache.resolve("kernels"));
    this.source = source;
    this.log = log;
    this.progress = progress;
  }

  static String name(Distribution distribution, KernelFlavour flavour) {
    String release = distribution.kernelRelease().word();
    String kind = release + "-" + flavour.word();
    return kind + "-" + Artifacts.key(RECIPE + "\n" + kind + "\n" + InitialRamDisk.RECIPE);
  }

  boolean isThere(Distribution distribution, KernelFlavour flavour) {
    return cache.has(name(distribution, flavour));
  }

  /** The folder of the kernel that boots a distribution. */
  Path get(Distribution distribution, KernelFlavour flavour) {
    String release = distribution.kernelRelease().word();
    return cache.get(
        name(distribution, flavour),
        progress,
        folder -> {
          progress.say("Fetching the " + flavour.word() + " kernel of " + release);
          make(folder, release, flavour);
        });
  }

  private void make(Path folder, String release, KernelFlavour flavour) throws IOException {
    Path work = folder.resolve("work");
    List<Path> packages = download(work, release, flavour);
    Path root = Files.createDirectories(work.resolve("root"));
    for (Path each : packages) {
      logged(List.of("dpkg", "-x", each.toString(), root.toString()));
    }
    Path modules = modulesOf(root);
    Path image =
        existing(root.resolve("boot/vmlinuz-" + modules.getFileName()), modules.resolve("vmlinuz"));
    KernelImage.unpack(image, folder.resolve("vmlinux"), log);
    for (String unused : UNUSED) {
      Artifacts.deleteTree(modules.resolve("kernel").resolve(unused));
    }
    Path target = Files.createDirectories(folder.resolve("modules")).resolve(modules.getFileName());
    Files.move(modules, target, StandardCopyOption.ATOMIC_MOVE);
    unpackModules(target);
    new InitialRamDisk(log).make(folder, target, root);
    Artifacts.deleteTree(work);
  }

  /** The kernel's packages and a static busybox, as files. */
  private List<Path> download(Path work, String release, KernelFlavour flavour) throws IOException {
    Path lists = Files.createDirectories(work.resolve("apt/state/lists/partial"));
    Files.createDirectories(work.resolve("apt/cache/archives/partial"));
    Path status = Files.writeString(work.resolve("apt/status"), "");
    Path sources = work.resolve("apt/sources.list");
    Files.writeString(sources, "deb " + source.mirror() + " " + release + " main\n");
    List<String> options =
        List.of(
            "-oDir::Etc::SourceList=" + sources,
            "-oDir::Etc::SourceParts=/nonexistent",
            "-oDir::State=" + Objects.requireNonNull(lists.getParent()).getParent(),
            "-oDir::State::status=" + status,
            "-oDir::Cache=" + work.resolve("apt/cache"),
            "-oAPT::Sandbox::User=root",
            "-oAcquire::Languages=none",
            "-oAcquire::Check-Valid-Until=false",
            "-oAcquire::Retries=5");
    logged(words("apt-get", options, "-q", "update"));
    List<String> names = kernelPackages(options, flavour);
    Path debs = Files.createDirectories(work.resolve("debs"));
    List<String> fetch = new ArrayList<>(words("apt-get", options, "-q", "download"));
    fetch.addAll(names);
    fetch.add("busybox-static");
    // apt-get downloads into its working folder.
    logged(words("env", List.of("-C", debs.toString()), fetch.toArray(String[]::new)));
    try (Stream<Path> files = Files.list(debs)) {
      return files.sorted().toList();
    }
  }

  /** From the meta package down; newer releases split the kernel into several packages. */
  private static List<String> kernelPackages(List<String> options, KernelFlavour flavour) {
    List<String> words =
        words(
            "apt-cache",
            options,
            "depends",
            "--recurse",
            "--no-recommends",
            "--no-suggests",
            "--no-conflicts",
            "--no-breaks",
            "--no-replaces",
            "--no-enhances",
            flavour.metaPackage());
    List<String> names =
        Command.output(words, LIMIT)
            .lines()
            .filter(line -> line.matches("linux-(image|modules|binary|base)-[0-9].*"))
            .distinct()
            .toList();
    if (names.isEmpty()) {
      throw LabFailure.of("The package sources have no kernel " + flavour.metaPackage() + ".");
    }
    return names;
  }

  private static List<String> words(String program, List<String> options, String... rest) {
    return Stream.of(Stream.of(program), options.stream(), Stream.of(rest))
        .flatMap(each -> each)
        .toList();
  }

  private static Path modulesOf(Path root) throws IOException {
    Path parent = existing(root.resolve("usr/lib/modules"), root.resolve("lib/modules"));
    try (Stream<Path> versions = Files.list(parent)) {
      return versions
          .findFirst()
          .orElseThrow(() -> LabFailure.of("The kernel's packages hold no modules."));
    }
  }

  private static Path existing(Path first, Path second) {
    return Files.exists(first) ? first : second;
  }

  /** Unpacking costs less here than in an emulated machine. */
  private void unpackModules(Path modules) throws IOException {
    List<String> packed;
    try (Stream<Path> files = Files.walk(modules)) {
      packed = files.map(Path::toString).filter(file -> file.endsWith(".ko.xz")).toList();
    }
    int chunk = 500;
    for (int from = 0; from < packed.size(); from += chunk) {
      List<String> some = packed.subList(from, Math.min(packed.size(), from + chunk));
      logged(words("xz", List.of("-d", "-T0"), some.toArray(String[]::new)));
    }
  }

  private void logged(List<String> words) {
    Command.logged(words, NO_ENVIRONMENT, log, LIMIT);
  }
}
