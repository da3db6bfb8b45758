package dev.provision.lab.ssh;

import dev.provision.lab.LocalCommand;
import dev.provision.lab.wire.WireEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** OpenSSH's server at an end of a line, with one key that it lets in. */
final class WireSshd implements AutoCloseable {

  static final int PORT = 2222;

  private final Path folder;
  private final WireEnd end;
  private final Process process;

  private WireSshd(Path folder, WireEnd end, Process process) {
    this.folder = folder;
    this.end = end;
    this.process = process;
  }

  static WireSshd start(WireEnd end, Path folder, String... settings)
      throws IOException, InterruptedException {
    Files.createDirectories(Path.of("/run/sshd"));
    keygen(folder.resolve("host"), "ed25519");
    keygen(folder.resolve("id"), "ed25519");
    keygen(folder.resolve("other"), "ecdsa");
    Files.copy(folder.resolve("id.pub"), folder.resolve("authorized_keys"));
    List<String> config = new ArrayList<>(List.of(settings));
    config.addAll(
        List.of(
            "Port " + PORT,
            "ListenAddress " + end.address(),
            "HostKey " + folder.resolve("host"),
            "AuthorizedKeysFile " + folder.resolve("authorized_keys"),
            "PidFile none",
            // A home without rc files: what they take differs from run to run.
            "SetEnv HOME=" + folder,
            "UsePAM no",
            "UseDNS no",
            "StrictModes no",
            "PermitRootLogin yes"));
    Files.write(folder.resolve("sshd_config"), config);
    Process process =
        end.command("/usr/sbin/sshd", "-D", "-e", "-f", folder.resolve("sshd_config").toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    WireSshd sshd = new WireSshd(folder, end, process);
    sshd.awaitListening();
    return sshd;
  }

  private static void keygen(Path file, String type) {
    LocalCommand.run(
        new ProcessBuilder("ssh-keygen", "-q", "-t", type, "-N", "", "-f", file.toString()));
  }

  private void awaitListening() throws IOException, InterruptedException {
    for (int i = 0; i < 200; i++) {
      if (Files.readString(folder.resolve("log")).contains("Server listening")) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(25);
    }
    throw new IOException("sshd does not listen: " + Files.readString(folder.resolve("log")));
  }

  /** A known_hosts file with its key. */
  Path knownHosts() throws IOException {
    String key = Files.readString(folder.resolve("host.pub"));
    return Files.writeString(
        folder.resolve("known_hosts"), "[" + end.address() + "]:" + PORT + " " + key);
  }

  /** A key that it lets in. */
  Path key() {
    return folder.resolve("id");
  }

  /** A key that it does not let in. */
  Path strangeKey() {
    return folder.resolve("other");
  }

  @Override
  public void close() {
    process.destroy();
  }
}
