package dev.provision.template;

import dev.provision.value.Value;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Python's {@code random.Random}: the same seed gives the same numbers as under Ansible, so that a
 * minute chosen by {@code random(seed=inventory_hostname)} stays what it is.
 */
final class PythonRandom {

  private static final int SIZE = 624;
  private static final int SHIFT = 397;

  private final int[] state = new int[SIZE];
  private int index = SIZE;

  /** Seeded by a number, a string or a float as Python does. */
  static PythonRandom seeded(Value seed) {
    if (seed instanceof Value.Str str) {
      byte[] bytes = str.reveal().getBytes(StandardCharsets.UTF_8);
      byte[] digest = sha512(bytes);
      byte[] both = new byte[bytes.length + digest.length];
      System.arraycopy(bytes, 0, both, 0, bytes.length);
      System.arraycopy(digest, 0, both, bytes.length, digest.length);
      return new PythonRandom(new BigInteger(1, both));
    }
    if (seed instanceof Value.Float real) {
      return new PythonRandom(hash(real.value()));
    }
    return new PythonRandom(
        Numbers.whole(seed)
            .orElseThrow(
                () ->
                    Fault.of(
                        "A seed must be a number or a string, not " + Messages.aType(seed) + "."))
            .abs());
  }

  /** Seeded by chance. */
  static PythonRandom any(RandomGenerator source) {
    byte[] bytes = new byte[32];
    source.nextBytes(bytes);
    return new PythonRandom(new BigInteger(1, bytes));
  }

  private static byte[] sha512(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-512").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Python's hash of a float as an unsigned 64-bit number. */
  private static BigInteger hash(double value) {
    BigInteger modulus = BigInteger.ONE.shiftLeft(61).subtract(BigInteger.ONE);
    java.math.BigDecimal exact = new java.math.BigDecimal(Math.abs(value));
    BigInteger numerator = exact.unscaledValue();
    BigInteger denominator = BigInteger.ONE;
    if (exact.scale() > 0) {
      denominator = BigInteger.TEN.pow(exact.scale());
      BigInteger divisor = numerator.gcd(denominator);
      numerator = numerator.divide(divisor);
      denominator = denominator.divide(divisor);
    } else {
      numerator = exact.toBigIntegerExact();
    }
    BigInteger hash = numerator.multiply(denominator.modInverse(modulus)).mod(modulus);
    BigInteger signed = value < 0 ? hash.negate() : hash;
    return signed.mod(BigInteger.ONE.shiftLeft(64));
  }

  private PythonRandom(BigInteger seed) {
    int words = Math.max(1, (seed.bitLength() + 31) / 32);
    int[] key = new int[words];
    for (int i = 0; i < words; i++) {
      key[i] = seed.shiftRight(32 * i).intValue();
    }
    byArray(key);
  }

  private void byNumber(int seed) {
    state[0] = seed;
    for (int i = 1; i < SIZE; i++) {
      state[i] = 1812433253 * (state[i - 1] ^ state[i - 1] >>> 30) + i;
    }
  }

  private void byArray(int[] key) {
    byNumber(19650218);
    int i = 1;
    int j = 0;
    for (int k = Math.max(SIZE, key.length); k > 0; k--) {
      state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >>> 30) * 1664525) + key[j] + j;
      i = nextIndex(i);
      j = (j + 1) % key.length;
    }
    for (int k = SIZE - 1; k > 0; k--) {
      state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >>> 30) * 1566083941) - i;
      i = nextIndex(i);
    }
    state[0] = 0x80000000;
  }

  private int nextIndex(int i) {
    if (i + 1 < SIZE) {
      return i + 1;
    }
    state[0] = state[SIZE - 1];
    return 1;
  }

  private int next() {
    if (index >= SIZE) {
      twist();
    }
    int y = state[index++];
    y ^= y >>> 11;
    y ^= y << 7 & 0x9d2c5680;
    y ^= y << 15 & 0xefc60000;
    return y ^ y >>> 18;
  }

  private void twist() {
    for (int i = 0; i < SIZE; i++) {
      int y = state[i] & 0x80000000 | state[(i + 1) % SIZE] & 0x7fffffff;
      state[i] = state[(i + SHIFT) % SIZE] ^ y >>> 1 ^ ((y & 1) == 0 ? 0 : 0x9908b0df);
    }
    index = 0;
  }

  private BigInteger bits(int count) {
    BigInteger result = BigInteger.ZERO;
    for (int done = 0; done < count; done += 32) {
      int wanted = Math.min(32, count - done);
      long word = (next() & 0xffffffffL) >>> (32 - wanted);
      result = result.or(BigInteger.valueOf(word).shiftLeft(done));
    }
    return result;
  }

  /** A number from 0 up to but not including {@code limit}, which is above 0. */
  BigInteger below(BigInteger limit) {
    BigInteger found = bits(limit.bitLength());
    while (found.compareTo(limit) >= 0) {
      found = bits(limit.bitLength());
    }
    return found;
  }

  int below(int limit) {
    return below(BigInteger.valueOf(limit)).intValueExact();
  }

  void shuffle(List<?> items) {
    for (int i = items.size() - 1; i > 0; i--) {
      Collections.swap(items, i, below(i + 1));
    }
  }
}
