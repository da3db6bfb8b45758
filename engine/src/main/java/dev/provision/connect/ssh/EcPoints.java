package dev.provision.connect.ssh;

import java.math.BigInteger;
import java.security.spec.ECFieldFp;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.util.Arrays;

/** The public point of an EC key, for files that leave it out. */
final class EcPoints {

  private static final BigInteger TWO = BigInteger.TWO;
  private static final BigInteger THREE = BigInteger.valueOf(3);

  private EcPoints() {}

  /** The base point times the scalar, uncompressed. */
  static byte[] multiplyBase(ECParameterSpec curve, BigInteger scalar) {
    BigInteger prime = ((ECFieldFp) curve.getCurve().getField()).getP();
    ECPoint result = ECPoint.POINT_INFINITY;
    for (int bit = scalar.bitLength() - 1; bit >= 0; bit--) {
      result = add(result, result, curve, prime);
      if (scalar.testBit(bit)) {
        result = add(result, curve.getGenerator(), curve, prime);
      }
    }
    int size = (curve.getCurve().getField().getFieldSize() + 7) / 8;
    byte[] encoded = new byte[1 + 2 * size];
    encoded[0] = 4;
    put(result.getAffineX(), encoded, 1, size);
    put(result.getAffineY(), encoded, 1 + size, size);
    return encoded;
  }

  private static ECPoint add(ECPoint a, ECPoint b, ECParameterSpec curve, BigInteger prime) {
    if (a.equals(ECPoint.POINT_INFINITY)) {
      return b;
    }
    if (b.equals(ECPoint.POINT_INFINITY)) {
      return a;
    }
    BigInteger slope;
    if (a.equals(b)) {
      BigInteger top = a.getAffineX().pow(2).multiply(THREE).add(curve.getCurve().getA());
      slope = top.multiply(a.getAffineY().multiply(TWO).modInverse(prime));
    } else {
      BigInteger top = b.getAffineY().subtract(a.getAffineY());
      slope = top.multiply(b.getAffineX().subtract(a.getAffineX()).mod(prime).modInverse(prime));
    }
    BigInteger x = slope.pow(2).subtract(a.getAffineX()).subtract(b.getAffineX()).mod(prime);
    BigInteger y = slope.multiply(a.getAffineX().subtract(x)).subtract(a.getAffineY()).mod(prime);
    return new ECPoint(x, y);
  }

  private static void put(BigInteger number, byte[] into, int offset, int size) {
    byte[] bytes = number.toByteArray();
    byte[] significant =
        bytes.length > size ? Arrays.copyOfRange(bytes, bytes.length - size, bytes.length) : bytes;
    System.arraycopy(significant, 0, into, offset + size - significant.length, significant.length);
  }
}
