package dev.provision.connect;

import static dev.provision.connect.SessionHost.become;
import static dev.provision.connect.SessionHost.command;
import static dev.provision.connect.SessionHost.query;
import static dev.provision.connect.SessionHost.step;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Become.Method;
import dev.provision.host.Context;
import dev.provision.host.FrameResult;
import dev.provision.lab.container.Account;
import dev.provision.lab.container.ContainerHost;
import dev.provision.lab.container.ContainerImage;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("docker")
class BecomeTests {

  @ParameterizedTest
  @CsvSource({
    "DEBIAN_12, DEPLOY, SUDO, correct-horse",
    "DEBIAN_13, DEPLOY, SUDO, correct-horse",
    "BUSYBOX, DEPLOY, SUDO, correct-horse",
    "DEBIAN_12, NOPASS, SUDO, ''",
    "DEBIAN_13, NOPASS, SUDO, ''",
    "DEBIAN_12, NOPASS, SUDO, not-needed",
    "BUSYBOX, NOPASS, SUDO, ''",
    "DEBIAN_12, TERMINAL, SUDO, correct-horse",
    "DEBIAN_13, TERMINAL, SUDO, correct-horse",
    "DEBIAN_12, BARETERM, SUDO, ''",
    "DEBIAN_12, PLAIN, SU, battery-staple",
    "DEBIAN_13, PLAIN, SU, battery-staple",
    "DEBIAN_12, DOAS, DOAS, correct-horse",
    "DEBIAN_13, DOAS, DOAS, correct-horse",
    "DEBIAN_13, DOASNOPASS, DOAS, ''",
    "DEBIAN_12, CSH, SUDO, ''",
    "DEBIAN_12, FISH, SUDO, ''",
    "DEBIAN_12, NOISY, SUDO, ''",
  })
  void becomesRoot(ContainerImage image, Account login, Method method, String password) {
    Context root = become(method, "root", password);
    try (Session session = open(image, login, root)) {
      List<FrameResult> results =
          session.exchange(
              List.of(
                  query("id -u; echo e >&2; exit 3", root),
                  step("s", "id -u; printf 'x\\r\\ny'; echo e >&2", root),
                  command("c", "id -u; echo $HOME; echo e >&2; exit 4", root)));

      assertEquals("0\n", results.get(0).out());
      assertEquals(3, results.get(0).exitCode());
      assertEquals("0\nx\r\ny", results.get(1).out());
      assertEquals("0\n/root\n", results.get(2).out());
      assertEquals(4, results.get(2).exitCode());
      results.forEach(result -> assertEquals("e\n", result.err()));
      assertTrue(session.info(root).isRoot());
      assertEquals(login.login(), session.info(Context.LOGIN).user());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DEBIAN_12, DEPLOY, SUDO, correct-horse",
    "DEBIAN_12, NOPASS, SUDO, ''",
    "DEBIAN_12, PLAIN, SU, correct-horse",
    "DEBIAN_13, DOAS, DOAS, correct-horse",
    "BUSYBOX, NOPASS, SUDO, ''",
  })
  void becomesAnUnprivilegedAccountWithoutRoot(
      ContainerImage image, Account login, Method method, String password) {
    Context other = become(method, "nopass", password);
    Context target = login == Account.NOPASS ? become(method, "plain", password) : other;
    String name = login == Account.NOPASS ? "plain" : "nopass";
    try (Session session = open(image, login, target)) {
      List<FrameResult> results =
          session.exchange(
              List.of(query("id -un", target), command("c", "id -un; pwd; touch mine", target)));

      assertEquals(name + "\n", results.get(0).out());
      assertEquals(name + "\n/home/" + name + "\n", results.get(1).out());
      assertEquals(name, session.info(target).user());
    }
  }

  @ParameterizedTest
  @EnumSource
  void goesFromRootToOthersInTheSameRoundTrip(ContainerImage image) {
    Context root = become(Method.SUDO, "root", "");
    Context plain = become(Method.SUDO, "plain", "");
    try (Session session = open(image, Account.NOPASS, root)) {
      List<FrameResult> results =
          session.exchange(
              List.of(
                  query("id -un; pwd", plain),
                  command("a", "id -un; echo $HOME $USER; pwd; echo x >/dev/stderr", plain),
                  step("b", "id -un; umask; cat /etc/shadow", plain).withStopsBatch(false),
                  command("c", "id -un", root)));

      assertEquals("plain\n/home/plain\n", results.get(0).out());
      assertEquals("plain\n/home/plain plain\n/home/plain\n", results.get(1).out());
      assertEquals("x\n", results.get(1).err());
      assertEquals("plain\n0022\n", results.get(2).out());
      assertEquals("root\n", results.get(3).out());
      assertEquals(1, session.traffic().roundTrips());
      assertEquals("plain", session.info(plain).user());
      assertEquals("/home/plain", session.info(plain).home());
    }
  }

  @Test
  void asRootNeedsNobodyToBecomeRoot() {
    Context root = become(Method.SUDO, "root", "wrong and never asked for");
    try (Session session = open(ContainerImage.DEBIAN_12, Account.ROOT, root)) {
      assertEquals("0\n", session.exchange(List.of(query("id -u", root))).get(0).out());
      assertEquals(1, session.traffic().roundTrips());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DEBIAN_12, DEPLOY, SUDO",
    "DEBIAN_13, TERMINAL, SUDO",
    "BUSYBOX, DEPLOY, SUDO",
    "DEBIAN_12, PLAIN, SU",
    "DEBIAN_13, DOAS, DOAS",
  })
  void triesAWrongPasswordOnlyOnce(ContainerImage image, Account login, Method method) {
    ContainerHost host = ContainerHost.shared(image);
    Context root = become(method, "root", "wr0ng-password");
    try (Session session = SessionHost.of(host).open(login, Context.LOGIN)) {
      for (int i = 0; i < 3; i++) {
        ProvisionException e = assertThrows(ProvisionException.class, () -> session.info(root));
        assertEquals(ErrorCode.BECOME_PASSWORD_WRONG, e.code(), e.getMessage());
        assertFalse(e.getMessage().contains("wr0ng"), e.getMessage());
      }
      assertEquals(
          login.login() + "\n",
          session.exchange(List.of(query("id -un", Context.LOGIN))).get(0).out());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DEBIAN_12, DEPLOY, SUDO",
    "DEBIAN_13, DEPLOY, SUDO",
    "DEBIAN_13, TERMINAL, SUDO",
    "BUSYBOX, DEPLOY, SUDO",
    "DEBIAN_12, PLAIN, SU",
    "DEBIAN_13, DOAS, DOAS",
  })
  void saysThatAPasswordIsMissing(ContainerImage image, Account login, Method method) {
    ProvisionException e =
        assertThrows(
            ProvisionException.class, () -> open(image, login, become(method, "root", "")));
    assertEquals(ErrorCode.BECOME_PASSWORD_MISSING, e.code(), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"SUDO, correct-horse", "DOAS, correct-horse", "SUDO, ''"})
  void quotesTheProgramThatRefuses(Method method, String password) {
    ProvisionException e =
        assertThrows(
            ProvisionException.class,
            () -> open(ContainerImage.DEBIAN_12, Account.PLAIN, become(method, "root", password)));
    assertTrue(
        e.code() == ErrorCode.BECOME_FAILED || e.code() == ErrorCode.BECOME_PASSWORD_MISSING,
        e.getMessage());
    assertFalse(e.getMessage().contains("correct-horse"), e.getMessage());
  }

  @Test
  void refusesAnAccountThatDoesNotExist() {
    for (String name : List.of("nobody-there", "a b", "$(id)")) {
      ProvisionException e =
          assertThrows(
              ProvisionException.class,
              () -> open(ContainerImage.DEBIAN_12, Account.NOPASS, become(Method.SUDO, name, "")));
      assertEquals(ErrorCode.BECOME_FAILED, e.code(), e.getMessage());
    }
  }

  private static Session open(ContainerImage image, Account account, Context first) {
    return SessionHost.of(ContainerHost.shared(image)).open(account, first);
  }
}
