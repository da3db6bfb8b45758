package dev.provision.connect.ssh;

import java.time.Duration;
import java.util.concurrent.Future;
import net.schmizz.concurrent.Promise;
import net.schmizz.sshj.common.SSHPacket;
import net.schmizz.sshj.connection.ConnectionException;
import net.schmizz.sshj.connection.ConnectionImpl;
import net.schmizz.sshj.transport.TransportException;
import org.jspecify.annotations.Nullable;

/**
 * Finds dead connections: asks a quiet server for a sign of life, and cuts the wire when it gives
 * none. sshj's own needs a thread for each connection, and falls silent itself when the socket
 * takes no more.
 */
final class KeepAlive {

  private final Duration interval;
  private final int limit;
  private final Wire wire;
  private final ConnectionImpl connection;
  private @Nullable Future<?> ticking;
  private @Nullable Future<?> sending;
  private volatile @Nullable Promise<SSHPacket, ConnectionException> asked;
  private int missed;

  private KeepAlive(Duration interval, int limit, Wire wire, ConnectionImpl connection) {
    this.interval = interval;
    this.limit = limit;
    this.wire = wire;
    this.connection = connection;
  }

  /** Does nothing if the interval is zero. */
  static KeepAlive start(Duration interval, int limit, Wire wire, ConnectionImpl connection) {
    KeepAlive keepAlive = new KeepAlive(interval, limit, wire, connection);
    if (!interval.isZero() && limit > 0) {
      keepAlive.ticking = Timers.every(interval, keepAlive::tick);
    }
    return keepAlive;
  }

  private synchronized void tick() {
    if (wire.quietNanos() < interval.toNanos()) {
      missed = 0;
      asked = null;
      return;
    }
    if (isWaiting()) {
      missed++;
      if (missed >= limit) {
        stop();
        wire.cut("the host has been silent for " + wire.quietNanos() / 1_000_000_000 + " s");
      }
      return;
    }
    missed = 0;
    // In another thread: sending blocks when the other side takes no more.
    sending = Timers.inBackground(this::ask);
  }

  private boolean isWaiting() {
    Future<?> inHand = sending;
    if (inHand == null) {
      return false;
    }
    Promise<SSHPacket, ConnectionException> answer = asked;
    return !inHand.isDone() || answer != null && !answer.isFulfilled();
  }

  private void ask() {
    try {
      asked = connection.sendGlobalRequest("keepalive@openssh.com", true, new byte[0]);
    } catch (TransportException e) {
      // The reading thread sees the broken connection as well.
      asked = null;
    }
  }

  synchronized void stop() {
    if (ticking != null) {
      ticking.cancel(false);
    }
  }
}
