package dev.provision.connect;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Writes to a channel on another thread, in the order in which it was asked to. An answer may come
 * before all that led to it has been written, since a frame need not read its input; what is sent
 * then must not get into the midst of that input.
 */
final class OrderedWriter {

  private static final int CHUNK = 32 * 1024;

  private final ShellChannel channel;
  private final Outputs outputs;
  private final Deque<List<byte[]>> waiting = new ArrayDeque<>();
  private boolean isBusy;

  OrderedWriter(ShellChannel channel, Outputs outputs) {
    this.channel = channel;
    this.outputs = outputs;
  }

  /** Returns at once; a failure is told to the outputs. */
  synchronized void send(List<byte[]> pieces) {
    waiting.add(pieces);
    if (!isBusy) {
      isBusy = true;
      Workers.run(this::writeAll);
    }
  }

  private void writeAll() {
    try {
      for (List<byte[]> next = next(); !next.isEmpty(); next = next()) {
        write(next);
      }
    } catch (IOException e) {
      // Stays busy: nothing more gets through.
      outputs.failed(e);
    }
  }

  private synchronized List<byte[]> next() {
    List<byte[]> next = waiting.poll();
    isBusy = next != null;
    return next == null ? List.of() : next;
  }

  private void write(List<byte[]> pieces) throws IOException {
    OutputStream stdin = channel.stdin();
    for (byte[] piece : pieces) {
      for (int at = 0; at < piece.length; at += CHUNK) {
        stdin.write(piece, at, Math.min(CHUNK, piece.length - at));
        outputs.written();
      }
    }
    stdin.flush();
  }
}
