package dev.provision.connect.ssh;

import java.nio.file.Path;

/** An identity offered by a certificate for its key. */
final class CertifiedIdentity implements Identity {

  private final Identity key;
  private final byte[] certificate;
  private final Path file;

  CertifiedIdentity(Identity key, byte[] certificate, Path file) {
    this.key = key;
    this.certificate = certificate;
    this.file = file;
  }

  @Override
  public String keyType() {
    return PublicKeys.type(certificate);
  }

  @Override
  public byte[] blob() {
    return certificate;
  }

  @Override
  public String shown() {
    return file
        + " ("
        + PublicKeys.shortType(keyType())
        + " "
        + PublicKeys.fingerprint(certificate)
        + ")";
  }

  @Override
  public boolean isReady() {
    return key.isReady();
  }

  @Override
  public byte[] sign(String format, byte[] data) throws IdentityException {
    return key.sign(format, data);
  }
}
