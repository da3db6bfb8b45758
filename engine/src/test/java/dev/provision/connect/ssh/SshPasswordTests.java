package dev.provision.connect.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.lab.container.Account;
import dev.provision.lab.container.ContainerHost;
import dev.provision.lab.container.ContainerImage;
import dev.provision.lab.container.ContainerOptions;
import dev.provision.value.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Logs in by what a person types. */
@Tag("docker")
class SshPasswordTests {

  private static final ContainerOptions BOTH =
      ContainerOptions.none()
          .withSshd("UsePAM yes")
          .withSshd("PasswordAuthentication yes")
          .withSshd("KbdInteractiveAuthentication yes")
          .withSshd("Match User plain")
          .withSshd("  PasswordAuthentication no")
          .withSshd("Match User nopass")
          .withSshd("  KbdInteractiveAuthentication no")
          .withSshd("Match User deploy")
          .withSshd("  AuthenticationMethods publickey,password publickey,keyboard-interactive")
          .withSshd("Match all");

  @TempDir Path folder;

  private SshTarget target(ContainerHost host, Account account, LoginSettings login)
      throws IOException {
    Path knownHosts = Files.write(folder.resolve("known_hosts"), host.knownHosts());
    return SshTarget.of(host.host(), host.port(), account.login(), login, knownHosts);
  }

  private static SshSecrets password(String text) {
    return SshSecrets.ofPassword(Secret.of(text));
  }

  private static void assertWorks(SshConnection connection) throws IOException {
    try (ExecChannel channel = connection.exec("echo works")) {
      assertEquals("works\n", new String(channel.stdout().readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @ParameterizedTest
  @EnumSource(ContainerImage.class)
  void letsInByPasswordAndByKey(ContainerImage image) throws Exception {
    ContainerHost host = ContainerHost.shared(image);

    try (SshConnection byPassword =
            SshConnection.open(
                target(host, Account.PLAIN, LoginSettings.passwordOnly()),
                password(Account.PASSWORD));
        SshConnection byKey =
            SshConnection.open(
                target(host, Account.ROOT, LoginSettings.keys(host.privateKey())),
                SshSecrets.none())) {
      assertWorks(byPassword);
      assertWorks(byKey);
      sendsSignals(byPassword);
    }
  }

  /** Of an ordinary account: sshd takes none for sessions of root. */
  private static void sendsSignals(SshConnection connection) {
    try (ExecChannel sleeping = connection.exec("exec sleep 1000")) {
      assertEquals(Optional.empty(), sleeping.awaitExit(Duration.ofMillis(300)));

      sleeping.signal("TERM");

      ExitOutcome outcome = sleeping.awaitExit(Duration.ofSeconds(10)).orElseThrow();
      assertEquals(Optional.of("TERM"), outcome.signal());
    }
  }

  @Test
  void letsInByWhicheverTheServerAllows() throws Exception {
    try (ContainerHost host = ContainerHost.start(ContainerImage.DEBIAN_12, BOTH)) {
      for (Account account : List.of(Account.PLAIN, Account.NOPASS)) {
        SshTarget target = target(host, account, LoginSettings.passwordOnly());
        try (SshConnection connection = SshConnection.open(target, password(Account.PASSWORD))) {
          assertWorks(connection);
        }
      }
      asksEachQuestionOnlyOnce(host);
      needsKeyAndPassword(host);
      refusesAWrongPassword(host);
    }
  }

  /** PAM asks again after a wrong answer; the same answer would be wrong again, and count. */
  private void asksEachQuestionOnlyOnce(ContainerHost host) throws IOException {
    List<String> asked = new ArrayList<>();
    SshSecrets wrong =
        new SshSecrets() {
          @Override
          public Optional<Secret> passphrase(Path keyFile) {
            return Optional.empty();
          }

          @Override
          public Optional<Secret> password(String user, String name) {
            return Optional.of(Secret.of("wrong"));
          }

          @Override
          public Optional<Secret> answer(String user, String name, String prompt, boolean echo) {
            asked.add(prompt + echo);
            return Optional.of(Secret.of("wrong"));
          }
        };
    SshTarget target = target(host, Account.PLAIN, LoginSettings.passwordOnly());

    ProvisionException e =
        assertThrows(ProvisionException.class, () -> SshConnection.open(target, wrong));

    assertEquals(ErrorCode.PERMISSION_DENIED, e.code());
    assertEquals(1, asked.size(), () -> asked.toString());
  }

  private void needsKeyAndPassword(ContainerHost host) throws IOException {
    LoginSettings login =
        new LoginSettings(
            List.of(host.privateKey()),
            true,
            List.of(),
            Optional.empty(),
            true,
            List.of(
                LoginSettings.PUBLICKEY,
                LoginSettings.KEYBOARD_INTERACTIVE,
                LoginSettings.PASSWORD));
    SshTarget target = target(host, Account.DEPLOY, login);
    try (SshConnection connection = SshConnection.open(target, password(Account.PASSWORD))) {
      assertWorks(connection);
    }

    ProvisionException e =
        assertThrows(ProvisionException.class, () -> SshConnection.open(target, SshSecrets.none()));

    assertTrue(
        e.problem().detail().contains("accepted, but the server wants more"), e.getMessage());
    assertTrue(e.problem().detail().contains("no password is known"), e.getMessage());
  }

  private void refusesAWrongPassword(ContainerHost host) throws IOException {
    SshTarget target = target(host, Account.NOPASS, LoginSettings.passwordOnly());

    ProvisionException e =
        assertThrows(
            ProvisionException.class,
            () -> SshConnection.open(target, password("not-the-password")));

    assertEquals(ErrorCode.PERMISSION_DENIED, e.code());
    assertTrue(e.problem().detail().contains("Tried: password: refused."), e.getMessage());
    assertFalse(e.problem().oneLine().contains("not-the-password"));
  }

  /** OpenSSH from 9.8 on drops connections of an address whose logins failed. */
  @Test
  void callsAPenaltyByItsName() throws Exception {
    ContainerOptions strict =
        ContainerOptions.none().withSshd("PerSourcePenalties authfail:60s min:10s");
    try (ContainerHost host = ContainerHost.start(ContainerImage.DEBIAN_13, strict)) {
      SshTarget target = target(host, Account.PLAIN, LoginSettings.passwordOnly());
      ProvisionException last = wrongPassword(target);
      for (int i = 0; i < 5 && last.code() == ErrorCode.PERMISSION_DENIED; i++) {
        last = wrongPassword(target);
      }

      assertEquals(ErrorCode.CONNECTION_PENALTY, last.code(), last.getMessage());
      assertTrue(last.problem().detail().contains("PerSourcePenalties"));
    }
  }

  private static ProvisionException wrongPassword(SshTarget target) {
    return assertThrows(
        ProvisionException.class, () -> SshConnection.open(target, password("wrong")));
  }

  @Test
  void findsAFrozenHostDead() throws Exception {
    try (ContainerHost host = ContainerHost.start(ContainerImage.BUSYBOX)) {
      SshTarget target =
          target(host, Account.ROOT, LoginSettings.keys(host.privateKey()))
              .withTimes(Duration.ofSeconds(2), Duration.ofMillis(300), 3);
      try (SshConnection connection = SshConnection.open(target, SshSecrets.none());
          ExecChannel channel = connection.exec("sleep 1000")) {
        host.freeze();
        try {
          long start = System.nanoTime();
          IOException e = assertThrows(IOException.class, () -> channel.stdout().read());

          assertTrue(String.valueOf(e.getMessage()).contains("has been silent"));
          assertTrue(System.nanoTime() - start < Duration.ofSeconds(5).toNanos());
          assertFalse(connection.isAlive());
          ProvisionException slow =
              assertThrows(
                  ProvisionException.class, () -> SshConnection.open(target, SshSecrets.none()));
          assertEquals(ErrorCode.CONNECTION_TIMED_OUT, slow.code());
        } finally {
          host.thaw();
        }
      }
    }
  }
}
