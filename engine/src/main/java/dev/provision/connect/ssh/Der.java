package dev.provision.connect.ssh;

import java.math.BigInteger;
import java.util.Arrays;

/** As much of DER as private keys and signatures need: a cursor over the elements of a sequence. */
final class Der {

  static final int INTEGER = 0x02;
  static final int BIT_STRING = 0x03;
  static final int OCTET_STRING = 0x04;
  static final int OBJECT_ID = 0x06;
  static final int SEQUENCE = 0x30;

  private final byte[] bytes;
  private int at;

  private Der(byte[] bytes) {
    this.bytes = bytes;
  }

  static Der read(byte[] bytes) {
    return new Der(bytes);
  }

  boolean hasMore() {
    return at < bytes.length;
  }

  /** The tag of the next element; -1 at the end. */
  int tag() {
    return hasMore() ? bytes[at] & 0xff : -1;
  }

  Der sequence() throws IdentityException {
    return new Der(content(SEQUENCE));
  }

  BigInteger integer() throws IdentityException {
    byte[] content = content(INTEGER);
    if (content.length == 0) {
      throw malformed();
    }
    return new BigInteger(content);
  }

  byte[] octets() throws IdentityException {
    return content(OCTET_STRING);
  }

  /** Dotted form, such as {@code 1.2.840.113549.1.1.1}. */
  String objectId() throws IdentityException {
    byte[] content = content(OBJECT_ID);
    StringBuilder id = new StringBuilder();
    long value = 0;
    for (byte b : content) {
      value = value << 7 | b & 0x7f;
      if ((b & 0x80) == 0) {
        if (id.isEmpty()) {
          long first = Math.min(value / 40, 2);
          id.append(first).append('.').append(value - first * 40);
        } else {
          id.append('.').append(value);
        }
        value = 0;
      }
    }
    return id.toString();
  }

  /** A bit string of whole bytes. */
  byte[] bits() throws IdentityException {
    byte[] content = content(BIT_STRING);
    if (content.length == 0 || content[0] != 0) {
      throw malformed();
    }
    return Arrays.copyOfRange(content, 1, content.length);
  }

  /** The content of the next element, which must have this tag. */
  byte[] content(int tag) throws IdentityException {
    if (tag() != tag) {
      throw malformed();
    }
    at++;
    int length = length();
    if (length < 0 || length > bytes.length - at) {
      throw malformed();
    }
    byte[] content = Arrays.copyOfRange(bytes, at, at + length);
    at += length;
    return content;
  }

  private int length() throws IdentityException {
    int first = next();
    if (first < 0x80) {
      return first;
    }
    int count = first & 0x7f;
    if (count == 0 || count > 4) {
      throw malformed();
    }
    int length = 0;
    for (int i = 0; i < count; i++) {
      length = length << 8 | next();
    }
    return length;
  }

  private int next() throws IdentityException {
    if (!hasMore()) {
      throw malformed();
    }
    return bytes[at++] & 0xff;
  }

  private static IdentityException malformed() {
    return new IdentityException(
        IdentityException.Kind.UNREADABLE, "its content is damaged (not valid DER)");
  }

  /** One element. */
  static byte[] write(int tag, byte[]... contents) {
    int length = 0;
    for (byte[] content : contents) {
      length += content.length;
    }
    byte[] head = head(tag, length);
    byte[] all = Arrays.copyOf(head, head.length + length);
    int to = head.length;
    for (byte[] content : contents) {
      System.arraycopy(content, 0, all, to, content.length);
      to += content.length;
    }
    return all;
  }

  private static byte[] head(int tag, int length) {
    if (length < 0x80) {
      return new byte[] {(byte) tag, (byte) length};
    }
    if (length < 0x100) {
      return new byte[] {(byte) tag, (byte) 0x81, (byte) length};
    }
    return new byte[] {(byte) tag, (byte) 0x82, (byte) (length >> 8), (byte) length};
  }
}
