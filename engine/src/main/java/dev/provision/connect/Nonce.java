package dev.provision.connect;

import java.security.SecureRandom;
import java.util.HexFormat;

/** 128 bits that nobody at the other end can guess. */
final class Nonce {

  private static final SecureRandom RANDOM = new SecureRandom();

  private Nonce() {}

  static String next() {
    byte[] bytes = new byte[16];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
