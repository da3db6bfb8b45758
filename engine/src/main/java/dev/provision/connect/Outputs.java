package dev.provision.connect;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Both outputs of a channel, read all the time by a thread each, so that the other end never blocks
 * because nobody takes what it writes.
 */
final class Outputs {

  /** One of the two streams. */
  enum Side {
    OUT,
    ERR
  }

  /** Something to wait for; asked again whenever bytes have come. */
  interface Condition<T> {
    Optional<T> test();
  }

  private static final Duration LAST_WORDS = Duration.ofSeconds(2);
  private static final int CHUNK = 32 * 1024;

  private final Splitter out;
  private final Splitter err;
  private boolean outEnded;
  private boolean errEnded;
  private Runnable onOverflow = () -> {};
  private @Nullable IOException failure;
  private @Nullable Deadline lastWords;
  private long bytes;
  private long lastActivity = System.nanoTime();

  Outputs(ShellChannel channel, int limit, String name) {
    this.out = new Splitter(limit);
    this.err = new Splitter(limit);
    start(channel.stdout(), Side.OUT, name);
    start(channel.stderr(), Side.ERR, name);
  }

  private void start(InputStream stream, Side side, String name) {
    Thread thread =
        new Thread(
            () -> pump(stream, side), "provision-" + (side == Side.OUT ? "out-" : "err-") + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void pump(InputStream stream, Side side) {
    byte[] chunk = new byte[CHUNK];
    try {
      for (int n = stream.read(chunk); n >= 0; n = stream.read(chunk)) {
        fed(side, chunk, n);
      }
      ended(side, null);
    } catch (IOException e) {
      ended(side, e);
    }
  }

  private synchronized void fed(Side side, byte[] chunk, int count) {
    bytes += count;
    lastActivity = System.nanoTime();
    boolean before = of(side).isOverflown();
    of(side).feed(chunk, count);
    if (!before && of(side).isOverflown()) {
      onOverflow.run();
    }
    notifyAll();
  }

  private synchronized void ended(Side side, @Nullable IOException e) {
    if (side == Side.OUT) {
      outEnded = true;
    } else {
      errEnded = true;
    }
    if (failure == null) {
      failure = e;
    }
    notifyAll();
  }

  /** Bytes have been taken by the other end: a sign of life. */
  synchronized void written() {
    lastActivity = System.nanoTime();
  }

  /** Writing failed: what the other end still has to say comes soon, or never. */
  synchronized void failed(IOException e) {
    if (failure == null) {
      failure = e;
    }
    lastWords = Deadline.in(LAST_WORDS);
    notifyAll();
  }

  private Splitter of(Side side) {
    return side == Side.OUT ? out : err;
  }

  /** What to do, at once and without waiting, when more comes than is kept of a part. */
  synchronized void onOverflow(Runnable action) {
    onOverflow = action;
  }

  synchronized void expect(String nonce) {
    out.expect(nonce);
    err.expect(nonce);
  }

  synchronized long bytes() {
    return bytes;
  }

  /** What came on one side since its last mark, as text. From the host: not to be trusted. */
  synchronized String rest(Side side) {
    return new String(of(side).rest(), StandardCharsets.UTF_8);
  }

  /**
   * Waits for the next part; gives up after a silence of {@code quiet}, in which no byte went
   * either way.
   */
  Splitter.Part part(Side side, Duration quiet) throws LineLostException {
    long start = System.nanoTime();
    return await(
        () -> poll(side), () -> new Deadline(Math.max(start, lastActivity) + quiet.toNanos()));
  }

  /** Whether a part is there; to be used in a {@link Condition}. */
  synchronized Optional<Splitter.Part> poll(Side side) {
    return Optional.ofNullable(of(side).poll());
  }

  <T> T await(Condition<T> condition, Deadline deadline) throws LineLostException {
    return await(condition, () -> deadline);
  }

  /**
   * Waits until {@code condition} gives something.
   *
   * @throws LineLostException where the stream ends or the time is over before that
   */
  private synchronized <T> T await(Condition<T> condition, Supplier<Deadline> deadline)
      throws LineLostException {
    while (true) {
      Optional<T> result = condition.test();
      if (result.isPresent()) {
        return result.get();
      }
      if (outEnded) {
        awaitEndOfErrors();
        throw ended();
      }
      long millis = deadline.get().remainingMillis();
      long more = lastWords == null ? millis : Math.min(millis, lastWords.remainingMillis());
      if (more <= 0) {
        throw millis <= 0 ? new LineLostException("no answer in time") : ended();
      }
      pause(more);
    }
  }

  private LineLostException ended() {
    return failure == null
        ? new LineLostException("the other end has closed the channel")
        : new LineLostException(String.valueOf(failure.getMessage()), failure);
  }

  synchronized void awaitEnd(Deadline deadline) {
    try {
      while (!outEnded && !deadline.isOver()) {
        wait(Math.max(1, deadline.remainingMillis()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The last words of a dying shell often come on the other stream, a moment later. */
  private void awaitEndOfErrors() throws LineLostException {
    Deadline deadline = Deadline.in(Duration.ofMillis(500));
    while (!errEnded && !deadline.isOver()) {
      pause(Math.max(1, deadline.remainingMillis()));
    }
  }

  @SuppressWarnings("WaitNotInLoop") // All callers do, with their own conditions.
  private synchronized void pause(long millis) throws LineLostException {
    try {
      wait(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LineLostException("interrupted while waiting for an answer");
    }
  }
}
