package dev.provision.connect;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Cuts a stream of bytes at lines that begin with a nonce. Not safe for threads by itself. */
final class Splitter {

  /**
   * What came before a mark, and the mark.
   *
   * @param data complete unless {@code overflow}
   * @param overflow whether more came than was kept
   * @param words what stood behind the nonce, cut at blanks
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed on at once, never compared.
  record Part(byte[] data, boolean overflow, String[] words) {}

  private static final int LONGEST_MARK = 200;

  private final int limit;
  private final Deque<Part> parts = new ArrayDeque<>();
  private byte[] mark = new byte[0];
  private byte[] buffer = new byte[8192];
  private int length;
  private int searched;
  private boolean overflow;

  /**
   * @param limit how many bytes of one part are kept
   */
  Splitter(int limit) {
    this.limit = limit;
  }

  /**
   * From now on {@code nonce} ends a part. What is there already stays the beginning of the next
   * part.
   */
  void expect(String nonce) {
    mark = nonce.getBytes(StandardCharsets.US_ASCII);
    searched = 0;
    search();
  }

  void feed(byte[] bytes, int count) {
    if (length + count > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(length + count, 2 * buffer.length));
    }
    System.arraycopy(bytes, 0, buffer, length, count);
    length += count;
    search();
    if (length > limit + LONGEST_MARK) {
      forgetTheMiddle();
    }
  }

  /** Whether the part that is coming is longer than what is kept. */
  boolean isOverflown() {
    return overflow;
  }

  @Nullable Part poll() {
    return parts.poll();
  }

  /** What came since the last mark. */
  byte[] rest() {
    return Arrays.copyOf(buffer, length);
  }

  private void search() {
    while (mark.length > 0) {
      int at = indexOf(buffer, length, mark, searched);
      int end = at < 0 ? -1 : indexOf(buffer, length, NEWLINE, at);
      if (end < 0) {
        searched = at < 0 ? Math.max(0, length - mark.length + 1) : at;
        return;
      }
      String line =
          new String(buffer, at + mark.length, end - at - mark.length, StandardCharsets.ISO_8859_1);
      byte[] data = Arrays.copyOf(buffer, Math.min(at, limit));
      parts.add(new Part(data, overflow || at > limit, line.trim().split(" +")));
      System.arraycopy(buffer, end + 1, buffer, 0, length - end - 1);
      length -= end + 1;
      searched = 0;
      overflow = false;
    }
  }

  /** Keeps the beginning, and as much of the end as a mark may need. */
  private void forgetTheMiddle() {
    int from = Math.max(limit, Math.min(searched, length - LONGEST_MARK));
    System.arraycopy(buffer, from, buffer, limit, length - from);
    length = limit + length - from;
    searched = Math.max(0, Math.min(searched, limit + searched - from));
    overflow = true;
  }

  private static final byte[] NEWLINE = {'\n'};

  /**
   * Where {@code wanted} begins in the first {@code length} bytes, at or behind {@code from}; -1
   * where it does not.
   */
  static int indexOf(byte[] bytes, int length, byte[] wanted, int from) {
    int last = length - wanted.length;
    for (int i = from; i <= last; i++) {
      if (bytes[i] == wanted[0]
          && Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
        return i;
      }
    }
    return -1;
  }
}
