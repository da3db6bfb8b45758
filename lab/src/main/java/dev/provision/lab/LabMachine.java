package dev.provision.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A machine of a lab that is up. */
public final class LabMachine {

  /** The account with all rights, opened by the lab's key. */
  public static final String ROOT = "root";

  /** An account with the lab's key and a password that sudo asks for. */
  public static final String USER = "deploy";

  /** The password of {@link #USER}. It opens machines that reach nothing and last an hour. */
  public static final String PASSWORD = "lab";

  private static final Duration COMMAND_LIMIT = Duration.ofMinutes(5);
  private static final Duration BOOT_LIMIT = Duration.ofMinutes(8);
  private static final Duration SHUTDOWN_LIMIT = Duration.ofSeconds(90);
  private static final Duration KILL_LIMIT = Duration.ofSeconds(10);

  private final MachineSpec spec;
  private final LabFolder lab;
  private final MachineFolder folder;
  private final Console console;

  LabMachine(MachineSpec spec, LabFolder lab) {
    this.spec = spec;
    this.lab = lab;
    this.folder = lab.machine(spec.name());
    this.console = new Console(folder.console());
  }

  /** What a command in a machine did. */
  public record Result(int exit, String out, String err) {
    public boolean succeeded() {
      return exit == 0;
    }
  }

  public String name() {
    return spec.name();
  }

  public MachineSpec spec() {
    return spec;
  }

  /** The address that leads to its sshd. */
  public String host() {
    return "127.0.0.1";
  }

  /** The port that leads to its sshd. */
  public int port() {
    return spec.port();
  }

  /** The private key that opens {@link #ROOT} and {@link #USER}. */
  public Path key() {
    return lab.key();
  }

  /** Holds the machine's host key. */
  public Path knownHosts() {
    return lab.knownHosts();
  }

  /** Whether its QEMU runs. */
  public boolean isRunning() {
    return GuestProcess.of(folder).isPresent();
  }

  /** Runs a command as root, by the shell of the machine. */
  public Result ssh(String command) {
    return ssh(ROOT, command, COMMAND_LIMIT);
  }

  public Result ssh(String user, String command, Duration limit) {
    Command.Result result = Command.run(sshCommand(user, List.of(command)), limit);
    return new Result(result.exit(), result.out(), result.err());
  }

  /** The output, without a last line break, of a command that has to succeed. */
  public String output(String command) {
    Result result = ssh(command);
    if (!result.succeeded()) {
      throw LabFailure.of(
          "\""
              + command
              + "\" on "
              + name()
              + " ended with "
              + result.exit()
              + ": "
              + result.err());
    }
    return result.out().strip();
  }

  /**
   * The call of OpenSSH's client that runs a command there.
   *
   * @param words a command line for the machine's shell; empty for an interactive shell
   */
  public List<String> sshCommand(String user, List<String> words) {
    List<String> command = new ArrayList<>(List.of("ssh", "-F", "none", "-p", "" + port()));
    List<String> options =
        List.of(
            "IdentityFile=" + key(),
            "IdentitiesOnly=yes",
            "UserKnownHostsFile=" + knownHosts(),
            "GlobalKnownHostsFile=/dev/null",
            "StrictHostKeyChecking=yes",
            "BatchMode=yes",
            "ConnectTimeout=60",
            "LogLevel=ERROR");
    options.forEach(option -> command.addAll(List.of("-o", option)));
    command.add(user + "@" + host());
    command.addAll(words);
    return List.copyOf(command);
  }

  /** Restarts the guest and waits until it is up again. */
  public void reboot() {
    int before = console.boots().size();
    String boot = bootId();
    // The connection may end before the answer arrives: what counts is the new boot.
    ssh(ROOT, "systemctl --no-block reboot", Duration.ofSeconds(60));
    awaitBoot(before);
    if (bootId().equals(boot)) {
      throw LabFailure.of(name() + " was to restart, but did not.");
    }
  }

  /** Changes with each boot. */
  public String bootId() {
    return output("cat /proc/sys/kernel/random/boot_id");
  }

  /** What the guest wrote last to its serial line. */
  public String consoleEnd() {
    return console.end();
  }

  /**
   * Waits for a boot after the first {@code before} ones.
   *
   * @return what systemd thinks of it: {@code running} or {@code degraded}
   */
  String awaitBoot(int before) {
    Optional<GuestProcess> process = GuestProcess.of(folder);
    Optional<Boolean> up =
        Await.value(
            BOOT_LIMIT,
            () -> {
              if (console.boots().size() > before) {
                return Optional.of(true);
              }
              boolean runs = process.map(GuestProcess::isAlive).orElse(false);
              return runs ? Optional.empty() : Optional.of(false);
            });
    if (up.isEmpty() || !up.get()) {
      String what = up.isEmpty() ? " did not come up. It said last:\n" : " ended. It said last:\n";
      throw LabFailure.of(name() + what + consoleEnd());
    }
    return ssh(ROOT, "systemctl is-system-running --wait", BOOT_LIMIT).out().strip();
  }

  /** Shuts the guest down and ends its process in any case. */
  void stop() {
    Optional<GuestProcess> found = GuestProcess.of(folder);
    if (found.isEmpty()) {
      return;
    }
    GuestProcess process = found.get();
    if (Qmp.powerDown(folder.controlSocket())
        && Await.that(SHUTDOWN_LIMIT, () -> !process.isAlive())) {
      return;
    }
    process.kill();
    if (!Await.that(KILL_LIMIT, () -> !process.isAlive())) {
      throw LabFailure.of("The process " + process.pid() + " of " + name() + " does not end.");
    }
  }
}
