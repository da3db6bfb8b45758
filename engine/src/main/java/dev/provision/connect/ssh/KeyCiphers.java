package dev.provision.connect.ssh;

import static dev.provision.connect.ssh.IdentityException.Kind.UNREADABLE;

import com.hierynomus.sshj.userauth.keyprovider.bcrypt.BCrypt;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** Opens encrypted private keys of all three ages with what the JDK has. */
final class KeyCiphers {

  private static final int MAX_ROUNDS = 100_000;
  private static final int MAX_ITERATIONS = 100_000_000;

  private KeyCiphers() {}

  /** OpenSSH's own format: key and initial vector from bcrypt. */
  static byte[] decryptOpenSsh(
      String cipher, byte[] data, byte[] tag, byte[] passphrase, byte[] salt, int rounds)
      throws IdentityException {
    if (rounds < 1 || rounds > MAX_ROUNDS) {
      throw new IdentityException(UNREADABLE, "its number of bcrypt rounds is unreasonable");
    }
    int ivLength = openSshIvLength(cipher);
    byte[] derived = new byte[openSshKeyLength(cipher) + ivLength];
    new BCrypt().pbkdf(passphrase, salt, rounds, derived);
    byte[] key = Arrays.copyOf(derived, derived.length - ivLength);
    byte[] iv = Arrays.copyOfRange(derived, key.length, derived.length);
    try {
      return decryptOpenSsh(cipher, data, tag, key, iv);
    } catch (BadPaddingException e) {
      throw OpenSshKey.wrongPassphrase();
    } catch (GeneralSecurityException e) {
      throw new IdentityException(UNREADABLE, "it can't be decrypted: " + e.getMessage());
    }
  }

  private static byte[] decryptOpenSsh(
      String cipher, byte[] data, byte[] tag, byte[] key, byte[] iv)
      throws GeneralSecurityException, IdentityException {
    if (cipher.startsWith("chacha20")) {
      return chacha(data, key);
    }
    if (cipher.contains("gcm")) {
      Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
      gcm.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, iv));
      gcm.update(new byte[0]);
      byte[] sealed = Arrays.copyOf(data, data.length + tag.length);
      System.arraycopy(tag, 0, sealed, data.length, tag.length);
      return gcm.doFinal(sealed);
    }
    boolean tripleDes = cipher.startsWith("3des");
    String mode = cipher.contains("ctr") ? "CTR" : "CBC";
    return run((tripleDes ? "DESede/" : "AES/") + mode + "/NoPadding", key, iv, data);
  }

  /** The tag is not checked: a wrong passphrase shows by the check numbers inside. */
  private static byte[] chacha(byte[] data, byte[] key) throws GeneralSecurityException {
    Cipher chacha = Cipher.getInstance("ChaCha20");
    SecretKeySpec first = new SecretKeySpec(key, 0, 32, "ChaCha20");
    // OpenSSH numbers blocks from 1 and uses packet number 0 as nonce.
    chacha.init(Cipher.DECRYPT_MODE, first, new ChaCha20ParameterSpec(new byte[12], 1));
    return chacha.doFinal(data);
  }

  private static int openSshIvLength(String cipher) {
    if (cipher.contains("gcm")) {
      return 12;
    }
    if (cipher.startsWith("chacha20")) {
      return 0;
    }
    return cipher.startsWith("3des") ? 8 : 16;
  }

  private static int openSshKeyLength(String cipher) throws IdentityException {
    return switch (cipher) {
      case "aes128-ctr", "aes128-cbc", "aes128-gcm@openssh.com" -> 16;
      case "aes192-ctr", "aes192-cbc", "3des-cbc" -> 24;
      case "aes256-ctr", "aes256-cbc", "aes256-gcm@openssh.com" -> 32;
      case "chacha20-poly1305@openssh.com" -> 64;
      default ->
          throw new IdentityException(UNREADABLE, "its cipher \"" + cipher + "\" is not known");
    };
  }

  /** PEM of old: {@code DEK-Info: AES-128-CBC,IV}, key by MD5 over passphrase and salt. */
  static byte[] decryptPem(String info, byte[] data, byte[] passphrase) throws IdentityException {
    String[] parts = info.split(",");
    String name = parts[0].strip().toUpperCase(Locale.ROOT);
    int keyLength =
        switch (name) {
          case "AES-128-CBC" -> 16;
          case "AES-192-CBC", "DES-EDE3-CBC" -> 24;
          case "AES-256-CBC" -> 32;
          default ->
              throw new IdentityException(UNREADABLE, "its cipher \"" + name + "\" is not known");
        };
    String cipher = name.startsWith("AES") ? "AES/CBC/PKCS5Padding" : "DESede/CBC/PKCS5Padding";
    try {
      byte[] iv = HexFormat.of().parseHex(parts.length > 1 ? parts[1].strip() : "");
      return run(cipher, opensslKey(passphrase, Arrays.copyOf(iv, 8), keyLength), iv, data);
    } catch (BadPaddingException e) {
      throw OpenSshKey.wrongPassphrase();
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IdentityException(UNREADABLE, "it can't be decrypted: " + e.getMessage());
    }
  }

  private static byte[] opensslKey(byte[] passphrase, byte[] salt, int length)
      throws GeneralSecurityException {
    MessageDigest md5 = MessageDigest.getInstance("MD5");
    byte[] key = new byte[0];
    byte[] last = new byte[0];
    while (key.length < length) {
      md5.update(last);
      md5.update(passphrase);
      last = md5.digest(salt);
      key = Arrays.copyOf(key, key.length + last.length);
      System.arraycopy(last, 0, key, key.length - last.length, last.length);
    }
    return Arrays.copyOf(key, length);
  }

  /** PKCS#8 with PBES2: PBKDF2 and AES or triple DES. */
  static byte[] decryptPkcs8(byte[] data, byte[] passphrase) throws IdentityException {
    Der outer = Der.read(data).sequence();
    Der algorithm = outer.sequence();
    byte[] encrypted = outer.octets();
    if (!algorithm.objectId().equals("1.2.840.113549.1.5.13")) {
      throw new IdentityException(
          UNREADABLE, "its encryption is of an old kind (not PBES2) that is not supported");
    }
    Der parameters = algorithm.sequence();
    Der derivation = parameters.sequence();
    Der scheme = parameters.sequence();
    String cipher = scheme.objectId();
    byte[] iv = scheme.octets();
    try {
      byte[] key = pbkdf2(derivation, passphrase, pbes2KeyLength(cipher));
      return run(pbes2Cipher(cipher), key, iv, encrypted);
    } catch (BadPaddingException e) {
      throw OpenSshKey.wrongPassphrase();
    } catch (GeneralSecurityException e) {
      throw new IdentityException(UNREADABLE, "it can't be decrypted: " + e.getMessage());
    }
  }

  private static byte[] pbkdf2(Der derivation, byte[] passphrase, int keyLength)
      throws IdentityException, GeneralSecurityException {
    if (!derivation.objectId().equals("1.2.840.113549.1.5.12")) {
      throw new IdentityException(UNREADABLE, "its key derivation is not PBKDF2");
    }
    Der parameters = derivation.sequence();
    byte[] salt = parameters.octets();
    int iterations = parameters.integer().intValueExact();
    if (iterations < 1 || iterations > MAX_ITERATIONS) {
      throw new IdentityException(UNREADABLE, "its number of iterations is unreasonable");
    }
    if (parameters.tag() == Der.INTEGER) {
      parameters.integer();
    }
    String hash =
        parameters.hasMore() ? prf(parameters.sequence().objectId()) : "PBKDF2WithHmacSHA1";
    char[] characters = new String(passphrase, StandardCharsets.UTF_8).toCharArray();
    PBEKeySpec spec = new PBEKeySpec(characters, salt, iterations, keyLength * 8);
    return SecretKeyFactory.getInstance(hash).generateSecret(spec).getEncoded();
  }

  private static String prf(String objectId) throws IdentityException {
    return switch (objectId) {
      case "1.2.840.113549.2.7" -> "PBKDF2WithHmacSHA1";
      case "1.2.840.113549.2.8" -> "PBKDF2WithHmacSHA224";
      case "1.2.840.113549.2.9" -> "PBKDF2WithHmacSHA256";
      case "1.2.840.113549.2.10" -> "PBKDF2WithHmacSHA384";
      case "1.2.840.113549.2.11" -> "PBKDF2WithHmacSHA512";
      default -> throw new IdentityException(UNREADABLE, "its PBKDF2 hash is not known");
    };
  }

  private static String pbes2Cipher(String objectId) {
    return objectId.equals("1.2.840.113549.3.7")
        ? "DESede/CBC/PKCS5Padding"
        : "AES/CBC/PKCS5Padding";
  }

  private static int pbes2KeyLength(String objectId) throws IdentityException {
    return switch (objectId) {
      case "2.16.840.1.101.3.4.1.2" -> 16;
      case "2.16.840.1.101.3.4.1.22", "1.2.840.113549.3.7" -> 24;
      case "2.16.840.1.101.3.4.1.42" -> 32;
      default -> throw new IdentityException(UNREADABLE, "its PBES2 cipher is not known");
    };
  }

  private static byte[] run(String transformation, byte[] key, byte[] iv, byte[] data)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(transformation);
    String algorithm = transformation.substring(0, transformation.indexOf('/'));
    cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, algorithm), new IvParameterSpec(iv));
    return cipher.doFinal(data);
  }
}
