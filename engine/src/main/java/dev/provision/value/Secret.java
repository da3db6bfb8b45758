package dev.provision.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes that must never be shown: it has no printable form. Only {@code connect} and the vault
 * format take the bytes out.
 */
public final class Secret {

  private final byte[] bytes;

  private Secret(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Secret of(byte[] bytes) {
    return new Secret(bytes.clone());
  }

  public static Secret of(String text) {
    return new Secret(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A copy of the bytes: for the wire, never for a view. */
  public byte[] reveal() {
    return bytes.clone();
  }

  /** The bytes as UTF-8 text: for the wire, never for a view. */
  public String revealText() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  public boolean isEmpty() {
    return bytes.length == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "********";
  }
}
