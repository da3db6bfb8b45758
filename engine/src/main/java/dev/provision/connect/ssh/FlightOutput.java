package dev.provision.connect.ssh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The way out of a connection, able to let several packets travel together: what the action writes
 * leaves with the packet before it, in one flight. sshj waits for an answer after its request for
 * the login service; that is where the login itself is slipped in.
 */
final class FlightOutput extends OutputStream {

  private final OutputStream out;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream(4096);
  private @Nullable Runnable withNextPacket;
  private boolean holding;

  FlightOutput(OutputStream out) {
    this.out = out;
  }

  /**
   * Runs this once, behind the next packet, in the thread that writes it and under the transport's
   * lock.
   */
  synchronized void withNextPacket(Runnable action) {
    withNextPacket = action;
  }

  @Override
  public synchronized void write(int b) {
    held.write(b);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    held.write(bytes, offset, length);
  }

  @Override
  public void flush() throws IOException {
    Runnable action;
    synchronized (this) {
      action = withNextPacket;
      withNextPacket = null;
      if (action == null && holding) {
        return;
      }
      holding = action != null;
    }
    if (action != null) {
      try {
        action.run();
      } finally {
        synchronized (this) {
          holding = false;
        }
      }
    }
    byte[] bytes;
    synchronized (this) {
      bytes = held.toByteArray();
      held.reset();
    }
    out.write(bytes);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
