package dev.provision.connect.ssh;

import dev.provision.diag.Problem;
import java.time.Clock;
import java.util.List;

/** A connection to one host, logged in. Safe for use by many threads. */
public interface SshConnection extends AutoCloseable {

  /**
   * Connects and logs in, through the target's jumps if it has any. The first channel is opened
   * along with the login.
   *
   * @throws dev.provision.diag.ProvisionException with a code that says what is wrong; nothing
   *     stays open
   */
  static SshConnection open(SshTarget target, SshSecrets secrets) {
    return Opener.open(target, secrets, Clock.systemUTC());
  }

  /**
   * Starts a command without a terminal. Costs no round trip if a channel is open already, else
   * one.
   */
  ExecChannel exec(String command);

  /** Starts a command on a terminal. */
  ExecChannel exec(String command, PtyRequest pty);

  /** Lets the server connect to a host and port, as seen from there. */
  DirectChannel openDirect(String host, int port);

  SshTarget target();

  /** How many round trips it took from the first packet until the login stood, jumps included. */
  int roundTrips();

  /** False once the connection is closed, broken, or found dead by keep-alive. */
  boolean isAlive();

  /** What the user should know about this connection, such as a host key that was new. */
  List<Problem> warnings();

  /**
   * What the server calls itself, such as {@code OpenSSH_9.2p1}. Comes from the host: not to be
   * trusted.
   */
  String serverVersion();

  /** Ends the connection and all its channels. Never throws, never waits for the host. */
  @Override
  void close();
}
