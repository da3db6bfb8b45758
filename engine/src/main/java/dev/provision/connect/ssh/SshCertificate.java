package dev.provision.connect.ssh;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.schmizz.sshj.common.Buffer;
import net.schmizz.sshj.common.KeyType;
import net.schmizz.sshj.common.SSHRuntimeException;

/**
 * An OpenSSH certificate, read from its bytes so that its signature can be checked over exactly
 * those.
 *
 * @param plainKey the key that it vouches for, without the certificate
 * @param isHost whether it is for hosts; otherwise for users
 * @param principals host or user names it is good for; empty for any
 * @param validAfter seconds of the epoch, unsigned
 * @param validBefore seconds of the epoch, unsigned
 * @param criticalOptions names of the options that must be understood
 * @param authority the key that signed it
 */
record SshCertificate(
    byte[] plainKey,
    boolean isHost,
    List<String> principals,
    long validAfter,
    long validBefore,
    List<String> criticalOptions,
    byte[] authority,
    byte[] signedPart,
    byte[] signature) {

  private static final int HOST = 2;

  /** Empty if it is no certificate of a kind that we know. */
  static Optional<SshCertificate> parse(byte[] blob) {
    try {
      Buffer.PlainBuffer buffer = new Buffer.PlainBuffer(blob);
      String type = buffer.readString();
      if (!PublicKeys.isCertificate(type)) {
        return Optional.empty();
      }
      return Optional.of(parse(blob, buffer, plainType(type)));
    } catch (Buffer.BufferException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static SshCertificate parse(byte[] blob, Buffer.PlainBuffer buffer, String plainType)
      throws Buffer.BufferException {
    buffer.readBytes();
    Buffer.PlainBuffer plain = new Buffer.PlainBuffer().putString(plainType);
    for (int i = 0; i < fieldsOf(plainType); i++) {
      plain.putString(buffer.readBytes());
    }
    buffer.readUInt64AsBigInteger();
    long role = buffer.readUInt32();
    buffer.readBytes();
    List<String> principals = strings(buffer.readBytes(), 1);
    long validAfter = buffer.readUInt64AsBigInteger().longValue();
    long validBefore = buffer.readUInt64AsBigInteger().longValue();
    List<String> critical = strings(buffer.readBytes(), 2);
    buffer.readBytes();
    buffer.readBytes();
    byte[] authority = buffer.readBytes();
    byte[] signedPart = Arrays.copyOf(blob, buffer.rpos());
    byte[] signature = buffer.readBytes();
    return new SshCertificate(
        plain.getCompactData(),
        role == HOST,
        principals,
        validAfter,
        validBefore,
        critical,
        authority,
        signedPart,
        signature);
  }

  private static String plainType(String type) {
    return type.substring(0, type.indexOf("-cert-v01@openssh.com"));
  }

  /** How many strings and numbers the plain key has behind its type. */
  private static int fieldsOf(String plainType) {
    return switch (plainType) {
      case "ssh-ed25519" -> 1;
      case "ssh-rsa", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521" -> 2;
      case "sk-ssh-ed25519" -> 2;
      case "sk-ecdsa-sha2-nistp256" -> 3;
      default -> throw new IllegalArgumentException(plainType);
    };
  }

  /** Every {@code step}-th string of a packed list. */
  private static List<String> strings(byte[] packed, int step) throws Buffer.BufferException {
    Buffer.PlainBuffer buffer = new Buffer.PlainBuffer(packed);
    List<String> all = new ArrayList<>();
    for (int i = 0; buffer.available() > 0; i++) {
      String text = new String(buffer.readBytes(), StandardCharsets.UTF_8);
      if (i % step == 0) {
        all.add(text);
      }
    }
    return all;
  }

  /** Whether a moment lies in its time of validity; ends before {@link #validBefore}. */
  boolean isValidAt(Instant moment) {
    long now = moment.getEpochSecond();
    return Long.compareUnsigned(now, validAfter) >= 0 && Long.compareUnsigned(now, validBefore) < 0;
  }

  boolean isSignatureGood() {
    try {
      PublicKey key = new Buffer.PlainBuffer(authority).readPublicKey();
      Buffer.PlainBuffer parts = new Buffer.PlainBuffer(signature);
      String format = parts.readString();
      byte[] body = parts.readBytes();
      if (!formatFits(format, KeyType.fromKey(key).toString())) {
        return false;
      }
      Signature verifier = Signature.getInstance(SigningKey.jdkName(format));
      verifier.initVerify(key);
      verifier.update(signedPart);
      return verifier.verify(format.startsWith("ecdsa-") ? SigningKey.toDer(body) : body);
    } catch (Buffer.BufferException
        | GeneralSecurityException
        | IdentityException
        | SSHRuntimeException
        | IllegalArgumentException e) {
      return false;
    }
  }

  /** SHA-1 signatures of an RSA authority do not count, as with OpenSSH. */
  private static boolean formatFits(String format, String keyType) {
    return keyType.equals("ssh-rsa") ? format.startsWith("rsa-sha2-") : format.equals(keyType);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SshCertificate
        && Arrays.equals(signedPart, ((SshCertificate) other).signedPart);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(signedPart);
  }
}
