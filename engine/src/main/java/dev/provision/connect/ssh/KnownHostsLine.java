package dev.provision.connect.ssh;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A line of a known_hosts file that names a key.
 *
 * @param file where it stands
 * @param number 1-based
 * @param marker what the key means for the hosts named
 * @param names patterns with commas between them, or one hashed name
 * @param type type of the key as its bytes say
 * @param blob the key
 */
record KnownHostsLine(
    Path file, int number, Marker marker, String names, String type, byte[] blob) {

  enum Marker {
    /** The hosts' own key. */
    NONE,
    /** A key that signs certificates of the hosts. */
    AUTHORITY,
    /** A key that the hosts must not use any more. */
    REVOKED
  }

  private static final String HASHED = "|1|";

  /**
   * Empty for comments, blank lines, and lines that make no sense: those are passed over, as
   * OpenSSH does.
   */
  static Optional<KnownHostsLine> parse(Path file, int number, String text) {
    String rest = skipBlanks(text);
    if (rest.isEmpty() || rest.startsWith("#")) {
      return Optional.empty();
    }
    Marker marker = Marker.NONE;
    if (rest.startsWith("@")) {
      Optional<Marker> known = marker(word(rest));
      if (known.isEmpty()) {
        return Optional.empty();
      }
      marker = known.get();
      rest = afterWord(rest);
    }
    String names = word(rest);
    rest = afterWord(rest);
    String type = word(rest);
    String base64 = word(afterWord(rest));
    if (names.isEmpty() || base64.isEmpty() || isBadHash(names)) {
      return Optional.empty();
    }
    Marker meaning = marker;
    return PublicKeys.decode(type, base64)
        .map(blob -> new KnownHostsLine(file, number, meaning, names, type, blob));
  }

  private static Optional<Marker> marker(String word) {
    return switch (word) {
      case "@cert-authority" -> Optional.of(Marker.AUTHORITY);
      case "@revoked" -> Optional.of(Marker.REVOKED);
      default -> Optional.empty();
    };
  }

  private static String skipBlanks(String text) {
    int at = 0;
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
    return text.substring(at);
  }

  private static String word(String text) {
    return text.substring(0, wordEnd(text));
  }

  private static String afterWord(String text) {
    return skipBlanks(text.substring(wordEnd(text)));
  }

  private static int wordEnd(String text) {
    int at = 0;
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  private static boolean isBadHash(String names) {
    return names.startsWith(HASHED) && hashParts(names).isEmpty();
  }

  /** Salt and hash of a hashed name. */
  private static Optional<byte[][]> hashParts(String names) {
    String[] parts = names.split("\\|", -1);
    try {
      if (parts.length != 4) {
        return Optional.empty();
      }
      byte[] salt = Base64.getDecoder().decode(parts[2]);
      byte[] hash = Base64.getDecoder().decode(parts[3]);
      return salt.length == 20 ? Optional.of(new byte[][] {salt, hash}) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether the line speaks of a host.
   *
   * @param name as known_hosts files write it: lower case, {@code [name]:port} for ports other than
   *     22
   */
  boolean isFor(String name) {
    if (!names.startsWith(HASHED)) {
      return Patterns.matchesHostList(name, names);
    }
    return hashParts(names)
        .map(parts -> MessageDigest.isEqual(parts[1], hash(name, parts[0])))
        .orElse(false);
  }

  /** A new object each time: one shared by threads mixes their names up. */
  private static byte[] hash(String name, byte[] salt) {
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(salt, "HmacSHA1"));
      return mac.doFinal(name.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A name hashed with this salt, as it stands in a file. */
  static String hashedName(String name, byte[] salt) {
    Base64.Encoder base64 = Base64.getEncoder();
    return HASHED + base64.encodeToString(salt) + "|" + base64.encodeToString(hash(name, salt));
  }

  boolean isKey(byte[] other) {
    return Arrays.equals(blob, other);
  }

  /** {@code file:line}, for messages. */
  String place() {
    return file + ":" + number;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KnownHostsLine
        && file.equals(((KnownHostsLine) other).file)
        && number == ((KnownHostsLine) other).number
        && Arrays.equals(blob, ((KnownHostsLine) other).blob);
  }

  @Override
  public int hashCode() {
    return 31 * file.hashCode() + number;
  }

  @Override
  public String toString() {
    return place() + " " + names + " " + type;
  }
}
