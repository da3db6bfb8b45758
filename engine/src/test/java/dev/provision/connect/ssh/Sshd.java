package dev.provision.connect.ssh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real OpenSSH server on a free port of 127.0.0.1, with its own keys and configuration. */
final class Sshd implements AutoCloseable {

  private final Path folder;
  private final int port;
  private final Process process;

  private Sshd(Path folder, int port, Process process) {
    this.folder = folder;
    this.port = port;
    this.process = process;
  }

  /**
   * Starts one.
   *
   * @param folder an empty folder of its own
   * @param settings lines for sshd_config that come before the usual ones and so win
   */
  static Sshd start(Path folder, String... settings) throws IOException, InterruptedException {
    if (System.getProperty("user.name").equals("root")) {
      Files.createDirectories(Path.of("/run/sshd"));
    }
    for (String type : List.of("ed25519", "ecdsa", "rsa")) {
      keygen(folder.resolve("host_" + type), "-t", type, "-N", "");
    }
    Files.writeString(folder.resolve("authorized_keys"), "");
    int port = freePort();
    List<String> config = new ArrayList<>(List.of(settings));
    config.addAll(
        List.of(
            "Port " + port,
            "ListenAddress 127.0.0.1",
            "HostKey " + folder.resolve("host_ed25519"),
            "HostKey " + folder.resolve("host_ecdsa"),
            "HostKey " + folder.resolve("host_rsa"),
            "AuthorizedKeysFile " + folder.resolve("authorized_keys"),
            "PidFile none",
            "UsePAM no",
            "StrictModes no",
            "PermitRootLogin yes",
            "PasswordAuthentication no",
            "KbdInteractiveAuthentication no",
            "MaxStartups 100",
            "LogLevel VERBOSE"));
    Files.write(folder.resolve("sshd_config"), config);
    Process process =
        new ProcessBuilder(
                "/usr/sbin/sshd", "-D", "-e", "-f", folder.resolve("sshd_config").toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    Sshd sshd = new Sshd(folder, port, process);
    sshd.awaitListening();
    return sshd;
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitListening() throws IOException, InterruptedException {
    for (int i = 0; i < 200; i++) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
        return;
      } catch (IOException e) {
        if (!process.isAlive()) {
          break;
        }
        TimeUnit.MILLISECONDS.sleep(25);
      }
    }
    throw new IOException("sshd does not listen: " + log());
  }

  /** Runs ssh-keygen to make a key. */
  static Path keygen(Path file, String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ssh-keygen", "-q", "-f", file.toString()));
    command.addAll(List.of(options));
    run(command);
    return file;
  }

  static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(command + " failed: " + output);
    }
    return output;
  }

  /** Lets this key in, with options before it if there are any. */
  void authorize(Path privateKey, String options) throws IOException {
    String line = Files.readString(privateKey.resolveSibling(privateKey.getFileName() + ".pub"));
    String text = options.isEmpty() ? line : options + " " + line;
    Files.writeString(folder.resolve("authorized_keys"), text, StandardOpenOption.APPEND);
  }

  /** A known_hosts file with all of its keys. */
  Path knownHosts() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String type : List.of("ed25519", "ecdsa", "rsa")) {
      lines.append("[127.0.0.1]:").append(port).append(' ').append(hostKey(type)).append('\n');
    }
    return Files.writeString(folder.resolve("known_hosts"), lines);
  }

  /** Type and base64 of one of its keys. */
  String hostKey(String type) throws IOException {
    String[] words = Files.readString(folder.resolve("host_" + type + ".pub")).split(" ");
    return words[0] + " " + words[1].strip();
  }

  SshTarget target(LoginSettings login) throws IOException {
    return SshTarget.of("127.0.0.1", port, System.getProperty("user.name"), login, knownHosts());
  }

  int port() {
    return port;
  }

  Path folder() {
    return folder;
  }

  long pid() {
    return process.pid();
  }

  String log() {
    try {
      return Files.readString(folder.resolve("log"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void makePrivate(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }
}
