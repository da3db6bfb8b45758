package dev.provision.lab;

import java.nio.file.Path;

/** Where the files of one machine of one lab lie. */
record MachineFolder(Path path) {

  Path pidFile() {
    return path.resolve("qemu.pid");
  }

  Path disk(int index) {
    return path.resolve("disk" + index + ".qcow2");
  }

  Path seed() {
    return path.resolve("seed.tar");
  }

  /** What the guest writes to its serial line. */
  Path console() {
    return path.resolve("console.log");
  }

  /** Where QEMU takes orders. */
  Path controlSocket() {
    return path.resolve("qmp");
  }

  Path hostKey() {
    return path.resolve("ssh_host_ed25519_key");
  }
}
