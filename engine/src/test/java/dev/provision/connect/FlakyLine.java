package dev.provision.connect;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/** A line to this machine that can be cut, and can fall silent while the other end goes on. */
final class FlakyLine implements Line {

  /** Makes such lines, one after the other. */
  static final class Network implements Line.Dialer {
    private final List<FlakyLine> lines = new CopyOnWriteArrayList<>();
    private volatile boolean isDown;
    private volatile boolean slow;

    @Override
    public Line dial() {
      if (isDown) {
        throw new ProvisionException(ErrorCode.CONNECTION_REFUSED, "Nothing listens there.");
      }
      FlakyLine line = new FlakyLine();
      line.slow = slow;
      lines.add(line);
      return line;
    }

    int dialed() {
      return lines.size();
    }

    FlakyLine last() {
      return lines.get(lines.size() - 1);
    }

    /** From now on, on all lines: writes take their time, about 20 MB a second. */
    void slowDown() {
      slow = true;
      last().slow = true;
    }

    void goDown() {
      isDown = true;
      last().cut();
    }
  }

  private final LocalLine local = new LocalLine();
  private final List<Flaky> channels = new CopyOnWriteArrayList<>();
  private volatile boolean isAlive = true;
  private volatile boolean slow;

  @Override
  public ShellChannel open(String command, boolean terminal) {
    Flaky channel = new Flaky(local.open(command, terminal));
    channels.add(channel);
    return channel;
  }

  /** Both ends see the end of their streams. */
  void cut() {
    isAlive = false;
    channels.forEach(Flaky::cut);
  }

  /** As if only the shell's channel had been closed: the line itself is well. */
  void cutChannels() {
    channels.forEach(Flaky::cut);
  }

  /** Nothing gets through any more, and neither end is told. */
  void fallSilent() {
    channels.forEach(channel -> channel.silent = true);
  }

  @Override
  public boolean isAlive() {
    return isAlive;
  }

  @Override
  public String user() {
    return local.user();
  }

  @Override
  public int roundTrips() {
    return 0;
  }

  @Override
  public void close() {
    cut();
  }

  private final class Flaky implements ShellChannel {
    private static final byte[] END = {};

    private final ShellChannel real;
    private final Relay stdout;
    private final Relay stderr;
    private volatile boolean silent;
    private volatile boolean cut;

    private Flaky(ShellChannel real) {
      this.real = real;
      this.stdout = new Relay(real.stdout());
      this.stderr = new Relay(real.stderr());
    }

    private void cut() {
      cut = true;
      stdout.chunks.add(END);
      stderr.chunks.add(END);
      real.close();
    }

    @Override
    public OutputStream stdin() {
      return new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
          if (cut) {
            throw new IOException("cut");
          }
          if (slow) {
            LockSupport.parkNanos(50L * count);
          }
          if (!silent) {
            real.stdin().write(bytes, from, count);
            real.stdin().flush();
          }
        }
      };
    }

    @Override
    public InputStream stdout() {
      return stdout;
    }

    @Override
    public InputStream stderr() {
      return stderr;
    }

    @Override
    public Optional<String> ending(Duration limit) {
      return real.ending(limit);
    }

    @Override
    public void close() {
      cut();
    }

    /** Takes all from the real stream, also when it passes nothing on. */
    private final class Relay extends InputStream {
      private final BlockingQueue<byte[]> chunks = new LinkedBlockingQueue<>();
      private byte[] rest = END;

      private Relay(InputStream from) {
        Thread thread = new Thread(() -> pump(from), "flaky-relay");
        thread.setDaemon(true);
        thread.start();
      }

      private void pump(InputStream from) {
        byte[] buffer = new byte[65536];
        try {
          for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
            if (!silent && !cut) {
              chunks.add(Arrays.copyOf(buffer, n));
            }
          }
        } catch (IOException e) {
          if (!cut) {
            throw new UncheckedIOException(e);
          }
        }
        if (!silent) {
          chunks.add(END);
        }
      }

      @Override
      public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] into, int at, int count) {
        try {
          if (rest.length == 0) {
            rest = chunks.take();
          }
          if (rest.length == 0) {
            return -1;
          }
          int n = Math.min(count, rest.length);
          System.arraycopy(rest, 0, into, at, n);
          rest = Arrays.copyOfRange(rest, n, rest.length);
          return n;
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return -1;
        }
      }
    }
  }
}
