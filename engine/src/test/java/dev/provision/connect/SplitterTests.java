package dev.provision.connect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SplitterTests {

  private static final String NONCE = "0123456789abcdef0123456789abcdef";

  @Test
  void cutsAtMarksWhateverTheChunks() {
    Random random = new Random(1);
    byte[] data = new byte[5000];
    random.nextBytes(data);
    byte[] stream =
        Batch.joined(
            List.of(
                data,
                bytes(NONCE + " 7 E 0\n"),
                bytes("more" + NONCE.substring(0, 20)),
                bytes(NONCE + "\n"),
                bytes("rest")));
    for (int round = 0; round < 200; round++) {
      Splitter splitter = new Splitter(10_000);
      splitter.expect(NONCE);
      for (int at = 0; at < stream.length; ) {
        int n = Math.min(1 + random.nextInt(round < 100 ? 10 : 2000), stream.length - at);
        splitter.feed(Arrays.copyOfRange(stream, at, at + n), n);
        at += n;
      }
      Splitter.Part first = part(splitter);
      assertArrayEquals(data, first.data());
      assertArrayEquals(new String[] {"7", "E", "0"}, first.words());
      assertArrayEquals(bytes("more" + NONCE.substring(0, 20)), part(splitter).data());
      assertNull(splitter.poll());
      assertArrayEquals(bytes("rest"), splitter.rest());
    }
  }

  @Test
  void keepsOnlyTheBeginningOfWhatIsTooLongAndFindsTheMarkAllTheSame() {
    for (int chunk : new int[] {1, 7, 33, 100, 999}) {
      Splitter splitter = new Splitter(500);
      splitter.expect(NONCE);
      byte[] stream = bytes("x".repeat(3000) + NONCE + " 1 E\nnext" + NONCE + " 2 E\n");
      for (int at = 0; at < stream.length; at += chunk) {
        int n = Math.min(chunk, stream.length - at);
        splitter.feed(Arrays.copyOfRange(stream, at, at + n), n);
      }
      Splitter.Part first = part(splitter);
      assertTrue(first.overflow());
      assertEquals("x".repeat(500), new String(first.data(), StandardCharsets.US_ASCII));
      assertEquals("1", first.words()[0]);
      Splitter.Part second = part(splitter);
      assertEquals("next", new String(second.data(), StandardCharsets.US_ASCII));
      assertTrue(!second.overflow());
    }
  }

  @Test
  void whatWasThereBeforeANonceWasExpectedBelongsToTheFirstPart() {
    Splitter splitter = new Splitter(500);
    byte[] stream = bytes("banner\n" + NONCE + "\n");
    splitter.feed(stream, stream.length);
    splitter.expect(NONCE);
    assertArrayEquals(bytes("banner\n"), part(splitter).data());
  }

  private static Splitter.Part part(Splitter splitter) {
    Splitter.Part part = splitter.poll();
    assertNotNull(part);
    return part;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
