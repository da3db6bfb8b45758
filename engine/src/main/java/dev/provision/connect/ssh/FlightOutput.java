package dev.provision.connect.ssh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The way out of a connection, able to let several packets travel together: what the action writes
 * leaves with the packet before it, in one flight. sshj waits for an answer after its greeting and
 * after its request for the login service; that is where more is slipped in.
 */
final class FlightOutput extends OutputStream {

  /** Writes more packets. */
  interface Action {

    void run() throws IOException;
  }

  private final OutputStream out;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream(4096);
  private @Nullable Action withNextPacket;
  private boolean holding;

  FlightOutput(OutputStream out) {
    this.out = out;
  }

  /** Runs this once, behind the next packet, in the thread that writes it. */
  synchronized void withNextPacket(Action action) {
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
    Action action;
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
        release();
      }
    }
    byte[] bytes = take();
    out.write(bytes);
    out.flush();
  }

  private synchronized void release() {
    holding = false;
  }

  private synchronized byte[] take() {
    byte[] bytes = held.toByteArray();
    held.reset();
    return bytes;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
