package dev.provision.lab.container;

/** The kinds of test hosts; {@code lab/testbed/container-image.sh} has a recipe for each. */
public enum ContainerImage {
  /** Debian 12 with systemd, GNU tools, sudo, doas, and all the {@linkplain Account accounts}. */
  DEBIAN_12("debian-12", "/lib/systemd/systemd"),
  /** As {@link #DEBIAN_12}, with Debian 13. */
  DEBIAN_13("debian-13", "/lib/systemd/systemd"),
  /** busybox as init and as every tool; sshd and sudo; no systemd, no bash, no package manager. */
  BUSYBOX("busybox", "/sbin/init");

  private final String recipe;
  private final String init;

  ContainerImage(String recipe, String init) {
    this.recipe = recipe;
    this.init = init;
  }

  String recipe() {
    return recipe;
  }

  String init() {
    return init;
  }

  /** Whether systemd is PID 1. */
  public boolean hasSystemd() {
    return this != BUSYBOX;
  }
}
