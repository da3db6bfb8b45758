package dev.provision.connect.ssh;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;
import net.schmizz.sshj.common.Buffer;

/** Public keys in their wire form. */
final class PublicKeys {

  private static final int MAX_TYPE_LENGTH = 64;

  private PublicKeys() {}

  /** {@code SHA256:…}, as OpenSSH shows it: that of a certificate is its key's. */
  static String fingerprint(byte[] blob) {
    byte[] digest = sha256(plain(blob));
    return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest);
  }

  /** The key of a certificate; other blobs as they are. */
  static byte[] plain(byte[] blob) {
    return SshCertificate.parse(blob).map(SshCertificate::plainKey).orElse(blob);
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The type at the head of a blob; empty if it has none. */
  static String type(byte[] blob) {
    try {
      Buffer.PlainBuffer buffer = new Buffer.PlainBuffer(blob);
      long length = buffer.readUInt32();
      if (length > MAX_TYPE_LENGTH || length > buffer.available()) {
        return "";
      }
      byte[] name = new byte[(int) length];
      buffer.readRawBytes(name);
      return new String(name, StandardCharsets.ISO_8859_1);
    } catch (Buffer.BufferException e) {
      return "";
    }
  }

  /** The word people know a type by, such as {@code ED25519}. */
  static String shortType(String type) {
    String plain = type.startsWith("sk-") ? type.substring(3) : type;
    String word;
    if (plain.contains("ed25519")) {
      word = "ED25519";
    } else if (plain.contains("ecdsa")) {
      word = "ECDSA";
    } else if (plain.contains("rsa")) {
      word = "RSA";
    } else if (plain.contains("dss")) {
      word = "DSA";
    } else {
      return type;
    }
    String kind = type.startsWith("sk-") ? word + "-SK" : word;
    return isCertificate(type) ? kind + "-CERT" : kind;
  }

  static boolean isCertificate(String type) {
    return type.endsWith("-cert-v01@openssh.com");
  }

  /** A line of a {@code .pub} file: type, base64, comment. Empty if it is none. */
  static Optional<byte[]> parseLine(String line) {
    String[] words = line.strip().split("[ \t]+", 3);
    if (words.length < 2) {
      return Optional.empty();
    }
    return decode(words[0], words[1]);
  }

  /** The blob in base64, if it is one of that type. */
  static Optional<byte[]> decode(String type, String base64) {
    try {
      byte[] blob = Base64.getDecoder().decode(base64);
      return type(blob).equals(type) ? Optional.of(blob) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
