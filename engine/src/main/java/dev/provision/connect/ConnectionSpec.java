package dev.provision.connect;

import dev.provision.value.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How to reach one host, as variables and options say. What is empty is left to ssh_config and its
 * defaults.
 *
 * @param name the inventory name, for messages
 * @param kind over SSH or on this machine
 * @param host what to connect to; the inventory name unless {@code ansible_host} says otherwise
 * @param port empty for ssh_config's or 22
 * @param user the account to log in as
 * @param privateKey a key file to try first, and alone
 * @param password for password and keyboard-interactive authentication, and for encrypted keys
 * @param hostKeyChecking what to do with a key that is not known
 * @param sshArguments further OpenSSH options as users write them ({@code -J}, {@code -o
 *     Name=value}); may be empty
 * @param connectTimeout for TCP and authentication together
 * @param transport {@code SESSION} unless the user asked for one exec per frame
 */
public record ConnectionSpec(
    String name,
    Kind kind,
    String host,
    OptionalInt port,
    Optional<String> user,
    Optional<Path> privateKey,
    Optional<Secret> password,
    HostKeyChecking hostKeyChecking,
    String sshArguments,
    Duration connectTimeout,
    Transport transport) {

  /** How the host is reached. */
  public enum Kind {
    SSH,
    LOCAL
  }

  /**
   * What to do with a host key that is not in known_hosts. A changed key is refused in any case.
   */
  public enum HostKeyChecking {
    REFUSE,
    ACCEPT_NEW
  }

  /** How frames travel. */
  public enum Transport {
    SESSION,
    EXEC
  }

  public static ConnectionSpec local(String name) {
    return new ConnectionSpec(
        name,
        Kind.LOCAL,
        "localhost",
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        HostKeyChecking.REFUSE,
        "",
        Duration.ofSeconds(10),
        Transport.SESSION);
  }
}
