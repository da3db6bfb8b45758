package dev.provision.connect.ssh;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A key from a file, maybe offered by a certificate for it. Opened at the first signature. */
final class FileIdentity implements Identity {

  private final PrivateKeyFile keyFile;
  private final Path path;
  private final byte[] blob;
  private final SshSecrets secrets;
  private @Nullable SigningKey key;

  private FileIdentity(
      PrivateKeyFile keyFile,
      Path path,
      byte[] blob,
      SshSecrets secrets,
      @Nullable SigningKey key) {
    this.keyFile = keyFile;
    this.path = path;
    this.blob = blob;
    this.secrets = secrets;
    this.key = key;
  }

  /**
   * Reads the file. Where it hides its public half, and no {@code .pub} file tells it, the key is
   * opened right away.
   *
   * @param publicBlob the public half from the {@code .pub} file
   */
  static FileIdentity read(Path path, Optional<byte[]> publicBlob, SshSecrets secrets)
      throws IdentityException {
    PrivateKeyFile file = PrivateKeyFile.read(path);
    if (!file.isEncrypted()) {
      SigningKey key = file.unlock(Optional.empty());
      return new FileIdentity(file, path, key.publicBlob(), secrets, key);
    }
    Optional<byte[]> known = file.publicBlob().or(() -> publicBlob);
    if (known.isPresent()) {
      return new FileIdentity(file, path, known.get(), secrets, null);
    }
    SigningKey key = file.unlock(secrets.passphrase(path));
    return new FileIdentity(file, path, key.publicBlob(), secrets, key);
  }

  @Override
  public String keyType() {
    return PublicKeys.type(blob);
  }

  @Override
  public byte[] blob() {
    return blob;
  }

  @Override
  public String shown() {
    return path + " (" + PublicKeys.shortType(keyType()) + " " + PublicKeys.fingerprint(blob) + ")";
  }

  @Override
  public synchronized boolean isReady() {
    return key != null;
  }

  @Override
  public synchronized byte[] sign(String format, byte[] data) throws IdentityException {
    SigningKey opened = key;
    if (opened == null) {
      opened = keyFile.unlock(secrets.passphrase(path));
      key = opened;
    }
    return opened.sign(format, data);
  }
}
