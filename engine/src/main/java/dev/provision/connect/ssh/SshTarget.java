package dev.provision.connect.ssh;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A host and everything that is needed to reach it; mostly made by {@link SshConfig}.
 *
 * @param name the host as the user wrote it
 * @param hostName the name or address to connect to
 * @param port TCP port
 * @param user account to log in to
 * @param login keys, agent and methods to log in with
 * @param hostKeys how the host's key is checked
 * @param jumps hosts to go through, first hop first; each with its own settings and no jumps of its
 *     own
 * @param proxyCommand a local command whose stdin and stdout are the connection, tokens already
 *     replaced
 * @param connectTimeout limit for the TCP connection, for the key exchange, and for each step of
 *     the login
 * @param keepAlive how often a quiet connection is probed; zero for never
 * @param keepAliveCount how many probes may stay unanswered before the connection counts as lost
 */
public record SshTarget(
    String name,
    String hostName,
    int port,
    String user,
    LoginSettings login,
    HostKeySettings hostKeys,
    List<SshTarget> jumps,
    Optional<String> proxyCommand,
    Duration connectTimeout,
    Duration keepAlive,
    int keepAliveCount) {

  public static final int DEFAULT_PORT = 22;
  public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);
  public static final Duration DEFAULT_KEEP_ALIVE = Duration.ofSeconds(10);
  public static final int DEFAULT_KEEP_ALIVE_COUNT = 3;

  public SshTarget {
    jumps = List.copyOf(jumps);
  }

  /** A target that needs no configuration files, as tests and labs use it. */
  public static SshTarget of(
      String host, int port, String user, LoginSettings login, Path knownHosts) {
    return new SshTarget(
        host,
        host,
        port,
        user,
        login,
        new HostKeySettings(
            HostKeyPolicy.STRICT, Optional.empty(), List.of(knownHosts), List.of(), false),
        List.of(),
        Optional.empty(),
        DEFAULT_CONNECT_TIMEOUT,
        DEFAULT_KEEP_ALIVE,
        DEFAULT_KEEP_ALIVE_COUNT);
  }

  public SshTarget withLogin(LoginSettings newLogin) {
    return new SshTarget(
        name,
        hostName,
        port,
        user,
        newLogin,
        hostKeys,
        jumps,
        proxyCommand,
        connectTimeout,
        keepAlive,
        keepAliveCount);
  }

  public SshTarget withHostKeys(HostKeySettings newHostKeys) {
    return new SshTarget(
        name,
        hostName,
        port,
        user,
        login,
        newHostKeys,
        jumps,
        proxyCommand,
        connectTimeout,
        keepAlive,
        keepAliveCount);
  }

  public SshTarget withPolicy(HostKeyPolicy policy) {
    return withHostKeys(hostKeys.withPolicy(policy));
  }

  public SshTarget withJumps(List<SshTarget> newJumps) {
    return new SshTarget(
        name,
        hostName,
        port,
        user,
        login,
        hostKeys,
        newJumps,
        proxyCommand,
        connectTimeout,
        keepAlive,
        keepAliveCount);
  }

  public SshTarget withProxyCommand(Optional<String> newProxyCommand) {
    return new SshTarget(
        name,
        hostName,
        port,
        user,
        login,
        hostKeys,
        jumps,
        newProxyCommand,
        connectTimeout,
        keepAlive,
        keepAliveCount);
  }

  public SshTarget withTimes(Duration newConnectTimeout, Duration newKeepAlive, int newCount) {
    return new SshTarget(
        name,
        hostName,
        port,
        user,
        login,
        hostKeys,
        jumps,
        proxyCommand,
        newConnectTimeout,
        newKeepAlive,
        newCount);
  }

  /** {@code user@host:port}, for messages. */
  public String shown() {
    return user + "@" + hostName + (port == DEFAULT_PORT ? "" : ":" + port);
  }
}
