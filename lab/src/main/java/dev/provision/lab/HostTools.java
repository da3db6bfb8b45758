package dev.provision.lab;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The programs of this machine that a lab needs; brings those that are missing. */
final class HostTools {

  private static final Duration INSTALL_LIMIT = Duration.ofMinutes(10);
  private static final String WAIT_FOR_OTHERS = "-oDPkg::Lock::Timeout=600";

  private final Path log;
  private final Progress progress;

  HostTools(Path log, Progress progress) {
    this.log = log;
    this.progress = progress;
  }

  /** A program and the Debian package that brings it. */
  record Tool(String program, String debianPackage) {

    boolean isThere() {
      String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin:/usr/bin:/bin";
      return Stream.of(path.split(":"))
          .filter(folder -> !folder.isEmpty())
          .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
  }

  static final List<Tool> TO_RUN =
      List.of(
          new Tool("qemu-system-x86_64", "qemu-system-x86"),
          new Tool("qemu-img", "qemu-utils"),
          new Tool("ssh", "openssh-client"),
          new Tool("tar", "tar"),
          new Tool("ip", "iproute2"));

  static final List<Tool> TO_BUILD =
      List.of(
          new Tool("mmdebstrap", "mmdebstrap"),
          new Tool("mkfs.ext4", "e2fsprogs"),
          new Tool("apt-get", "apt"),
          new Tool("dpkg", "dpkg"),
          new Tool("depmod", "kmod"),
          new Tool("cpio", "cpio"),
          new Tool("lz4", "lz4"),
          new Tool("zstd", "zstd"),
          new Tool("xz", "xz-utils"));

  /** Installs what is missing, as root; otherwise says what to install. */
  synchronized void need(List<Tool> tools) {
    List<String> missing =
        tools.stream().filter(tool -> !tool.isThere()).map(Tool::debianPackage).distinct().toList();
    if (missing.isEmpty()) {
      return;
    }
    if (!isRoot() || !new Tool("apt-get", "apt").isThere()) {
      throw new ProvisionException(
          ErrorCode.TOOL_MISSING,
          "The lab needs Debian's packages " + String.join(" ", missing) + ". Install them.");
    }
    progress.say("Installing " + String.join(" ", missing) + " from Debian's packages");
    Map<String, String> quiet = Map.of("DEBIAN_FRONTEND", "noninteractive");
    Command.logged(List.of("apt-get", "-q", WAIT_FOR_OTHERS, "update"), quiet, log, INSTALL_LIMIT);
    List<String> install =
        Stream.concat(
                Stream.of(
                    "apt-get", "-q", "-y", WAIT_FOR_OTHERS, "--no-install-recommends", "install"),
                missing.stream())
            .toList();
    Command.logged(install, quiet, log, INSTALL_LIMIT);
  }

  static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }
}
