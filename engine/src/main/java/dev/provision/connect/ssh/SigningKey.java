package dev.provision.connect.ssh;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Arrays;
import net.schmizz.sshj.common.Buffer;

/**
 * A private key at hand.
 *
 * @param publicBlob the public half as it goes over the wire
 * @param key the private half
 */
record SigningKey(byte[] publicBlob, PrivateKey key) {

  byte[] sign(String format, byte[] data) throws IdentityException {
    try {
      Signature signature = Signature.getInstance(jdkName(format));
      signature.initSign(key);
      signature.update(data);
      byte[] raw = signature.sign();
      byte[] body = format.startsWith("ecdsa-") ? pairOfIntegers(raw) : raw;
      return new Buffer.PlainBuffer().putString(format).putString(body).getCompactData();
    } catch (GeneralSecurityException e) {
      throw new IdentityException(
          IdentityException.Kind.UNREADABLE, "it can't sign: " + e.getMessage());
    }
  }

  static String jdkName(String format) throws IdentityException {
    return switch (format) {
      case "ssh-ed25519" -> "Ed25519";
      case "ecdsa-sha2-nistp256" -> "SHA256withECDSA";
      case "ecdsa-sha2-nistp384" -> "SHA384withECDSA";
      case "ecdsa-sha2-nistp521" -> "SHA512withECDSA";
      case "rsa-sha2-256" -> "SHA256withRSA";
      case "rsa-sha2-512" -> "SHA512withRSA";
      default ->
          throw new IdentityException(
              IdentityException.Kind.UNREADABLE, "no signature of type " + format + " is known");
    };
  }

  /** The JDK writes the two numbers of an ECDSA signature as DER, SSH as two mpints. */
  private static byte[] pairOfIntegers(byte[] der) throws IdentityException {
    Der sequence = Der.read(der).sequence();
    BigInteger r = sequence.integer();
    BigInteger s = sequence.integer();
    return new Buffer.PlainBuffer().putMPInt(r).putMPInt(s).getCompactData();
  }

  /** Two mpints back to DER. */
  static byte[] toDer(byte[] pair) throws Buffer.BufferException {
    Buffer.PlainBuffer buffer = new Buffer.PlainBuffer(pair);
    byte[] r = buffer.readMPInt().toByteArray();
    byte[] s = buffer.readMPInt().toByteArray();
    return Der.write(Der.SEQUENCE, Der.write(Der.INTEGER, r), Der.write(Der.INTEGER, s));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SigningKey
        && Arrays.equals(publicBlob, ((SigningKey) other).publicBlob);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(publicBlob);
  }

  @Override
  public String toString() {
    return "private key of " + PublicKeys.fingerprint(publicBlob);
  }
}
