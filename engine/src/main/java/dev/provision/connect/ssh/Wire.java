package dev.provision.connect.ssh;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What carries a connection: a socket, a local command, or a channel of another connection.
 * Remembers when something last came in, and what came before the server's greeting. Can be cut at
 * any time by any thread, with a reason that all who wait then get.
 */
final class Wire {

  private static final int GREETING_LIMIT = 1024;

  private final InputStream in;
  private final FlightOutput out;
  private final Runnable cut;
  private final Supplier<String> complaints;
  private final StringBuilder greeting = new StringBuilder();
  private volatile long lastRead = System.nanoTime();
  private volatile long received;
  private volatile @Nullable String reason;

  /**
   * @param cut breaks it off at once, without waiting for anything
   */
  Wire(InputStream in, OutputStream out, Runnable cut) {
    this(in, out, cut, () -> "");
  }

  /**
   * @param complaints what the local command that carries it has to say
   */
  Wire(InputStream in, OutputStream out, Runnable cut, Supplier<String> complaints) {
    this.in = new Tap(in);
    this.out = new FlightOutput(new Guard(out));
    this.cut = cut;
    this.complaints = complaints;
  }

  /** What the local command that carries it says about its failure; empty if there is none. */
  String complaints() {
    return complaints.get();
  }

  InputStream input() {
    return in;
  }

  FlightOutput output() {
    return out;
  }

  /** Nanoseconds since something last came in. */
  long quietNanos() {
    return System.nanoTime() - lastRead;
  }

  /** How many bytes came in. */
  long received() {
    return received;
  }

  /** The first characters that the server sent. Not to be trusted. */
  String greeting() {
    synchronized (greeting) {
      return greeting.toString();
    }
  }

  /** Breaks the connection off. The first reason stays. */
  void cut(String why) {
    if (reason == null) {
      reason = why;
    }
    cut.run();
  }

  /** Why it was cut; null if it was not. */
  @Nullable String reason() {
    return reason;
  }

  private IOException explained(IOException e) {
    String why = reason;
    return why == null ? e : new IOException(why, e);
  }

  private final class Tap extends FilterInputStream {

    Tap(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count;
      try {
        count = super.read(into, offset, length);
      } catch (IOException e) {
        throw explained(e);
      }
      String why = reason;
      if (count < 0 && why != null) {
        throw new IOException(why);
      }
      if (count > 0) {
        note(into, offset, count);
      }
      return count;
    }

    private void note(byte[] bytes, int offset, int count) {
      lastRead = System.nanoTime();
      if (received < GREETING_LIMIT) {
        synchronized (greeting) {
          greeting.append(new String(bytes, offset, count, StandardCharsets.ISO_8859_1));
        }
      }
      // Only this thread writes it.
      long before = received;
      received = before + count;
    }

    @Override
    public void close() {
      cut.run();
    }
  }

  private final class Guard extends FilterOutputStream {

    Guard(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        throw explained(e);
      }
    }

    @Override
    public void flush() throws IOException {
      try {
        out.flush();
      } catch (IOException e) {
        throw explained(e);
      }
    }

    @Override
    public void close() {
      cut.run();
    }
  }
}
