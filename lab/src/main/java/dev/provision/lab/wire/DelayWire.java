package dev.provision.lab.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two network namespaces joined by a line with a delay. TCP on it is the kernel's own: handshakes,
 * slow start and acknowledgements take the round trips that they take on a real line. Needs root.
 *
 * <p>Closing the line kills what still runs at its ends. When this JVM dies, its helper notices and
 * does the same.
 */
public final class DelayWire implements AutoCloseable {
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final long CLOSE_SECONDS = 10;

  private final Process helper;
  private final BufferedReader answers;
  private final Writer commands;
  private final WireEnd left;
  private final WireEnd right;

  private DelayWire(Process helper, WireEnd left, WireEnd right) {
    this.helper = helper;
    this.answers =
        new BufferedReader(new InputStreamReader(helper.getInputStream(), StandardCharsets.UTF_8));
    this.commands = helper.outputWriter(StandardCharsets.UTF_8);
    this.left = left;
    this.right = right;
  }

  /** A clean line with this round trip. */
  public static DelayWire open(Duration roundTrip) {
    return open(WireShape.ofRoundTrip(roundTrip));
  }

  /** A line of this shape. */
  public static DelayWire open(WireShape shape) {
    StaleNamespaces.remove();
    String name =
        StaleNamespaces.PREFIX + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
    WireEnd left = new WireEnd(name + "-left", "10.98.0.1", "fd98::1");
    WireEnd right = new WireEnd(name + "-right", "10.98.0.2", "fd98::2");
    DelayWire wire = new DelayWire(startHelper(left, right), left, right);
    try {
      wire.expect("ready");
      left.configure("/30", "/64");
      right.configure("/30", "/64");
      wire.reshape(shape);
      return wire;
    } catch (RuntimeException e) {
      wire.close();
      throw e;
    }
  }

  private static Process startHelper(WireEnd left, WireEnd right) {
    try {
      return new ProcessBuilder(
              WireHelper.program().toString(), left.namespace(), right.namespace())
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The end where clients live, by habit. */
  public WireEnd left() {
    return left;
  }

  /** The end where servers live, by habit. */
  public WireEnd right() {
    return right;
  }

  /** Gives the line another shape; packets that are on it keep the old one. */
  public void reshape(WireShape shape) {
    tell(shape.command());
  }

  /** Cuts the line: what is on it is lost, and so is what follows, without a word to anybody. */
  public void cut() {
    tell("cut");
  }

  /** Ends the cut. */
  public void restore() {
    tell("restore");
  }

  /** What the line has carried. */
  public WireCount count() {
    return WireCount.parse(ask("count"));
  }

  private void tell(String command) {
    String answer = ask(command);
    if (!answer.equals("ok")) {
      throw new IllegalStateException("the line's helper answered: " + answer);
    }
  }

  private synchronized String ask(String command) {
    try {
      commands.write(command + "\n");
      commands.flush();
      return answer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void expect(String word) {
    try {
      String answer = answer();
      if (!answer.equals(word)) {
        throw new IllegalStateException("the line's helper said: " + answer);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String answer() throws IOException {
    return Optional.ofNullable(answers.readLine())
        .orElseThrow(
            () -> new IOException("the line's helper has ended; opening a line needs root"));
  }

  @Override
  public void close() {
    try {
      commands.close();
    } catch (IOException e) {
      // The helper has ended already, so there is nothing to close.
      helper.destroy();
    }
    try {
      if (!helper.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        helper.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      helper.destroy();
      Thread.currentThread().interrupt();
    }
    StaleNamespaces.remove(left.namespace());
    StaleNamespaces.remove(right.namespace());
  }
}
