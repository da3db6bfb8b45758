package dev.provision.host.packages;

import dev.provision.host.HostInfo;
import java.util.Optional;

/** What manages a host's packages. */
public enum PackageManager {
  APT("apt-get"),
  DNF5("dnf5"),
  DNF("dnf"),
  YUM("yum"),
  ZYPPER("zypper"),
  APK("apk");

  private final String tool;

  PackageManager(String tool) {
    this.tool = tool;
  }

  String tool() {
    return tool;
  }

  boolean isRpm() {
    return this == DNF5 || this == DNF || this == YUM || this == ZYPPER;
  }

  /** The one that the host has. */
  public static Optional<PackageManager> of(HostInfo host) {
    for (PackageManager manager : values()) {
      if (host.has(manager.tool)) {
        return Optional.of(manager);
      }
    }
    return Optional.empty();
  }
}
