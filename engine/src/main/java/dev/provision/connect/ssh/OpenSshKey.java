package dev.provision.connect.ssh;

import static dev.provision.connect.ssh.IdentityException.Kind.LOCKED;
import static dev.provision.connect.ssh.IdentityException.Kind.UNREADABLE;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.schmizz.sshj.common.Buffer;

/**
 * OpenSSH's own private key format.
 *
 * @param publicBlob the public half, never encrypted
 * @param cipher cipher of the private half; {@code none} for plain
 * @param kdf how its key comes from the passphrase
 * @param kdfOptions salt and rounds
 * @param privateSection the private half, encrypted or not
 * @param tag authentication tag behind it, for ciphers that have one
 */
record OpenSshKey(
    byte[] publicBlob,
    String cipher,
    String kdf,
    byte[] kdfOptions,
    byte[] privateSection,
    byte[] tag) {

  private static final byte[] MAGIC = "openssh-key-v1\0".getBytes(StandardCharsets.US_ASCII);

  static OpenSshKey parse(byte[] body) throws IdentityException {
    if (body.length < MAGIC.length
        || !Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw damaged();
    }
    try {
      Buffer.PlainBuffer buffer =
          new Buffer.PlainBuffer(Arrays.copyOfRange(body, MAGIC.length, body.length));
      String cipher = buffer.readString();
      String kdf = buffer.readString();
      byte[] options = buffer.readBytes();
      if (buffer.readUInt32() != 1) {
        throw new IdentityException(UNREADABLE, "it holds more than one key");
      }
      byte[] publicBlob = buffer.readBytes();
      byte[] section = buffer.readBytes();
      byte[] tag = new byte[buffer.available()];
      buffer.readRawBytes(tag);
      return new OpenSshKey(publicBlob, cipher, kdf, options, section, tag);
    } catch (Buffer.BufferException e) {
      throw damaged();
    }
  }

  boolean isEncrypted() {
    return !cipher.equals("none");
  }

  SigningKey unlock(byte[] passphrase) throws IdentityException {
    byte[] plain = isEncrypted() ? decrypt(passphrase) : privateSection;
    try {
      Buffer.PlainBuffer buffer = new Buffer.PlainBuffer(plain);
      long check = buffer.readUInt32();
      if (check != buffer.readUInt32()) {
        throw isEncrypted() ? wrongPassphrase() : damaged();
      }
      return key(buffer);
    } catch (Buffer.BufferException e) {
      throw damaged();
    }
  }

  private byte[] decrypt(byte[] passphrase) throws IdentityException {
    if (!kdf.equals("bcrypt")) {
      throw new IdentityException(UNREADABLE, "its key derivation \"" + kdf + "\" is not known");
    }
    try {
      Buffer.PlainBuffer options = new Buffer.PlainBuffer(kdfOptions);
      byte[] salt = options.readBytes();
      int rounds = options.readUInt32AsInt();
      return KeyCiphers.decryptOpenSsh(cipher, privateSection, tag, passphrase, salt, rounds);
    } catch (Buffer.BufferException e) {
      throw damaged();
    }
  }

  private SigningKey key(Buffer.PlainBuffer buffer)
      throws Buffer.BufferException, IdentityException {
    String type = buffer.readString();
    switch (type) {
      case "ssh-ed25519" -> {
        buffer.readBytes();
        byte[] both = buffer.readBytes();
        return new SigningKey(publicBlob, JdkKeys.ed25519(Arrays.copyOf(both, 32)));
      }
      case "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521" -> {
        String curve = buffer.readString();
        buffer.readBytes();
        BigInteger scalar = buffer.readMPInt();
        return new SigningKey(publicBlob, JdkKeys.ec(curve, scalar));
      }
      case "ssh-rsa" -> {
        BigInteger n = buffer.readMPInt();
        BigInteger e = buffer.readMPInt();
        BigInteger d = buffer.readMPInt();
        BigInteger qInverse = buffer.readMPInt();
        BigInteger p = buffer.readMPInt();
        BigInteger q = buffer.readMPInt();
        return new SigningKey(publicBlob, JdkKeys.rsa(n, e, d, p, q, qInverse));
      }
      default -> {
        String why =
            type.startsWith("sk-")
                ? "it belongs to a hardware token; load it into the agent"
                : "its type \"" + type + "\" is not supported";
        throw new IdentityException(UNREADABLE, why, type.startsWith("sk-") ? "ssh-add" : "");
      }
    }
  }

  static IdentityException wrongPassphrase() {
    return new IdentityException(LOCKED, "the passphrase given for it is wrong");
  }

  private static IdentityException damaged() {
    return new IdentityException(UNREADABLE, "its content is damaged");
  }
}
