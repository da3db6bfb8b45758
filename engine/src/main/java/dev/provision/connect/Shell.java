package dev.provision.connect;

import dev.provision.host.FrameResult;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A proven shell at the other end that runs batches. Used by one thread at a time. */
final class Shell implements AutoCloseable {

  private static final int CHUNK = 32 * 1024;
  private static final byte[] BYE = "_p_bye\n".getBytes(StandardCharsets.US_ASCII);
  private static final Duration LEAVE = Duration.ofSeconds(2);

  private final ShellChannel channel;
  private final Outputs outputs;
  private final Hello hello;
  private final boolean terminal;
  private long bytesOut;

  Shell(ShellChannel channel, Outputs outputs, Hello hello, boolean terminal) {
    this.channel = channel;
    this.outputs = outputs;
    this.hello = hello;
    this.terminal = terminal;
  }

  Hello hello() {
    return hello;
  }

  long bytesIn() {
    return outputs.bytes();
  }

  long bytesOut() {
    return bytesOut;
  }

  /**
   * Runs a batch and fills in {@code results} as they come.
   *
   * @throws LineLostException with the results so far filled in
   */
  void run(Batch batch, @Nullable FrameResult[] results, Duration grace) throws LineLostException {
    outputs.expect(batch.nonce());
    send(batch.bytes());
    read(batch, grace.plus(grace));
    for (int i = 0; i < results.length; i++) {
      Answer answer = read(batch, batch.quiet(i, grace));
      results[i] = batch.result(i, answer.out, answer.err);
    }
  }

  private record Answer(Splitter.Part out, Splitter.Part err) {}

  /**
   * With a terminal both outputs come one behind the other, and the words stand at the end of the
   * second.
   */
  private Answer read(Batch batch, Duration quiet) throws LineLostException {
    Splitter.Part first = outputs.part(Outputs.Side.OUT, quiet);
    if (!terminal) {
      return new Answer(first, outputs.part(Outputs.Side.ERR, quiet));
    }
    Splitter.Part second = outputs.part(Outputs.Side.OUT, quiet);
    return new Answer(new Splitter.Part(first.data(), first.overflow(), second.words()), second);
  }

  /** Writes on another thread: the host may have to be read before it goes on reading. */
  private void send(byte[] bytes) {
    bytesOut += bytes.length;
    Workers.run(
        () -> {
          try {
            write(bytes);
          } catch (IOException e) {
            outputs.failed(e);
          }
        });
  }

  private void write(byte[] bytes) throws IOException {
    OutputStream stdin = channel.stdin();
    for (int at = 0; at < bytes.length; at += CHUNK) {
      stdin.write(bytes, at, Math.min(CHUNK, bytes.length - at));
      outputs.written();
    }
    stdin.flush();
  }

  /** Takes leave, so that nothing stays behind on the host, and waits a little for that. */
  void end() {
    send(BYE);
    outputs.awaitEnd(new Deadline(System.nanoTime() + LEAVE.toNanos()));
    channel.close();
  }

  @Override
  public void close() {
    channel.close();
  }
}
