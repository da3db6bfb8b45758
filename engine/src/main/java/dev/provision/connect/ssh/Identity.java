package dev.provision.connect.ssh;

import java.util.List;

/** A public key that a login can be tried with, and something that signs for it. */
interface Identity {

  /** The type at the head of {@link #blob()}, such as {@code ssh-rsa}. */
  String keyType();

  /** The public key or certificate as it goes over the wire. */
  byte[] blob();

  /** What to call it in messages: where it comes from, type and fingerprint. */
  String shown();

  /** Whether it can sign at once, without asking a person for anything. */
  boolean isReady();

  /**
   * Signs.
   *
   * @param algorithm name of the signature format, such as {@code rsa-sha2-512}
   * @return the signature as it goes over the wire: format and bytes
   * @throws IdentityException if it can't; the message is for people
   */
  byte[] sign(String algorithm, byte[] data) throws IdentityException;

  /** Public key algorithms to offer for it, best first. SHA-1 is never among them. */
  default List<String> algorithms(String serverVersion) {
    return switch (keyType()) {
      case "ssh-rsa" -> rsaAlgorithms("", serverVersion);
      case "ssh-rsa-cert-v01@openssh.com" -> rsaAlgorithms("-cert-v01@openssh.com", serverVersion);
      default -> List.of(keyType());
    };
  }

  private static List<String> rsaAlgorithms(String suffix, String serverVersion) {
    // Dropbear knows SHA-256 only; everything else that knows SHA-2 knows both.
    boolean dropbear = serverVersion.toLowerCase(java.util.Locale.ROOT).contains("dropbear");
    return List.of((dropbear ? "rsa-sha2-256" : "rsa-sha2-512") + suffix);
  }

  /** The signature format that belongs to a public key algorithm. */
  static String signatureFormat(String algorithm) {
    int certificate = algorithm.indexOf("-cert-v01@openssh.com");
    return certificate < 0 ? algorithm : algorithm.substring(0, certificate);
  }
}
