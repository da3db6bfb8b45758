package dev.provision.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class OrderedWriterTests {

  @Test
  void whatIsSentLaterWaitsForWhatIsStillBeingWritten() throws InterruptedException {
    BlockedChannel channel = new BlockedChannel();
    OrderedWriter writer = new OrderedWriter(channel, new Outputs(channel, 100, "here"));

    writer.send(List.of(bytes("input "), bytes("of a frame;")));
    channel.begun.await();
    writer.send(List.of(bytes("bye")));
    channel.go.countDown();

    channel.written.await(10, TimeUnit.SECONDS);
    assertEquals("input of a frame;bye", channel.text());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Its first write waits until it may go on. */
  private static final class BlockedChannel implements ShellChannel {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch written = new CountDownLatch(3);
    private final ByteArrayOutputStream all = new ByteArrayOutputStream();

    private String text() {
      return all.toString(StandardCharsets.US_ASCII);
    }

    @Override
    public OutputStream stdin() {
      return new OutputStream() {
        @Override
        public void write(int b) {
          write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
          begun.countDown();
          try {
            go.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          all.write(bytes, from, count);
          written.countDown();
        }
      };
    }

    @Override
    public InputStream stdout() {
      return InputStream.nullInputStream();
    }

    @Override
    public InputStream stderr() {
      return InputStream.nullInputStream();
    }

    @Override
    public Optional<String> ending(Duration limit) {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }
}
