package dev.provision.connect.ssh;

import static dev.provision.connect.ssh.IdentityException.Kind.UNREADABLE;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.util.Arrays;
import net.schmizz.sshj.common.Buffer;

/**
 * Private keys of the JDK from numbers and from DER, and the public half that SSH wants with them.
 */
final class JdkKeys {

  private static final byte[] VERSION_0 = {Der.INTEGER, 1, 0};
  private static final String RSA = "1.2.840.113549.1.1.1";
  private static final String EC = "1.2.840.10045.2.1";
  private static final String ED25519 = "1.3.101.112";
  private static final byte[] RSA_ID = {
    Der.OBJECT_ID, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 1, 1, 1, 5, 0
  };
  private static final byte[] ED25519_ID = {Der.OBJECT_ID, 3, 0x2b, 0x65, 0x70};
  private static final int CONTEXT_0 = 0xa0;
  private static final int CONTEXT_1 = 0xa1;

  private JdkKeys() {}

  static SigningKey ofPkcs8(byte[] der) throws IdentityException {
    Der outer = Der.read(der).sequence();
    outer.integer();
    Der algorithm = outer.sequence();
    String id = algorithm.objectId();
    byte[] key = outer.octets();
    return switch (id) {
      case RSA -> ofPkcs1(key);
      case EC -> sec1(key, algorithm.objectId());
      case ED25519 -> ed25519Key(Der.read(key).octets());
      default -> throw new IdentityException(UNREADABLE, "its key type " + id + " is not known");
    };
  }

  static SigningKey ofPkcs1(byte[] der) throws IdentityException {
    Der numbers = Der.read(der).sequence();
    numbers.integer();
    BigInteger n = numbers.integer();
    BigInteger e = numbers.integer();
    byte[] blob =
        new Buffer.PlainBuffer().putString("ssh-rsa").putMPInt(e).putMPInt(n).getCompactData();
    byte[] pkcs8 =
        Der.write(
            Der.SEQUENCE,
            VERSION_0,
            Der.write(Der.SEQUENCE, RSA_ID),
            Der.write(Der.OCTET_STRING, der));
    return new SigningKey(blob, decode("RSA", pkcs8));
  }

  static SigningKey ofSec1(byte[] der) throws IdentityException {
    return sec1(der, "");
  }

  /**
   * RFC 5915: version, private key, [0] curve, [1] public key. The curve may be known from outside.
   */
  private static SigningKey sec1(byte[] der, String outerCurve) throws IdentityException {
    Der fields = Der.read(der).sequence();
    fields.integer();
    BigInteger scalar = new BigInteger(1, fields.octets());
    String curveId = outerCurve;
    byte[] point = null;
    while (fields.hasMore()) {
      int tag = fields.tag();
      Der content = Der.read(fields.content(tag));
      if (tag == CONTEXT_0) {
        curveId = content.objectId();
      } else if (tag == CONTEXT_1) {
        point = content.bits();
      }
    }
    String curve = curveName(curveId);
    byte[] publicPoint = point == null ? EcPoints.multiplyBase(curveSpec(curve), scalar) : point;
    byte[] blob =
        new Buffer.PlainBuffer()
            .putString("ecdsa-sha2-" + curve)
            .putString(curve)
            .putString(publicPoint)
            .getCompactData();
    return new SigningKey(blob, ec(curve, scalar));
  }

  private static String curveName(String objectId) throws IdentityException {
    return switch (objectId) {
      case "1.2.840.10045.3.1.7" -> "nistp256";
      case "1.3.132.0.34" -> "nistp384";
      case "1.3.132.0.35" -> "nistp521";
      default -> throw new IdentityException(UNREADABLE, "its curve is none that SSH knows");
    };
  }

  private static SigningKey ed25519Key(byte[] seed) throws IdentityException {
    byte[] blob =
        new Buffer.PlainBuffer()
            .putString("ssh-ed25519")
            .putString(ed25519Public(seed))
            .getCompactData();
    return new SigningKey(blob, ed25519(seed));
  }

  /** The JDK computes a public key only when it makes a pair; so it makes this pair. */
  private static byte[] ed25519Public(byte[] seed) throws IdentityException {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
      generator.initialize(NamedParameterSpec.ED25519, new FixedRandom(seed));
      byte[] encoded = generator.generateKeyPair().getPublic().getEncoded();
      return Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    } catch (GeneralSecurityException e) {
      throw unusable(e);
    }
  }

  static PrivateKey ed25519(byte[] seed) throws IdentityException {
    return decode(
        "Ed25519",
        Der.write(
            Der.SEQUENCE,
            VERSION_0,
            Der.write(Der.SEQUENCE, ED25519_ID),
            Der.write(Der.OCTET_STRING, Der.write(Der.OCTET_STRING, seed))));
  }

  static PrivateKey ec(String curve, BigInteger scalar) throws IdentityException {
    try {
      return KeyFactory.getInstance("EC")
          .generatePrivate(new ECPrivateKeySpec(scalar, curveSpec(curve)));
    } catch (GeneralSecurityException e) {
      throw unusable(e);
    }
  }

  private static ECParameterSpec curveSpec(String curve) throws IdentityException {
    String jdkName =
        switch (curve) {
          case "nistp256" -> "secp256r1";
          case "nistp384" -> "secp384r1";
          case "nistp521" -> "secp521r1";
          default -> throw new IdentityException(UNREADABLE, "its curve is none that SSH knows");
        };
    try {
      AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
      parameters.init(new ECGenParameterSpec(jdkName));
      return parameters.getParameterSpec(ECParameterSpec.class);
    } catch (GeneralSecurityException e) {
      throw unusable(e);
    }
  }

  static PrivateKey rsa(
      BigInteger n, BigInteger e, BigInteger d, BigInteger p, BigInteger q, BigInteger qInverse)
      throws IdentityException {
    BigInteger dp = d.mod(p.subtract(BigInteger.ONE));
    BigInteger dq = d.mod(q.subtract(BigInteger.ONE));
    try {
      return KeyFactory.getInstance("RSA")
          .generatePrivate(new RSAPrivateCrtKeySpec(n, e, d, p, q, dp, dq, qInverse));
    } catch (GeneralSecurityException x) {
      throw unusable(x);
    }
  }

  private static PrivateKey decode(String algorithm, byte[] pkcs8) throws IdentityException {
    try {
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    } catch (GeneralSecurityException e) {
      throw unusable(e);
    }
  }

  private static IdentityException unusable(GeneralSecurityException e) {
    return new IdentityException(UNREADABLE, "its numbers make no key: " + e.getMessage());
  }

  /** Gives out the seed of a key in place of something random. */
  private static final class FixedRandom extends SecureRandom {

    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    FixedRandom(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    @Override
    public void nextBytes(byte[] into) {
      System.arraycopy(bytes, 0, into, 0, Math.min(into.length, bytes.length));
    }
  }
}
