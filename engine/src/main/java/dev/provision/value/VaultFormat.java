package dev.provision.value;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.ProvisionException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The envelopes of {@code ansible-vault}, versions 1.1 and 1.2: AES-256-CTR with keys by PBKDF2
 * (HMAC-SHA-256, 10,000 rounds) and an HMAC-SHA-256 over the encrypted bytes. Source: the format's
 * description in Ansible's vault guide.
 */
public final class VaultFormat {

  public static final String HEADER = "$ANSIBLE_VAULT;";

  private static final int ROUNDS = 10_000;
  private static final int SALT_BYTES = 32;
  private static final int KEY_BYTES = 32;
  private static final int IV_BYTES = 16;
  private static final int LINE = 80;
  private static final HexFormat HEX = HexFormat.of();

  private VaultFormat() {}

  /**
   * A password and the id that envelopes may name.
   *
   * @param id {@code default} where none was given
   */
  public record Password(String id, Secret secret) {}

  /**
   * Opens envelopes with any of {@code passwords}; those whose id the envelope names are tried
   * first.
   */
  public static Vault vault(List<Password> passwords) {
    return passwords.isEmpty() ? Vault.locked() : new Opener(List.copyOf(passwords));
  }

  public static boolean isEnvelope(String text) {
    return text.startsWith(HEADER);
  }

  /**
   * An envelope in version 1.1, or 1.2 where the id is not {@code default}; ends with a line break.
   */
  public static String encrypt(Secret plain, Password password) {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return encrypt(plain, password, salt);
  }

  static String encrypt(Secret plain, Password password, byte[] salt) {
    Keys keys = Keys.derive(password.secret.reveal(), salt);
    byte[] encrypted = crypt(Cipher.ENCRYPT_MODE, keys, pad(plain.reveal()));
    String body =
        HEX.formatHex(salt)
            + "\n"
            + HEX.formatHex(hmac(keys, encrypted))
            + "\n"
            + HEX.formatHex(encrypted);
    StringBuilder out = new StringBuilder(HEADER);
    out.append(password.id.equals("default") ? "1.1;AES256\n" : "1.2;AES256;" + password.id + "\n");
    String hex = HEX.formatHex(body.getBytes(StandardCharsets.US_ASCII));
    for (int at = 0; at < hex.length(); at += LINE) {
      out.append(hex, at, Math.min(at + LINE, hex.length())).append('\n');
    }
    return out.toString();
  }

  private static byte[] pad(byte[] plain) {
    int padding = IV_BYTES - plain.length % IV_BYTES;
    byte[] padded = Arrays.copyOf(plain, plain.length + padding);
    Arrays.fill(padded, plain.length, padded.length, (byte) padding);
    return padded;
  }

  private static byte[] crypt(int mode, Keys keys, byte[] bytes) {
    try {
      Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(mode, new SecretKeySpec(keys.cipher, "AES"), new IvParameterSpec(keys.iv));
      return cipher.doFinal(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The JDK lacks AES in counter mode", e);
    }
  }

  private static byte[] hmac(Keys keys, byte[] bytes) {
    return hmacSha256(keys.mac).doFinal(bytes);
  }

  private static Mac hmacSha256(byte[] key) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      // An empty key is not accepted by SecretKeySpec; HMAC pads keys with zeros, so one zero is
      // the same.
      mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, "HmacSHA256"));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The JDK lacks HMAC-SHA-256", e);
    }
  }

  private record Keys(byte[] cipher, byte[] mac, byte[] iv) {

    /**
     * By hand and not by the JDK's factory, which takes characters: a password may be any bytes.
     */
    static Keys derive(byte[] password, byte[] salt) {
      Mac mac = hmacSha256(password);
      int length = 2 * KEY_BYTES + IV_BYTES;
      ByteBuffer out = ByteBuffer.allocate((length / mac.getMacLength() + 1) * mac.getMacLength());
      for (int block = 1; out.position() < length; block++) {
        out.put(block(mac, salt, block));
      }
      byte[] all = out.array();
      return new Keys(
          Arrays.copyOfRange(all, 0, KEY_BYTES),
          Arrays.copyOfRange(all, KEY_BYTES, 2 * KEY_BYTES),
          Arrays.copyOfRange(all, 2 * KEY_BYTES, length));
    }

    private static byte[] block(Mac mac, byte[] salt, int number) {
      mac.update(salt);
      byte[] round = mac.doFinal(ByteBuffer.allocate(4).putInt(number).array());
      byte[] sum = round.clone();
      for (int i = 1; i < ROUNDS; i++) {
        round = mac.doFinal(round);
        for (int j = 0; j < sum.length; j++) {
          sum[j] ^= round[j];
        }
      }
      return sum;
    }
  }

  /** The parts of an envelope. */
  private record Envelope(String id, byte[] salt, byte[] hmac, byte[] encrypted) {

    static Envelope parse(String text, Position at) {
      List<String> lines = text.strip().lines().map(String::strip).toList();
      String first = lines.isEmpty() ? "" : lines.get(0);
      String[] header = first.split(";", -1);
      if (header.length < 3 || !first.startsWith(HEADER)) {
        throw invalid(at, "Its first line is not \"" + HEADER + "1.1;AES256\".");
      }
      if (!header[1].matches("1\\.[012]") || !header[2].equals("AES256")) {
        throw invalid(at, "Format " + header[1] + " with " + header[2] + " is not supported.");
      }
      try {
        String hex = String.join("", lines.subList(1, lines.size()));
        String body = new String(HEX.parseHex(hex), StandardCharsets.US_ASCII);
        String[] parts = body.split("\n", -1);
        if (parts.length != 3) {
          throw invalid(at, "It does not hold salt, digest and encrypted bytes.");
        }
        String id = header.length > 3 ? header[3] : "default";
        return new Envelope(
            id, HEX.parseHex(parts[0]), HEX.parseHex(parts[1]), HEX.parseHex(parts[2]));
      } catch (IllegalArgumentException e) {
        throw invalid(at, "It is not all hexadecimal digits: was it cut or edited?");
      }
    }

    private static ProvisionException invalid(Position at, String detail) {
      return new ProvisionException(
          ErrorCode.INVALID_VAULT, at, "This is no vault text that can be read. " + detail);
    }
  }

  private static final class Opener implements Vault {

    private final List<Password> passwords;
    // Deriving a key takes tens of milliseconds; inventories with many values share salts only by
    // accident, but the
    // same value is often read more than once.
    private final Map<String, Keys> derived = new ConcurrentHashMap<>();

    Opener(List<Password> passwords) {
      this.passwords = passwords;
    }

    @Override
    public Secret decrypt(String text, Position at) {
      Envelope envelope = Envelope.parse(text, at);
      return passwords.stream()
          .sorted((a, b) -> Boolean.compare(b.id.equals(envelope.id), a.id.equals(envelope.id)))
          .map(password -> keys(password, envelope.salt))
          .filter(keys -> MessageDigest.isEqual(hmac(keys, envelope.encrypted), envelope.hmac))
          .findFirst()
          .map(keys -> unpadded(crypt(Cipher.DECRYPT_MODE, keys, envelope.encrypted), at))
          .orElseThrow(() -> wrong(envelope, at));
    }

    private Keys keys(Password password, byte[] salt) {
      String name = passwords.indexOf(password) + ":" + HEX.formatHex(salt);
      return derived.computeIfAbsent(name, n -> Keys.derive(password.secret.reveal(), salt));
    }

    private static Secret unpadded(byte[] padded, Position at) {
      int padding = padded.length == 0 ? 0 : padded[padded.length - 1];
      if (padding < 1 || padding > IV_BYTES || padding > padded.length) {
        throw new ProvisionException(
            ErrorCode.INVALID_VAULT, at, "The password fits, but what is inside is damaged.");
      }
      return Secret.of(Arrays.copyOf(padded, padded.length - padding));
    }

    private ProvisionException wrong(Envelope envelope, Position at) {
      String tried =
          passwords.size() == 1 ? "The vault password does" : "None of the vault passwords does";
      return new ProvisionException(
          ErrorCode.VAULT_PASSWORD_WRONG,
          at,
          tried
              + (passwords.size() == 1 ? " not" : "")
              + " open this value"
              + (envelope.id.equals("default") ? "." : " (vault id \"" + envelope.id + "\")."));
    }
  }
}
