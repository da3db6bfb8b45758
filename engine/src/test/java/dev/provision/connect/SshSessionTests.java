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
import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import dev.provision.host.FrameResult.Status;
import dev.provision.lab.container.Account;
import dev.provision.lab.container.ContainerHost;
import dev.provision.lab.container.ContainerImage;
import dev.provision.lab.container.ContainerOptions;
import dev.provision.value.Text;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions over SSH to real hosts. */
@Tag("docker")
@Timeout(120)
class SshSessionTests {

  private static final Context ROOT = become(Method.SUDO, "root", "");

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "CSH", "FISH", "NOISY"})
  void worksWhateverTheLoginShell(Account account) {
    try (Session session = open(account, Context.LOGIN)) {
      List<FrameResult> results =
          session.exchange(
              List.of(
                  query("printf 'a\\nb'; echo e >&2", Context.LOGIN),
                  command("c", "id -un; pwd", Context.LOGIN)));

      assertEquals("a\nb", results.get(0).out());
      assertEquals("e\n", results.get(0).err());
      String name = account.login();
      assertEquals(name + "\n/home/" + name + "\n", results.get(1).out());
    }
  }

  @Test
  void quotesTheShellThatTurnsEverybodyAway() {
    ProvisionException e =
        assertThrows(ProvisionException.class, () -> open(Account.NOLOGIN, Context.LOGIN));
    assertEquals(ErrorCode.SHELL_UNUSABLE, e.code(), e.getMessage());
    assertTrue(e.getMessage().contains("not available"), e.getMessage());
  }

  @Test
  void quotesARestrictedShell() {
    ProvisionException e =
        assertThrows(ProvisionException.class, () -> open(Account.RESTRICTED, Context.LOGIN));
    assertEquals(ErrorCode.SHELL_UNUSABLE, e.code(), e.getMessage());
    assertTrue(e.getMessage().contains("restricted"), e.getMessage());
  }

  @Test
  void saysThatAStartUpFileReadsStandardInput() {
    for (Context context : List.of(Context.LOGIN, ROOT)) {
      ProvisionException e =
          assertThrows(ProvisionException.class, () -> open(Account.READER, context));
      assertEquals(ErrorCode.SHELL_UNUSABLE, e.code(), e.getMessage());
      assertTrue(e.getMessage().contains("standard input"), e.getMessage());
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsToItsBudget(ContainerImage image) {
    try (Session session = host(image).open(Account.NOPASS, ROOT)) {
      int connected = session.traffic().connectRoundTrips();
      assertTrue(connected <= 6, "it took " + connected + " round trips to connect");
      assertEquals(0, session.traffic().roundTrips());
      List<Frame> frames = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        frames.add(query("echo " + i, ROOT));
      }
      assertEquals("59\n", session.exchange(frames).get(59).out());
      assertEquals(1, session.traffic().roundTrips());
      session.exchange(List.of(step("a", ":", ROOT), command("b", ":", ROOT)));
      assertEquals(2, session.traffic().roundTrips());
    }
  }

  @Test
  void asksSeveralAccountsInOneRoundTrip() {
    try (Session session = open(Account.NOPASS, ROOT)) {
      session.info(Context.LOGIN);
      int before = session.traffic().roundTrips();

      List<FrameResult> results =
          session.exchange(
              List.of(query("id -un", ROOT), query("id -un", Context.LOGIN), query("id -u", ROOT)));

      assertEquals("root\n", results.get(0).out());
      assertEquals("nopass\n", results.get(1).out());
      assertEquals("0\n", results.get(2).out());
      assertEquals(before + 1, session.traffic().roundTrips());
    }
  }

  @ParameterizedTest
  @EnumSource
  void givesTheSameWithAShellForEachFrame(ContainerImage image) {
    List<Frame> frames =
        List.of(
            query("id -u", ROOT),
            step("a", "echo a; exit 3", ROOT).withStopsBatch(false),
            command("b", "exit 4", ROOT),
            command("c", "echo never", ROOT),
            query("id -un", Context.LOGIN));
    List<String> seen = new ArrayList<>();
    for (boolean exec : List.of(false, true)) {
      SessionHost host = host(image);
      try (Session session =
          exec ? host.openExec(Account.NOPASS, ROOT) : host.open(Account.NOPASS, ROOT)) {
        StringBuilder all = new StringBuilder();
        for (FrameResult each : session.exchange(frames)) {
          all.append(each.status()).append(each.exitCode()).append(each.out()).append('|');
        }
        seen.add(all.toString());
      }
    }
    assertEquals(seen.get(0), seen.get(1));
  }

  @Test
  void makesRoomWhereTheServerTakesFewChannels() {
    ContainerOptions few = ContainerOptions.none().withSshd("MaxSessions 1");
    try (ContainerHost host = ContainerHost.start(ContainerImage.DEBIAN_12, few);
        Session session = SessionHost.of(host).open(Account.NOPASS, Context.LOGIN)) {
      for (Context context : List.of(ROOT, Context.LOGIN, ROOT)) {
        assertTrue(session.exchange(List.of(command("a", "id", context))).get(0).succeeded());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DEBIAN_12, NOPASS, SUDO, ''",
    "DEBIAN_13, DEPLOY, SUDO, correct-horse",
    "DEBIAN_12, TERMINAL, SUDO, correct-horse",
    "DEBIAN_13, PLAIN, SU, battery-staple",
    "DEBIAN_12, DOAS, DOAS, correct-horse",
    "BUSYBOX, NOPASS, SUDO, ''",
  })
  void goesOnWhereACutConnectionLeftOff(
      ContainerImage image, Account login, Method method, String password) throws IOException {
    ContainerHost host = ContainerHost.shared(image);
    Context root = become(method, "root", password);
    host.exec("rm -f /tmp/begun /tmp/log");
    SessionHost box = SessionHost.of(host);
    try (CutProxy proxy = new CutProxy(host.port());
        Session session =
            new ShellConnector(box.options())
                .open(
                    box.spec(login, ConnectionSpec.Transport.SESSION, proxy.port()),
                    Context.LOGIN)) {
      CompletableFuture<List<FrameResult>> results =
          CompletableFuture.supplyAsync(
              () ->
                  session.exchange(
                      List.of(
                          query("id -u", root),
                          step("a", ": >/tmp/begun; sleep 1; echo a >>/tmp/log; echo said", root),
                          command("b", "echo b >>/tmp/log; exit 3", root).withStopsBatch(false),
                          step("c", "echo c >>/tmp/log", root),
                          query("cat /tmp/log", root))));
      await(host, "/tmp/begun");
      proxy.cut();

      assertEquals("0\n", results.join().get(0).out());
      assertEquals("said\n", results.join().get(1).out());
      assertEquals(3, results.join().get(2).exitCode());
      assertEquals("a\nb\nc\n", results.join().get(4).out());
    }
    assertEquals("", host.exec("ls /run/provision 2>/dev/null").stdout());
  }

  @Test
  void noticesAFrozenHostAndGoesOnWhenItThaws() {
    ContainerOptions options = ContainerOptions.none();
    try (ContainerHost host = ContainerHost.start(ContainerImage.DEBIAN_12, options)) {
      SessionHost quick =
          new SessionHost(
              host,
              ConnectOptions.DEFAULT.withTimes(
                  Duration.ofSeconds(8), Duration.ofSeconds(1), Duration.ofSeconds(40)));
      try (Session session = quick.open(Account.NOPASS, ROOT)) {
        CompletableFuture<List<FrameResult>> results =
            CompletableFuture.supplyAsync(
                () ->
                    session.exchange(
                        List.of(
                            step("a", ": >/tmp/begun; sleep 1; echo a >>/tmp/log", ROOT)
                                .withTimeout(Duration.ofSeconds(6)),
                            step("b", "echo b >>/tmp/log", ROOT).withTimeout(Duration.ofSeconds(6)),
                            query("cat /tmp/log", ROOT).withTimeout(Duration.ofSeconds(6)))));
        await(host, "/tmp/begun");
        host.freeze();
        CompletableFuture<Void> thawed =
            CompletableFuture.runAsync(
                host::thaw, CompletableFuture.delayedExecutor(10, TimeUnit.SECONDS));

        thawed.join();
        List<Status> statuses = results.join().stream().map(FrameResult::status).toList();
        assertEquals(List.of(Status.ENDED, Status.ENDED, Status.ENDED), statuses);
        assertEquals("a\nb\n", results.join().get(2).out());
      }
    }
  }

  @Test
  void recordsOnAnotherFileSystemWhereTheFirstOnesAreFullOrReadOnly() {
    ContainerOptions options = ContainerOptions.none().withTmpfs("/small", "rw,size=64k");
    try (ContainerHost host = ContainerHost.start(ContainerImage.DEBIAN_12, options)) {
      assertEquals(
          0,
          host.exec(
                  "dd if=/dev/zero of=/small/fill bs=4k 2>/dev/null;"
                      + " mkdir -p /run/provision && mount --bind /small /run/provision;"
                      + " mount -o remount,ro /tmp; touch /tmp/x 2>/dev/null; test ! -e /tmp/x")
              .exit());
      SessionHost box = SessionHost.of(host);
      for (Context context : List.of(Context.LOGIN, ROOT)) {
        try (Session session = box.open(Account.NOPASS, context)) {
          FrameResult result = session.exchange(List.of(command("a", "echo x", context))).get(0);
          assertEquals("x\n", result.out(), result.err());
        }
      }
    }
  }

  @Test
  void saysSoWhereNothingCanBeRecorded() {
    try (ContainerHost host = ContainerHost.start(ContainerImage.DEBIAN_12)) {
      host.exec(
          "mount -t tmpfs -o ro none /mnt;"
              + "for d in /tmp /var/tmp /dev/shm /home/nopass; do mount --bind /mnt $d; done");
      try (Session session = SessionHost.of(host).open(Account.NOPASS, Context.LOGIN)) {
        List<FrameResult> results =
            session.exchange(
                List.of(query("echo x", Context.LOGIN), command("a", "echo never", Context.LOGIN)));
        assertEquals("x\n", results.get(0).out());
        assertFalse(results.get(1).succeeded());
        assertTrue(results.get(1).err().contains("read-only"), results.get(1).err());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void stopsAGigabyteOfOutputWithoutFillingTheHost(ContainerImage image) {
    try (Session session = host(image).open(Account.NOPASS, ROOT)) {
      List<FrameResult> results =
          session.exchange(
              List.of(
                  command("a", "head -c 1073741824 /dev/zero", ROOT).withStopsBatch(false),
                  query("du -s /run/provision | sed 's/[^0-9].*//'", ROOT)));

      assertEquals(Status.TOO_MUCH_OUTPUT, results.get(0).status());
      assertTrue(Integer.parseInt(results.get(1).out().trim()) < 40_000, results.get(1).out());
    }
  }

  @ParameterizedTest
  @EnumSource
  void carriesBigInputWhole(ContainerImage image) {
    byte[] bytes = new byte[8_000_000];
    new java.util.Random(3).nextBytes(bytes);
    try (Session session = host(image).open(Account.NOPASS, ROOT)) {
      Frame frame =
          Frame.step(
              "a",
              Text.plain("cat >/tmp/big; sha256sum </tmp/big; rm /tmp/big"),
              Optional.of(new Frame.Payload(bytes, false)),
              ROOT);
      assertTrue(
          session.exchange(List.of(frame)).get(0).out().startsWith(sha256(bytes)), "changed");
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return java.util.HexFormat.of()
          .formatHex(java.security.MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(ContainerHost host, String path) {
    host.exec("until [ -e " + path + " ]; do sleep 0.1; done");
  }

  private static Session open(Account account, Context first) {
    return host(ContainerImage.DEBIAN_12).open(account, first);
  }

  private static SessionHost host(ContainerImage image) {
    return SessionHost.of(ContainerHost.shared(image));
  }
}
