package dev.provision.connect.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KnownHostsTests {

  @TempDir Path folder;

  @BeforeAll
  static void installProvider() {
    EcAlias.install();
  }

  static List<KnownHostsCase> cases() {
    return KnownHostsCase.all();
  }

  private SshTarget target(String host, int port, HostKeyPolicy policy) {
    return SshTarget.of(host, port, "bob", LoginSettings.passwordOnly(), file()).withPolicy(policy);
  }

  private Path file() {
    return folder.resolve("known_hosts");
  }

  private void write(String text) throws IOException {
    Files.writeString(file(), text, StandardCharsets.ISO_8859_1);
  }

  private HostKeyCheck check(String host, int port, HostKeyPolicy policy) {
    return new HostKeyCheck(target(host, port, policy), Clock.systemUTC());
  }

  // The table

  @ParameterizedTest
  @MethodSource("cases")
  void judgesAsOpenSshDoes(KnownHostsCase c) throws IOException {
    write(c.text());
    HostKeyCheck check = check(c.host(), c.port(), HostKeyPolicy.STRICT);

    String verdict = verdict(() -> check.judge(presented(check.algorithms(), c.keys())));

    assertEquals(c.verdict(), verdict);
  }

  /** The key that a server with these ones shows to a client that prefers those algorithms. */
  private static byte[] presented(List<String> algorithms, List<String> names) throws IOException {
    for (String algorithm : algorithms) {
      for (String name : names) {
        byte[] blob = KnownHostsCase.blob(name);
        String type = PublicKeys.type(blob);
        boolean fits =
            type.contains("rsa")
                ? algorithm.startsWith("rsa-sha2-512")
                    && PublicKeys.isCertificate(type) == PublicKeys.isCertificate(algorithm)
                : type.equals(algorithm);
        if (fits) {
          return blob;
        }
      }
    }
    throw new IllegalArgumentException(names.toString());
  }

  private interface Attempt {

    void run() throws IOException;
  }

  private static String verdict(Attempt attempt) throws IOException {
    try {
      attempt.run();
      return "accepted";
    } catch (ProvisionException e) {
      return verdict(e);
    }
  }

  private static String verdict(ProvisionException e) {
    return switch (e.code()) {
      case UNKNOWN_HOST_KEY -> "unknown";
      case CHANGED_HOST_KEY -> "changed";
      case REVOKED_HOST_KEY -> "revoked";
      case PERMISSION_DENIED -> "accepted";
      default -> throw e;
    };
  }

  @Tag("sshd")
  @ParameterizedTest
  @MethodSource("cases")
  void theTableIsThatOfOpenSsh(KnownHostsCase c) throws Exception {
    write(c.text());
    String server = serverCommand(c.keys());
    List<String> command =
        List.of(
            "sh",
            "-c",
            "exec \"$@\" 2>&1",
            "sh",
            "ssh",
            "-F",
            "none",
            "-p",
            "" + c.port(),
            "-o",
            "BatchMode=yes",
            "-o",
            "StrictHostKeyChecking=yes",
            "-o",
            "UserKnownHostsFile=" + file(),
            "-o",
            "GlobalKnownHostsFile=/dev/null",
            "-o",
            "PreferredAuthentications=none",
            "-o",
            "ProxyCommand=" + server,
            "bob@" + c.host(),
            "true");
    Process ssh = new ProcessBuilder(command).start();
    String said = new String(ssh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertEquals(c.verdict(), verdictOfSsh(said), said);
  }

  private static String verdictOfSsh(String said) {
    if (said.contains("Permission denied")) {
      return "accepted";
    }
    if (said.contains("REVOKED HOST KEY")) {
      return "revoked";
    }
    if (said.contains("IDENTIFICATION HAS CHANGED")) {
      return "changed";
    }
    return said.contains("host key is known for") ? "unknown" : "none";
  }

  @Tag("sshd")
  @ParameterizedTest
  @MethodSource("cases")
  void aRealServerIsJudgedTheSame(KnownHostsCase c) throws Exception {
    write(c.text());
    SshTarget target =
        target(c.host(), c.port(), HostKeyPolicy.STRICT)
            .withProxyCommand(Optional.of(serverCommand(c.keys())));

    ProvisionException e =
        assertThrows(ProvisionException.class, () -> SshConnection.open(target, SshSecrets.none()));

    assertEquals(c.verdict(), verdict(e), e.getMessage());
  }

  /** A server on its standard input and output. */
  private String serverCommand(List<String> keys) throws IOException {
    if (System.getProperty("user.name").equals("root")) {
      Files.createDirectories(Path.of("/run/sshd"));
    }
    List<String> config =
        new ArrayList<>(List.of("UsePAM no", "PasswordAuthentication no", "LogLevel QUIET"));
    for (String name : keys) {
      if (name.endsWith("-cert")) {
        Path copy = folder.resolve(name + ".pub");
        Files.copy(KnownHostsCase.folder().resolve(name + ".pub"), copy);
        config.add("HostCertificate " + copy);
      } else {
        Path copy = folder.resolve(name);
        Files.copy(KnownHostsCase.folder().resolve(name), copy);
        Sshd.makePrivate(copy);
        config.add("HostKey " + copy);
      }
    }
    Path file = Files.write(folder.resolve("sshd_config"), config);
    return "/usr/sbin/sshd -i -e -f " + file + " 2>/dev/null";
  }

  // New keys

  @Test
  void anUnknownKeyIsRefusedWithWhatToDo() throws IOException {
    write("");
    HostKeyCheck check = check("web.example.com", 2222, HostKeyPolicy.STRICT);
    byte[] key = KnownHostsCase.blob("ed25519");

    ProvisionException e = assertThrows(ProvisionException.class, () -> check.judge(key));

    assertEquals(ErrorCode.UNKNOWN_HOST_KEY, e.code());
    assertTrue(
        e.problem().detail().contains("the key ED25519 " + PublicKeys.fingerprint(key)),
        e.getMessage());
    assertEquals(
        List.of(
            "ssh-keygen -l -f /etc/ssh/ssh_host_ed25519_key.pub",
            "ssh-keyscan -p 2222 -t ed25519 web.example.com >> " + file()),
        e.problem().commands());
  }

  @Test
  void aChangedKeyIsRefusedWithBothFingerprintsAndThePlace() throws IOException {
    byte[] key = KnownHostsCase.blob("ed25519");
    byte[] old = KnownHostsCase.blob("other");
    write("# first\n[web]:2222 " + KnownHostsCase.publicKey("other") + "\n");
    for (HostKeyPolicy policy : HostKeyPolicy.values()) {
      HostKeyCheck check = check("web", 2222, policy);

      ProvisionException e = assertThrows(ProvisionException.class, () -> check.judge(key));

      assertEquals(ErrorCode.CHANGED_HOST_KEY, e.code());
      assertEquals(file() + ":2:1", e.problem().at().toString());
      assertTrue(e.problem().detail().contains(PublicKeys.fingerprint(key)));
      assertTrue(e.problem().detail().contains(PublicKeys.fingerprint(old)));
      assertEquals(List.of("ssh-keygen -f " + file() + " -R '[web]:2222'"), e.problem().commands());
    }
  }

  @Test
  void aRevokedKeyIsRefusedUnderEveryPolicy() throws IOException {
    byte[] key = KnownHostsCase.blob("ed25519");
    write("@revoked * " + KnownHostsCase.publicKey("ed25519") + "\n");
    for (HostKeyPolicy policy : HostKeyPolicy.values()) {
      HostKeyCheck check = check("web", 22, policy);

      ProvisionException e = assertThrows(ProvisionException.class, () -> check.judge(key));

      assertEquals(ErrorCode.REVOKED_HOST_KEY, e.code());
      assertEquals(file() + ":1:1", e.problem().at().toString());
    }
  }

  @Test
  void whatIsWrongWithACertificateIsSaid() throws IOException {
    write("@cert-authority * " + KnownHostsCase.publicKey("ca") + "\n");
    HostKeyCheck check = check("host.example.com", 22, HostKeyPolicy.STRICT);
    byte[] certificate = KnownHostsCase.blob("expired-cert");

    ProvisionException e = assertThrows(ProvisionException.class, () -> check.judge(certificate));

    assertTrue(e.problem().detail().contains("its certificate is not valid now"));
  }

  @Test
  void aForgedCertificateIsRefused() throws IOException {
    write("@cert-authority * " + KnownHostsCase.publicKey("ca") + "\n");
    HostKeyCheck check = check("host.example.com", 22, HostKeyPolicy.STRICT);
    byte[] certificate = KnownHostsCase.blob("good-cert");
    certificate[40] ^= 1;

    ProvisionException e = assertThrows(ProvisionException.class, () -> check.judge(certificate));

    assertTrue(e.problem().detail().contains("the signature of its certificate is wrong"));
  }

  @Test
  void acceptNewWritesTheKeyAndKnowsItFromThenOn() throws IOException {
    Files.createDirectories(folder);
    byte[] key = KnownHostsCase.blob("ecdsa");
    HostKeyCheck check = check("Web.Example.com", 2222, HostKeyPolicy.ACCEPT_NEW);

    check.judge(key);

    assertEquals(
        "[web.example.com]:2222 " + KnownHostsCase.publicKey("ecdsa") + "\n",
        Files.readString(file()));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
    assertEquals(1, check.warnings().size());
    check("web.example.com", 2222, HostKeyPolicy.STRICT).judge(key);
  }

  @Test
  void acceptNewEndsALineThatLacksItsEndFirst() throws IOException {
    write("other " + KnownHostsCase.publicKey("rsa"));

    check("web", 22, HostKeyPolicy.ACCEPT_NEW).judge(KnownHostsCase.blob("ed25519"));

    assertEquals(2, Files.readAllLines(file()).size());
    check("other", 22, HostKeyPolicy.STRICT).judge(KnownHostsCase.blob("rsa"));
    check("web", 22, HostKeyPolicy.STRICT).judge(KnownHostsCase.blob("ed25519"));
  }

  @Test
  void acceptNewMakesTheFolder() {
    Path missing = folder.resolve("home");
    assertTrue(missing.toFile().mkdir());
    Path file = missing.resolve(".ssh").resolve("known_hosts");
    SshTarget target =
        SshTarget.of("web", 22, "bob", LoginSettings.passwordOnly(), file)
            .withPolicy(HostKeyPolicy.ACCEPT_NEW);

    new HostKeyCheck(target, Clock.systemUTC()).judge(key("ed25519"));

    assertTrue(Files.exists(file));
  }

  private static byte[] key(String name) {
    try {
      return KnownHostsCase.blob(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void acceptNewHashesNamesWhereAsked() throws IOException {
    HostKeySettings settings =
        new HostKeySettings(
            HostKeyPolicy.ACCEPT_NEW, Optional.empty(), List.of(file()), List.of(), true);
    SshTarget target = target("web", 22, HostKeyPolicy.ACCEPT_NEW).withHostKeys(settings);

    new HostKeyCheck(target, Clock.systemUTC()).judge(key("ed25519"));

    assertTrue(Files.readString(file()).startsWith("|1|"));
    check("web", 22, HostKeyPolicy.STRICT).judge(key("ed25519"));
  }

  @Test
  void whatCannotBeWrittenIsAcceptedWithAWarning() {
    Path nowhere = folder.resolve("no").resolve("such").resolve("folder");
    SshTarget target =
        SshTarget.of("web", 22, "bob", LoginSettings.passwordOnly(), nowhere)
            .withPolicy(HostKeyPolicy.ACCEPT_NEW);
    HostKeyCheck check = new HostKeyCheck(target, Clock.systemUTC());

    check.judge(key("ed25519"));

    assertTrue(check.warnings().get(0).detail().contains("could not be written"));
  }

  @Test
  void switchingTheCheckOffWarnsAndStillRefusesAChangedKey() throws IOException {
    HostKeyCheck first = check("web", 22, HostKeyPolicy.ACCEPT_NEW_WITH_WARNING);
    first.judge(key("ed25519"));

    assertEquals(2, first.warnings().size());
    HostKeyCheck second = check("web", 22, HostKeyPolicy.ACCEPT_NEW_WITH_WARNING);
    assertEquals("changed", verdict(() -> second.judge(key("other"))));
  }

  @Test
  void aliasIsLookedUpInPlaceOfNameAndPort() throws IOException {
    write("shared " + KnownHostsCase.publicKey("ed25519") + "\n");
    HostKeySettings settings =
        new HostKeySettings(
            HostKeyPolicy.STRICT, Optional.of("shared"), List.of(file()), List.of(), false);
    SshTarget target = target("web", 2222, HostKeyPolicy.STRICT).withHostKeys(settings);

    new HostKeyCheck(target, Clock.systemUTC()).judge(key("ed25519"));
  }

  // Many at once

  @Test
  void manyThreadsAddEachKeyOnceAndLoseNone() throws Exception {
    int hosts = 40;
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < hosts * 3; i++) {
        String host = "host" + i % hosts;
        running.add(
            threads.submit(() -> check(host, 22, HostKeyPolicy.ACCEPT_NEW).judge(key("ed25519"))));
      }
      for (Future<?> one : running) {
        one.get();
      }
    } finally {
      threads.shutdown();
    }

    assertEquals(hosts, Files.readAllLines(file()).size());
    assertEquals(hosts, Files.readAllLines(file()).stream().distinct().count());
  }

  @Test
  void manyThreadsJudgeHashedLinesRightly() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      byte[] salt = new byte[20];
      salt[0] = (byte) i;
      text.append(KnownHostsLine.hashedName("host" + i, salt))
          .append(' ')
          .append(KnownHostsCase.publicKey(i % 2 == 0 ? "ed25519" : "other"))
          .append('\n');
    }
    write(text.toString());
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<String>> verdicts = new ArrayList<>();
      for (int i = 0; i < 2000; i++) {
        String host = "host" + i % 50;
        verdicts.add(
            threads.submit(
                () -> verdict(() -> check(host, 22, HostKeyPolicy.STRICT).judge(key("ed25519")))));
      }
      for (int i = 0; i < verdicts.size(); i++) {
        assertEquals(i % 50 % 2 == 0 ? "accepted" : "changed", verdicts.get(i).get());
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void aFileThatGrewIsReadAgain() throws IOException {
    write("");
    assertEquals(
        "unknown", verdict(() -> check("web", 22, HostKeyPolicy.STRICT).judge(key("ed25519"))));

    write("web " + KnownHostsCase.publicKey("ed25519") + "\n");

    check("web", 22, HostKeyPolicy.STRICT).judge(key("ed25519"));
  }

  @Test
  void strayBytesDoNotHideTheFile() throws IOException {
    write("# \u00e9\u00ff\nweb " + KnownHostsCase.publicKey("ed25519") + " caf\u00e9\n");

    check("web", 22, HostKeyPolicy.STRICT).judge(key("ed25519"));
  }
}
