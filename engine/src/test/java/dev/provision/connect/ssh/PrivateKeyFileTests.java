package dev.provision.connect.ssh;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.value.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PublicKey;
import java.security.Signature;
import java.util.List;
import java.util.Optional;
import net.schmizz.sshj.common.Buffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PrivateKeyFileTests {

  @TempDir Path folder;

  @BeforeAll
  static void installProvider() {
    EcAlias.install();
  }

  static List<String> allKeys() {
    return TestKeys.all();
  }

  static List<String> encryptedKeys() {
    return TestKeys.all().stream().filter(PrivateKeyFileTests::isEncrypted).toList();
  }

  private static boolean isEncrypted(String name) {
    return !name.matches("(ed25519|rsa|ecdsa\\d*)(-pem|-pkcs8)?(-nopublic)?");
  }

  @ParameterizedTest
  @MethodSource("allKeys")
  void signsWithKeysOfAllFormats(String name) throws Exception {
    PrivateKeyFile file = PrivateKeyFile.read(TestKeys.copy(name, folder));

    SigningKey key = file.unlock(Optional.of(TestKeys.PASSPHRASE));

    assertEquals(isEncrypted(name), file.isEncrypted());
    assertArrayEquals(TestKeys.publicBlob(name), key.publicBlob());
    assertTrue(isSignatureGood(key));
  }

  private static boolean isSignatureGood(SigningKey key) throws Exception {
    String type = PublicKeys.type(key.publicBlob());
    String format = type.equals("ssh-rsa") ? "rsa-sha2-512" : type;
    byte[] data = "some data".getBytes(StandardCharsets.UTF_8);
    Buffer.PlainBuffer signature = new Buffer.PlainBuffer(key.sign(format, data));
    assertEquals(format, signature.readString());
    byte[] body = signature.readBytes();
    PublicKey publicKey = new Buffer.PlainBuffer(key.publicBlob()).readPublicKey();
    Signature verifier = Signature.getInstance(SigningKey.jdkName(format));
    verifier.initVerify(publicKey);
    verifier.update(data);
    return verifier.verify(format.startsWith("ecdsa") ? SigningKey.toDer(body) : body);
  }

  @ParameterizedTest
  @MethodSource("encryptedKeys")
  void saysThatAPassphraseIsWrong(String name) throws Exception {
    PrivateKeyFile file = PrivateKeyFile.read(TestKeys.copy(name, folder));

    IdentityException e =
        assertThrows(IdentityException.class, () -> file.unlock(Optional.of(Secret.of("not it"))));

    assertEquals(IdentityException.Kind.LOCKED, e.kind());
    assertEquals("the passphrase given for it is wrong", e.getMessage());
  }

  @ParameterizedTest
  @MethodSource("encryptedKeys")
  void saysThatAPassphraseIsMissing(String name) throws Exception {
    Path path = TestKeys.copy(name, folder);

    IdentityException e =
        assertThrows(
            IdentityException.class, () -> PrivateKeyFile.read(path).unlock(Optional.empty()));

    assertEquals(IdentityException.Kind.LOCKED, e.kind());
    assertEquals("ssh-add " + path, e.command());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | it holds no private key",
        "ssh-ed25519 AAAA | it holds no private key",
        "-----BEGIN RSA PRIVATE KEY-----\\nAAAA | its end is missing",
        "-----BEGIN RSA PRIVATE KEY-----\\n*\\n-----END RSA PRIVATE KEY----- | its content is damaged (not valid base64)",
        "-----BEGIN RSA PRIVATE KEY-----\\nMIIB\\n-----END RSA PRIVATE KEY----- | its content is damaged (not valid DER)",
        "-----BEGIN OPENSSH PRIVATE KEY-----\\nAAAA\\n-----END OPENSSH PRIVATE KEY----- | its content is damaged",
        "-----BEGIN FOO KEY-----\\nAAAA\\n-----END FOO KEY----- | its format \"FOO KEY\" is not known",
        "-----BEGIN DSA PRIVATE KEY-----\\nAAAA\\n-----END DSA PRIVATE KEY----- | DSA keys are no longer used with SSH",
        "PuTTY-User-Key-File-3: ssh-ed25519 | it is in PuTTY's format",
      })
  void saysWhatIsWrongWithAFile(String text, String why) {
    IdentityException e =
        assertThrows(
            IdentityException.class,
            () ->
                PrivateKeyFile.parse(Path.of("id"), text.replace("\\n", "\n"))
                    .unlock(Optional.empty()));

    assertEquals(why, e.getMessage());
  }

  @Test
  void neverFailsOtherwiseWhateverIsDamaged() throws Exception {
    for (String name : TestKeys.all()) {
      String text = Files.readString(TestKeys.copy(name, folder));
      for (int at = 40; at < text.length() - 40; at += 41) {
        char[] damaged = text.toCharArray();
        damaged[at] = damaged[at] == 'A' ? 'B' : 'A';
        try {
          PrivateKeyFile.parse(Path.of("id"), new String(damaged))
              .unlock(isEncrypted(name) ? Optional.empty() : Optional.of(TestKeys.PASSPHRASE));
        } catch (IdentityException e) {
          assertTrue(e.getMessage() != null && !e.getMessage().isBlank());
        }
      }
    }
  }

  @Test
  void doesNotUseAKeyThatOthersMayRead() throws IOException {
    Path key = TestKeys.copy("ed25519", folder);
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));

    IdentityException e = assertThrows(IdentityException.class, () -> PrivateKeyFile.read(key));

    assertEquals("chmod 600 " + key, e.command());
  }

  @Test
  void tellsThePublicHalfOfAnEncryptedKeyWithoutItsPassphrase() throws Exception {
    PrivateKeyFile file = PrivateKeyFile.read(TestKeys.copy("ed25519-aes256ctr", folder));

    assertArrayEquals(TestKeys.publicBlob("ed25519-aes256ctr"), file.publicBlob().orElseThrow());
  }

  @Test
  void missingFilesAreNamed() {
    IdentityException e =
        assertThrows(IdentityException.class, () -> PrivateKeyFile.read(folder.resolve("missing")));

    assertEquals("there is no such file", e.getMessage());
  }
}
