package dev.provision.template;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** The hashes of {@code crypt(3)} that the filter {@code password_hash} makes. */
final class Crypt {

  /** A method of crypt(3). */
  enum Kind {
    MD5("1", "MD5", 8, 1000),
    SHA256("5", "SHA-256", 16, 535_000),
    SHA512("6", "SHA-512", 16, 656_000);

    private final String id;
    private final String digest;
    private final int saltSize;
    private final int rounds;

    Kind(String id, String digest, int saltSize, int rounds) {
      this.id = id;
      this.digest = digest;
      this.saltSize = saltSize;
      this.rounds = rounds;
    }

    int saltSize() {
      return saltSize;
    }

    int rounds() {
      return rounds;
    }
  }

  private static final String ALPHABET =
      "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private Crypt() {}

  static Kind kind(String name) {
    return switch (name.toLowerCase(Locale.ROOT).replace("_crypt", "")) {
      case "sha512" -> Kind.SHA512;
      case "sha256" -> Kind.SHA256;
      case "md5" -> Kind.MD5;
      case "blowfish", "bcrypt" ->
          throw Fault.of("The filter \"password_hash\" has no bcrypt here; use \"sha512\".");
      default -> throw Fault.of("The filter \"password_hash\" has no method \"" + name + "\".");
    };
  }

  static String salt(int size, RandomGenerator random) {
    StringBuilder salt = new StringBuilder();
    for (int i = 0; i < size; i++) {
      salt.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return salt.toString();
  }

  static String hash(Kind kind, String password, String salt, int rounds) {
    if (!salt.matches("[./0-9A-Za-z]{0," + kind.saltSize + "}")) {
      throw Fault.of(
          "A salt of this hash has at most "
              + kind.saltSize
              + " characters, all of them letters, digits, \".\" or \"/\".");
    }
    byte[] key = password.getBytes(StandardCharsets.UTF_8);
    byte[] saltBytes = salt.getBytes(StandardCharsets.US_ASCII);
    if (kind == Kind.MD5) {
      return "$1$" + salt + "$" + encode(md5(key, saltBytes), MD5_ORDER);
    }
    int used = Math.max(1000, Math.min(999_999_999, rounds));
    byte[] digest = sha(kind, key, saltBytes, used);
    String shownRounds = used == 5000 ? "" : "rounds=" + used + "$";
    int[][] order = kind == Kind.SHA256 ? SHA256_ORDER : SHA512_ORDER;
    return "$" + kind.id + "$" + shownRounds + salt + "$" + encode(digest, order);
  }

  private static MessageDigest digest(String name) {
    try {
      return MessageDigest.getInstance(name);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] md5(byte[] key, byte[] salt) {
    byte[] alternate = digest("MD5").digest(concat(key, salt, key));
    MessageDigest first = digest("MD5");
    first.update(concat(key, "$1$".getBytes(StandardCharsets.US_ASCII), salt));
    first.update(repeated(alternate, key.length));
    for (int length = key.length; length > 0; length >>= 1) {
      first.update((length & 1) == 1 ? (byte) 0 : key[0]);
    }
    byte[] result = first.digest();
    for (int round = 0; round < 1000; round++) {
      result = round(digest("MD5"), round, key, salt, result);
    }
    return result;
  }

  private static byte[] round(
      MessageDigest digest, int round, byte[] key, byte[] salt, byte[] last) {
    digest.update((round & 1) == 1 ? key : last);
    if (round % 3 != 0) {
      digest.update(salt);
    }
    if (round % 7 != 0) {
      digest.update(key);
    }
    digest.update((round & 1) == 1 ? last : key);
    return digest.digest();
  }

  private static byte[] sha(Kind kind, byte[] key, byte[] salt, int rounds) {
    MessageDigest digest = digest(kind.digest);
    byte[] alternate = digest.digest(concat(key, salt, key));
    digest.update(key);
    digest.update(salt);
    digest.update(repeated(alternate, key.length));
    for (int length = key.length; length > 0; length >>= 1) {
      digest.update((length & 1) == 1 ? alternate : key);
    }
    byte[] result = digest.digest();
    for (int i = 0; i < key.length; i++) {
      digest.update(key);
    }
    byte[] keySequence = repeated(digest.digest(), key.length);
    for (int i = 0; i < 16 + (result[0] & 0xff); i++) {
      digest.update(salt);
    }
    byte[] saltSequence = repeated(digest.digest(), salt.length);
    for (int round = 0; round < rounds; round++) {
      result = round(digest, round, keySequence, saltSequence, result);
    }
    return result;
  }

  private static byte[] repeated(byte[] block, int length) {
    byte[] result = new byte[length];
    for (int i = 0; i < length; i++) {
      result[i] = block[i % block.length];
    }
    return result;
  }

  private static byte[] concat(byte[]... parts) {
    int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
    byte[] all = new byte[length];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  // crypt(3) writes the bytes in groups of three, in an order of its own; -1 stands for no byte.

  private static final int[][] MD5_ORDER = {
    {0, 6, 12}, {1, 7, 13}, {2, 8, 14}, {3, 9, 15}, {4, 10, 5}, {-1, -1, 11}
  };

  private static final int[][] SHA256_ORDER = {
    {0, 10, 20},
    {21, 1, 11},
    {12, 22, 2},
    {3, 13, 23},
    {24, 4, 14},
    {15, 25, 5},
    {6, 16, 26},
    {27, 7, 17},
    {18, 28, 8},
    {9, 19, 29},
    {-1, 31, 30}
  };

  private static final int[][] SHA512_ORDER = sha512Order();

  private static int[][] sha512Order() {
    int[][] order = new int[22][];
    int[] group = {0, 21, 42};
    for (int i = 0; i < 21; i++) {
      order[i] = group;
      group = new int[] {group[1] + 1, group[2] + 1, group[0] + 1};
    }
    order[21] = new int[] {-1, -1, 63};
    return order;
  }

  private static String encode(byte[] digest, int[][] order) {
    StringBuilder out = new StringBuilder();
    for (int[] group : order) {
      int word = 0;
      int bytes = 0;
      for (int index : group) {
        word = word << 8 | (index < 0 ? 0 : digest[index] & 0xff);
        bytes += index < 0 ? 0 : 1;
      }
      for (int i = 0; i < bytes + 1; i++) {
        out.append(ALPHABET.charAt(word & 0x3f));
        word >>= 6;
      }
    }
    return out.toString();
  }
}
