package dev.provision.connect.ssh;

import static dev.provision.connect.ssh.IdentityException.Kind.LOCKED;
import static dev.provision.connect.ssh.IdentityException.Kind.UNREADABLE;

import dev.provision.value.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file with a private key, in any format that OpenSSH reads: its own, PKCS#8, and the PEM formats
 * of old, each plain or encrypted. Reading it asks for no passphrase; {@link #unlock} does.
 */
final class PrivateKeyFile {

  private static final long MAX_SIZE = 1024 * 1024;
  private static final String BEGIN = "-----BEGIN ";
  private static final String DASHES = "-----";

  private final Path file;
  private final String label;
  private final Map<String, String> headers;
  private final byte[] body;
  private final @Nullable OpenSshKey openSsh;

  private PrivateKeyFile(Path file, String label, Map<String, String> headers, byte[] body)
      throws IdentityException {
    this.file = file;
    this.label = label;
    this.headers = headers;
    this.body = body;
    this.openSsh = label.equals("OPENSSH PRIVATE KEY") ? OpenSshKey.parse(body) : null;
  }

  static PrivateKeyFile read(Path file) throws IdentityException {
    checkMode(file);
    return parse(file, readText(file));
  }

  /** The text of a key or public key file. */
  static String readText(Path file) throws IdentityException {
    try {
      if (!Files.isRegularFile(file)) {
        String what = Files.exists(file) ? "it is not a file" : "there is no such file";
        throw new IdentityException(UNREADABLE, what);
      }
      if (Files.size(file) > MAX_SIZE) {
        throw new IdentityException(UNREADABLE, "it is too large for a key");
      }
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new IdentityException(UNREADABLE, "there is no such file");
    } catch (AccessDeniedException e) {
      throw new IdentityException(UNREADABLE, "this account may not read it", "ls -l " + file);
    } catch (IOException e) {
      throw new IdentityException(UNREADABLE, "it can't be read: " + e.getMessage());
    }
  }

  /** OpenSSH ignores keys that others may read, and so do we. */
  private static void checkMode(Path file) throws IdentityException {
    try {
      Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
      boolean mine = Files.getOwner(file).getName().equals(System.getProperty("user.name"));
      boolean open = mode.stream().anyMatch(p -> !p.name().startsWith("OWNER_"));
      if (mine && open) {
        throw new IdentityException(
            UNREADABLE, "others may read it, so it is not used", "chmod 600 " + file);
      }
    } catch (IOException | UnsupportedOperationException e) {
      // Reading it says better what is wrong.
      return;
    }
  }

  static PrivateKeyFile parse(Path file, String text) throws IdentityException {
    if (text.startsWith("PuTTY-User-Key-File")) {
      throw new IdentityException(
          UNREADABLE,
          "it is in PuTTY's format",
          "puttygen " + file + " -O private-openssh -o " + file + ".openssh");
    }
    int begin = text.indexOf(BEGIN);
    int labelEnd = begin < 0 ? -1 : text.indexOf(DASHES, begin + BEGIN.length());
    if (labelEnd < 0) {
      throw new IdentityException(UNREADABLE, "it holds no private key");
    }
    String label = text.substring(begin + BEGIN.length(), labelEnd);
    int end = text.indexOf("-----END " + label + DASHES, labelEnd);
    if (end < 0) {
      throw new IdentityException(UNREADABLE, "its end is missing");
    }
    Map<String, String> headers = new HashMap<>();
    StringBuilder base64 = new StringBuilder();
    for (String line : text.substring(labelEnd + DASHES.length(), end).split("\r?\n")) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
      } else {
        base64.append(line.strip());
      }
    }
    return new PrivateKeyFile(file, label, headers, decode(base64.toString()));
  }

  private static byte[] decode(String base64) throws IdentityException {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new IdentityException(UNREADABLE, "its content is damaged (not valid base64)");
    }
  }

  boolean isEncrypted() {
    return openSsh != null
        ? openSsh.isEncrypted()
        : headers.containsKey("DEK-Info") || label.startsWith("ENCRYPTED ");
  }

  /** The public half, where the file tells it without a passphrase. */
  Optional<byte[]> publicBlob() {
    return openSsh != null ? Optional.of(openSsh.publicBlob()) : Optional.empty();
  }

  /** The key itself. A passphrase is needed only for encrypted ones. */
  SigningKey unlock(Optional<Secret> passphrase) throws IdentityException {
    if (isEncrypted() && passphrase.isEmpty()) {
      throw new IdentityException(
          LOCKED, "it is encrypted and its passphrase is not known", "ssh-add " + file);
    }
    try {
      return unlock(passphrase.map(Secret::reveal).orElse(new byte[0]));
    } catch (IllegalArgumentException | ArithmeticException e) {
      // Numbers of no length, or larger than they can be.
      throw new IdentityException(UNREADABLE, "its content is damaged");
    }
  }

  private SigningKey unlock(byte[] secret) throws IdentityException {
    if (openSsh != null) {
      return openSsh.unlock(secret);
    }
    return switch (label) {
      case "PRIVATE KEY" -> JdkKeys.ofPkcs8(body);
      case "ENCRYPTED PRIVATE KEY" -> JdkKeys.ofPkcs8(KeyCiphers.decryptPkcs8(body, secret));
      case "RSA PRIVATE KEY" -> JdkKeys.ofPkcs1(plainPem(secret));
      case "EC PRIVATE KEY" -> JdkKeys.ofSec1(plainPem(secret));
      case "DSA PRIVATE KEY" ->
          throw new IdentityException(UNREADABLE, "DSA keys are no longer used with SSH");
      default ->
          throw new IdentityException(UNREADABLE, "its format \"" + label + "\" is not known");
    };
  }

  private byte[] plainPem(byte[] passphrase) throws IdentityException {
    String info = headers.get("DEK-Info");
    return info == null ? body : KeyCiphers.decryptPem(info, body, passphrase);
  }
}
