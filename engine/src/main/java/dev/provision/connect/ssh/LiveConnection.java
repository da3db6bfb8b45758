package dev.provision.connect.ssh;

import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import net.schmizz.sshj.connection.ConnectionException;
import net.schmizz.sshj.connection.ConnectionImpl;
import net.schmizz.sshj.connection.channel.OpenFailException;
import net.schmizz.sshj.transport.TransportException;
import net.schmizz.sshj.transport.TransportImpl;
import org.jspecify.annotations.Nullable;

/**
 * A connection that stands. Keeps one channel open ahead of need, so that the next command starts
 * without a wait.
 */
final class LiveConnection implements SshConnection {

  private static final Duration OPEN_LIMIT = Duration.ofSeconds(30);
  private static final Duration GOODBYE_LIMIT = Duration.ofSeconds(2);

  /** sshd counts a closed channel for a moment longer than we do. */
  private static final int[] RETRY_MILLIS = {5, 20, 80, 200, 400};

  private final SshTarget target;
  private final Optional<SshConnection> outer;
  private final Wire wire;
  private final TransportImpl transport;
  private final ConnectionImpl connection;
  private final int roundTrips;
  private final List<Problem> warnings;
  private final AtomicReference<@Nullable CommandChannel> spare;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicBoolean broken = new AtomicBoolean();
  private final KeepAlive keepAlive;

  LiveConnection(
      SshTarget target,
      Optional<SshConnection> outer,
      Wire wire,
      TransportImpl transport,
      ConnectionImpl connection,
      CommandChannel first,
      int roundTrips,
      List<Problem> warnings) {
    this.target = target;
    this.outer = outer;
    this.wire = wire;
    this.transport = transport;
    this.connection = connection;
    this.spare = new AtomicReference<>(first);
    this.roundTrips = roundTrips;
    this.warnings = List.copyOf(warnings);
    // Told before the streams are, so that whoever gets their error finds the connection dead.
    transport.setDisconnectListener((reason, message) -> broken.set(true));
    this.keepAlive = KeepAlive.start(target.keepAlive(), target.keepAliveCount(), wire, connection);
  }

  @Override
  public ExecChannel exec(String command) {
    return exec(command, Optional.empty());
  }

  @Override
  public ExecChannel exec(String command, PtyRequest pty) {
    return exec(command, Optional.of(pty));
  }

  private ExecChannel exec(String command, Optional<PtyRequest> pty) {
    try {
      CommandChannel channel = openedSession();
      channel.start(command, pty);
      openSpare();
      return channel;
    } catch (OpenFailException e) {
      throw Failures.channelRefused(target, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw lost("while a command was started", e);
    }
  }

  private CommandChannel openedSession() throws ConnectionException, TransportException {
    CommandChannel ready = spare.getAndSet(null);
    if (ready != null) {
      try {
        ready.awaitOpen(OPEN_LIMIT);
        return ready;
      } catch (OpenFailException e) {
        // There was no room for a spare one; there may be now.
        return retried(e);
      }
    }
    try {
      return newSession();
    } catch (OpenFailException e) {
      return retried(e);
    }
  }

  private CommandChannel retried(OpenFailException first)
      throws ConnectionException, TransportException {
    OpenFailException failure = first;
    for (int millis : RETRY_MILLIS) {
      pause(millis);
      try {
        return newSession();
      } catch (OpenFailException e) {
        failure = e;
      }
    }
    throw failure;
  }

  private static void pause(int millis) throws ConnectionException {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectionException(e);
    }
  }

  private CommandChannel newSession() throws ConnectionException, TransportException {
    CommandChannel channel = new CommandChannel(connection);
    channel.requestOpen();
    channel.awaitOpen(OPEN_LIMIT);
    return channel;
  }

  /** Asks for the next one; nobody waits for it here. */
  private void openSpare() throws TransportException {
    CommandChannel next = new CommandChannel(connection);
    if (spare.compareAndSet(null, next)) {
      next.requestOpen();
    } else {
      connection.forget(next);
    }
  }

  @Override
  public DirectChannel openDirect(String host, int port) {
    ForwardChannel channel = new ForwardChannel(connection, host, port);
    try {
      channel.requestOpen();
      channel.awaitOpen(OPEN_LIMIT);
      return channel;
    } catch (OpenFailException e) {
      String why =
          "forward to " + host + " port " + port + " failed: " + String.valueOf(e.getMessage());
      throw Failures.channelRefused(target, why, e);
    } catch (IOException e) {
      throw lost("while a forward was opened", e);
    }
  }

  private ProvisionException lost(String when, IOException e) {
    String why = wire.reason();
    return Failures.lost(
        "to " + target.shown() + " " + when, why == null ? e : new IOException(why, e));
  }

  @Override
  public SshTarget target() {
    return target;
  }

  @Override
  public int roundTrips() {
    return roundTrips;
  }

  @Override
  public boolean isAlive() {
    return !closed.get() && !broken.get() && transport.isRunning();
  }

  @Override
  public List<Problem> warnings() {
    return warnings;
  }

  @Override
  public String serverVersion() {
    String version = transport.getServerVersion();
    return version == null ? "" : Untrusted.shown(version);
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    keepAlive.stop();
    Future<?> unused = Timers.after(GOODBYE_LIMIT, () -> wire.cut("closed"));
    transport.disconnect();
    wire.cut("closed");
    outer.ifPresent(SshConnection::close);
  }
}
