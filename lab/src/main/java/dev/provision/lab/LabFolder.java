package dev.provision.lab;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where the files of one lab lie. */
record LabFolder(Path path) {

  /** QEMU's control socket has to fit into the system's limit for the names of sockets. */
  private static final int LONGEST_SOCKET = 107;

  /** The description, ports filled in. */
  Path description() {
    return path.resolve("lab.json");
  }

  /** There when all machines had come up. */
  Path complete() {
    return path.resolve("complete");
  }

  /** The process that the lab must not outlive; missing where there is none. */
  Path owner() {
    return path.resolve("owner");
  }

  /** The private key that opens all machines. */
  Path key() {
    return path.resolve("id_ed25519");
  }

  Path publicKey() {
    return path.resolve("id_ed25519.pub");
  }

  Path knownHosts() {
    return path.resolve("known_hosts");
  }

  Path inventory() {
    return path.resolve("inventory.yml");
  }

  Path log() {
    return path.resolve("lab.log");
  }

  MachineFolder machine(String name) {
    return new MachineFolder(path.resolve("machines").resolve(name));
  }

  void checkLength(String machine) {
    Path socket = machine(machine).controlSocket();
    if (socket.toString().length() > LONGEST_SOCKET) {
      throw LabFailure.of(
          "The path \"" + socket + "\" is too long for a socket. Set PROVISION_STATE.");
    }
  }

  /** The folders of all labs. */
  static List<LabFolder> all(Path state) {
    List<LabFolder> folders = new ArrayList<>();
    if (!Files.isDirectory(state)) {
      return folders;
    }
    try (DirectoryStream<Path> found = Files.newDirectoryStream(state, LabFolder::isLab)) {
      found.forEach(path -> folders.add(new LabFolder(path)));
    } catch (IOException e) {
      throw LabFailure.of("\"" + state + "\" can't be read: " + e.getMessage(), e);
    }
    return folders;
  }

  private static boolean isLab(Path path) {
    return Files.isDirectory(path) && !path.getFileName().toString().startsWith(".");
  }
}
