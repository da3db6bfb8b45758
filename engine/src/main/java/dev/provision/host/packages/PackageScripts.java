package dev.provision.host.packages;

import java.time.Duration;

/** Shell text that steps for packages share. */
final class PackageScripts {

  private PackageScripts() {}

  /** Nothing asks questions, and nobody's configuration is replaced. */
  static final String APT =
      "export DEBIAN_FRONTEND=noninteractive DEBIAN_PRIORITY=critical NEEDRESTART_MODE=l UCF_FORCE_CONFFOLD=1\n";

  static String aptGet(Duration lockTimeout) {
    return "apt-get -q -y -o DPkg::Lock::Timeout=" + Math.max(0, lockTimeout.toSeconds());
  }
}
