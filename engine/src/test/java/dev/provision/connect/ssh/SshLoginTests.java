package dev.provision.connect.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs in to a real OpenSSH server with everything that one can log in with. */
@Tag("sshd")
class SshLoginTests {

  private static final SshSecrets PASSPHRASE = SshSecrets.ofPassphrase(TestKeys.PASSPHRASE);

  @TempDir static Path server;
  @TempDir Path folder;
  private static Sshd sshd;

  @BeforeAll
  static void start() throws Exception {
    Sshd.keygen(server.resolve("user_ca"), "-t", "ed25519", "-N", "");
    sshd =
        Sshd.start(
            server,
            "TrustedUserCAKeys " + server.resolve("user_ca.pub"),
            // A server that takes no SHA-1.
            "PubkeyAcceptedAlgorithms -ssh-rsa,ssh-rsa-cert-v01@openssh.com");
  }

  @AfterAll
  static void stop() {
    sshd.close();
  }

  @BeforeEach
  void forgetKeys() throws IOException {
    Files.writeString(server.resolve("authorized_keys"), "");
  }

  static List<String> allKeys() {
    return TestKeys.all();
  }

  private static void letIn(String name) throws IOException {
    Files.writeString(
        server.resolve("authorized_keys"),
        TestKeys.publicLine(name) + "\n",
        StandardOpenOption.APPEND);
  }

  private static SshConnection open(LoginSettings login, SshSecrets secrets) throws IOException {
    return SshConnection.open(sshd.target(login), secrets);
  }

  private static ProvisionException refusal(LoginSettings login, SshSecrets secrets) {
    return assertThrows(ProvisionException.class, () -> open(login, secrets));
  }

  private static LoginSettings agent(SshAgentProcess agent, Path... files) {
    return new LoginSettings(
        List.of(files),
        true,
        List.of(),
        Optional.of(agent.socket()),
        files.length > 0,
        List.of(LoginSettings.PUBLICKEY));
  }

  private static void assertWorks(SshConnection connection) throws IOException {
    try (ExecChannel channel = connection.exec("echo works")) {
      assertEquals("works\n", new String(channel.stdout().readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @ParameterizedTest
  @MethodSource("allKeys")
  void letsInWithKeysOfAllFormats(String name) throws Exception {
    Path key = TestKeys.copy(name, folder);
    letIn(name);

    try (SshConnection connection = open(LoginSettings.keys(key), PASSPHRASE)) {
      assertWorks(connection);
      assertEquals(List.of(), connection.warnings());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ed25519", "ecdsa256", "ecdsa384", "ecdsa521", "rsa", "rsa-pem"})
  void letsInWithCertificates(String name) throws Exception {
    Path key = TestKeys.copy(name, folder);
    certify(key, name, "-V", "+5m");

    try (SshConnection connection = open(LoginSettings.keys(key), SshSecrets.none())) {
      assertWorks(connection);
    }
    assertTrue(sshd.log().contains("-CERT"), "the certificate was used");
  }

  private static void certify(Path key, String name, String... options) throws Exception {
    Path publicKey = key.resolveSibling(key.getFileName() + ".pub");
    Files.writeString(publicKey, TestKeys.publicLine(name) + "\n");
    List<String> command =
        new ArrayList<>(
            List.of(
                "ssh-keygen",
                "-q",
                "-s",
                server.resolve("user_ca").toString(),
                "-I",
                "test",
                "-n",
                System.getProperty("user.name")));
    command.addAll(List.of(options));
    command.add(publicKey.toString());
    Sshd.run(command);
  }

  @Test
  void aCertificateMayStandApartFromItsKey() throws Exception {
    Path key = TestKeys.copy("ed25519", folder);
    certify(key, "ed25519", "-V", "+5m");
    Path apart = Files.move(folder.resolve("ed25519-cert.pub"), folder.resolve("apart.pub"));
    LoginSettings login =
        new LoginSettings(
            List.of(key),
            true,
            List.of(apart),
            Optional.empty(),
            true,
            List.of(LoginSettings.PUBLICKEY));

    try (SshConnection connection = open(login, SshSecrets.none())) {
      assertWorks(connection);
    }
  }

  @Test
  void anExpiredCertificateIsNotSentAndThePlainKeyIsTried() throws Exception {
    Path key = TestKeys.copy("ed25519", folder);
    certify(key, "ed25519", "-V", "20200101:20200102");
    letIn("ed25519");

    try (SshConnection connection = open(LoginSettings.keys(key), SshSecrets.none())) {
      assertWorks(connection);
      assertEquals(
          folder.resolve("ed25519-cert.pub") + " was not used: the certificate is not valid now.",
          connection.warnings().get(0).detail());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ed25519", "ecdsa256", "ecdsa521", "rsa"})
  void letsInWithKeysOfTheAgent(String name) throws Exception {
    Path key = TestKeys.copy(name, folder);
    letIn(name);
    try (SshAgentProcess agent = SshAgentProcess.start(folder)) {
      agent.add("-q", key.toString());
      Files.delete(key);

      try (SshConnection connection = open(agent(agent), SshSecrets.none())) {
        assertWorks(connection);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ed25519", "rsa"})
  void letsInWithCertificatesOfTheAgent(String name) throws Exception {
    Path key = TestKeys.copy(name, folder);
    certify(key, name, "-V", "+5m");
    try (SshAgentProcess agent = SshAgentProcess.start(folder)) {
      agent.add("-q", key.toString());
      Files.delete(key);

      try (SshConnection connection = open(agent(agent), SshSecrets.none())) {
        assertWorks(connection);
      }
    }
  }

  @Test
  void aFileNamesWhichKeyOfManyInTheAgentIsOffered() throws Exception {
    try (SshAgentProcess agent = SshAgentProcess.start(folder)) {
      for (int i = 0; i < 12; i++) {
        agent.add("-q", Sshd.keygen(folder.resolve("k" + i), "-t", "ed25519", "-N", "").toString());
      }
      agent.add("-q", TestKeys.copy("rsa", folder).toString());
      letIn("rsa");
      Path named =
          Files.writeString(folder.resolve("named.pub"), TestKeys.publicLine("rsa") + "\n");

      try (SshConnection connection = open(agent(agent, named), SshSecrets.none())) {
        assertWorks(connection);
        assertEquals(4, tripsWithoutHeldPackets(connection));
      }
    }
  }

  /** Three until the login, and one for each key offered. */
  private static int tripsWithoutHeldPackets(SshConnection connection) {
    int login = connection.roundTrips() - 2;
    boolean held = Opener.heldBack(connection.serverVersion(), 1) > 0;
    return 3 + (held ? login / 2 : login);
  }

  @Test
  void saysThatTheServerHangsUpAfterTooManyKeys() throws Exception {
    try (SshAgentProcess agent = SshAgentProcess.start(folder)) {
      for (int i = 0; i < 9; i++) {
        agent.add("-q", Sshd.keygen(folder.resolve("k" + i), "-t", "ed25519", "-N", "").toString());
      }

      ProvisionException e = refusal(agent(agent), SshSecrets.none());

      assertEquals(ErrorCode.PERMISSION_DENIED, e.code());
      assertTrue(
          e.problem().detail().contains("hung up after too many refused attempts"), e.getMessage());
      assertEquals(6, e.problem().detail().split("agent's key", -1).length - 1 - 3);
      assertTrue(e.problem().detail().contains("Not tried"), e.getMessage());
      assertTrue(e.problem().detail().contains("IdentitiesOnly"), e.getMessage());
    }
  }

  @Test
  void aLockedAgentIsNotFatalIfAFileWorks() throws Exception {
    Path key = TestKeys.copy("ed25519", folder);
    letIn("ed25519");
    LoginSettings login =
        new LoginSettings(
            List.of(key),
            true,
            List.of(),
            Optional.of(folder.resolve("no-agent-here")),
            false,
            List.of(LoginSettings.PUBLICKEY));

    try (SshConnection connection = open(login, SshSecrets.none())) {
      assertWorks(connection);
      assertEquals(ErrorCode.AGENT_REFUSED, connection.warnings().get(0).code());
    }
  }

  @Test
  void anAgentThatRefusesToSignIsNamed() throws Exception {
    Path key = TestKeys.copy("ed25519", folder);
    letIn("ed25519");
    try (SshAgentProcess agent = SshAgentProcess.start(folder)) {
      // Confirmation is asked by a program that does not exist.
      agent.add("-q", "-c", key.toString());

      ProvisionException e = refusal(agent(agent), SshSecrets.none());

      assertEquals(ErrorCode.AGENT_REFUSED, e.code());
      assertTrue(e.problem().detail().contains("it refused to sign"), e.getMessage());
      assertTrue(e.problem().commands().contains("ssh-add -l"));
    }
  }

  @Test
  void aRefusedKeyIsFollowedByTheNext() throws Exception {
    Path strange = TestKeys.copy("ecdsa256", folder);
    Path key = TestKeys.copy("rsa", folder);
    letIn("rsa");

    try (SshConnection connection = open(LoginSettings.keys(strange, key), SshSecrets.none())) {
      assertWorks(connection);
      assertWorks(connection);
      assertEquals(5, tripsWithoutHeldPackets(connection));
    }
  }

  @Test
  void refusedKeysAreListed() throws Exception {
    Path strange = TestKeys.copy("ecdsa256", folder);

    ProvisionException e = refusal(LoginSettings.keys(strange), SshSecrets.none());

    assertEquals(ErrorCode.PERMISSION_DENIED, e.code());
    String fingerprint = PublicKeys.fingerprint(TestKeys.publicBlob("ecdsa256"));
    assertTrue(
        e.problem().detail().contains(strange + " (ECDSA " + fingerprint + "): refused"),
        e.getMessage());
    assertTrue(e.problem().detail().contains("The server takes: publickey."), e.getMessage());
  }

  @Test
  void aWrongPassphraseIsCalledSo() throws Exception {
    Path key = TestKeys.copy("rsa-aes256gcm", folder);
    letIn("rsa-aes256gcm");

    ProvisionException e =
        refusal(LoginSettings.keys(key), SshSecrets.ofPassphrase(Secret.of("wrong")));

    assertEquals(ErrorCode.PRIVATE_KEY_UNREADABLE, e.code());
    assertTrue(
        e.problem().detail().contains("the passphrase given for it is wrong"), e.getMessage());
    assertFalse(e.problem().detail().contains("wrong\""));
  }

  @Test
  void aMissingPassphraseIsCalledSo() throws Exception {
    Path key = TestKeys.copy("ed25519-chacha", folder);
    letIn("ed25519-chacha");

    ProvisionException e = refusal(LoginSettings.keys(key), SshSecrets.none());

    assertEquals(ErrorCode.PRIVATE_KEY_UNREADABLE, e.code());
    assertEquals("ssh-add " + key, e.problem().commands().get(0));
  }

  @Test
  void thePassphraseOfAKeyThatIsNotWelcomeIsNotAskedFor() throws Exception {
    Path key = TestKeys.copy("ed25519-aes256ctr", folder);
    List<Path> asked = new ArrayList<>();
    SshSecrets noting =
        new SshSecrets() {
          @Override
          public Optional<Secret> passphrase(Path keyFile) {
            asked.add(keyFile);
            return Optional.of(TestKeys.PASSPHRASE);
          }

          @Override
          public Optional<Secret> password(String user, String host) {
            return Optional.empty();
          }
        };

    refusal(LoginSettings.keys(key), noting);

    assertEquals(List.of(), asked);
  }

  @Test
  void missingFilesAreSaidOnlyIfTheUserNamedThem() throws Exception {
    Path key = TestKeys.copy("ed25519", folder);
    letIn("ed25519");
    Path missing = folder.resolve("missing");

    try (SshConnection connection = open(LoginSettings.keys(missing, key), SshSecrets.none())) {
      assertEquals(
          missing + " was not used: there is no such file.", connection.warnings().get(0).detail());
    }
    LoginSettings byDefault =
        new LoginSettings(
            List.of(missing, key),
            false,
            List.of(),
            Optional.empty(),
            true,
            List.of(LoginSettings.PUBLICKEY));
    try (SshConnection connection = open(byDefault, SshSecrets.none())) {
      assertEquals(List.of(), connection.warnings());
    }
  }

  @Test
  void withNothingToOfferSaysWhatTheServerTakes() {
    ProvisionException e =
        refusal(
            new LoginSettings(
                List.of(), true, List.of(), Optional.empty(), true, List.of("publickey")),
            SshSecrets.none());

    assertEquals(ErrorCode.PERMISSION_DENIED, e.code());
    assertTrue(e.problem().detail().contains("There was nothing to try"), e.getMessage());
    assertTrue(e.problem().detail().contains("The server takes: publickey."), e.getMessage());
  }
}
