package dev.provision.connect.ssh;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands, forwards and jumps over a real OpenSSH server. */
@Tag("sshd")
@Timeout(60)
class SshChannelTests {

  private static final Duration SOON = Duration.ofSeconds(10);

  @TempDir static Path folder;
  private static Sshd sshd;
  private static SshTarget target;

  @BeforeAll
  static void start() throws Exception {
    // A home without rc files.
    sshd = Sshd.start(folder, "SetEnv HOME=" + folder, "RekeyLimit 1M");
    Path key = Sshd.keygen(folder.resolve("id"), "-t", "ed25519", "-N", "");
    sshd.authorize(key, "");
    target = sshd.target(LoginSettings.keys(key));
  }

  @AfterAll
  static void stop() {
    sshd.close();
  }

  private static SshConnection open() {
    return SshConnection.open(target, SshSecrets.none());
  }

  private static String all(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void tellsHowACommandEnded() throws IOException {
    try (SshConnection connection = open();
        ExecChannel failing = connection.exec("echo out; echo err >&2; exit 7");
        ExecChannel killed = connection.exec("kill -TERM $$")) {
      assertEquals("out\n", all(failing.stdout()));
      assertEquals("err\n", all(failing.stderr()));
      assertEquals(7, failing.awaitExit(SOON).orElseThrow().status().getAsInt());
      assertEquals(Optional.of("TERM"), killed.awaitExit(SOON).orElseThrow().signal());
    }
  }

  @Test
  void waitingForTheEndHasALimit() throws IOException {
    try (SshConnection connection = open();
        ExecChannel cat = connection.exec("exec cat")) {
      assertEquals(Optional.empty(), cat.awaitExit(Duration.ofMillis(50)));

      cat.stdin().close();

      assertTrue(cat.awaitExit(SOON).orElseThrow().isSuccess());
    }
  }

  /** More than both windows hold, through several changes of the session's keys. */
  @Test
  void carriesMuchBothWaysAtOnce() throws Exception {
    byte[] chunk = new byte[65_536];
    for (int i = 0; i < chunk.length; i++) {
      chunk[i] = (byte) (i * 31);
    }
    int chunks = 160;
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (SshConnection connection = open();
        ExecChannel cat = connection.exec("exec cat")) {
      Future<?> writer =
          threads.submit(
              () -> {
                try (OutputStream in = cat.stdin()) {
                  for (int i = 0; i < chunks; i++) {
                    in.write(chunk);
                  }
                }
                return null;
              });
      for (int i = 0; i < chunks; i++) {
        assertArrayEquals(chunk, cat.stdout().readNBytes(chunk.length));
      }
      writer.get();
      assertTrue(cat.awaitExit(SOON).orElseThrow().isSuccess());
    } finally {
      threads.shutdownNow();
    }
  }

  /** With sshj's own streams this stops the whole connection. */
  @Test
  void aCommandThatEndsWithUnreadInputEndsTheWriterAndNothingElse() throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (SshConnection connection = open();
        ExecChannel deaf = connection.exec("sleep 1; exit 3")) {
      Future<?> writer =
          threads.submit(
              () -> {
                byte[] much = new byte[8 * 1024 * 1024];
                assertThrows(
                    IOException.class,
                    () -> {
                      deaf.stdin().write(much);
                      deaf.stdin().flush();
                    });
              });
      assertEquals(3, deaf.awaitExit(SOON).orElseThrow().status().getAsInt());
      writer.get();
      try (ExecChannel next = connection.exec("echo fine")) {
        assertEquals("fine\n", all(next.stdout()));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** With sshj's own streams data for a closed one kills the connection. */
  @Test
  void closingAChannelThatIsStillTalkingLeavesTheConnectionAlone() throws IOException {
    try (SshConnection connection = open()) {
      for (int i = 0; i < 5; i++) {
        ExecChannel talking = connection.exec("exec yes");
        assertTrue(talking.stdout().read() >= 0);
        talking.close();
        assertEquals(-1, talking.stdout().read());
      }
      try (ExecChannel next = connection.exec("echo fine")) {
        assertEquals("fine\n", all(next.stdout()));
      }
      assertTrue(connection.isAlive());
    }
  }

  @Test
  void aReaderWakesUpWhenItsChannelIsClosed() throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (SshConnection connection = open()) {
      ExecChannel quiet = connection.exec("exec sleep 1000");
      Future<Integer> reader = threads.submit(() -> quiet.stdout().read());

      quiet.close();

      assertEquals(-1, reader.get());
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aRawTerminalChangesNoByte() throws IOException {
    try (SshConnection connection = open();
        ExecChannel raw = connection.exec("test -t 0 && exec head -c 256", PtyRequest.ofRaw())) {
      byte[] bytes = new byte[256];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) i;
      }
      raw.stdin().write(bytes);
      raw.stdin().flush();

      assertArrayEquals(bytes, raw.stdout().readNBytes(256));
    }
  }

  @Test
  void channelsBeyondTheServersLimitAreRefusedByName() {
    try (SshConnection connection = open()) {
      List<ExecChannel> channels = new ArrayList<>();
      ProvisionException e =
          assertThrows(
              ProvisionException.class,
              () -> {
                for (int i = 0; i < 12; i++) {
                  channels.add(connection.exec("exec sleep 1000"));
                }
              });

      assertEquals(ErrorCode.CHANNEL_REFUSED, e.code());
      assertEquals(10, channels.size(), "MaxSessions");
      assertTrue(connection.isAlive());
    }
  }

  /** sshd counts a channel that we have closed for a moment longer. */
  @Test
  void manyShortCommandsAtOnceDoNotTripOverTheLimit() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (SshConnection connection = open()) {
      List<Future<String>> running = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        int number = i;
        running.add(
            threads.submit(
                () -> {
                  try (ExecChannel channel = connection.exec("echo " + number)) {
                    return all(channel.stdout());
                  }
                }));
      }
      for (int i = 0; i < running.size(); i++) {
        assertEquals(i + "\n", running.get(i).get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void forwardsReachWhatTheServerReaches() throws IOException {
    try (FakeServer echo = FakeServer.start((in, out) -> FakeServer.say(out, "hello"));
        SshConnection connection = open();
        DirectChannel forward = connection.openDirect("127.0.0.1", echo.port())) {
      assertEquals("hello", all(forward.input()));
    }
  }

  @Test
  void aForwardToNothingIsRefusedByName() throws IOException {
    int port = Sshd.freePort();
    try (SshConnection connection = open()) {
      ProvisionException e =
          assertThrows(ProvisionException.class, () -> connection.openDirect("127.0.0.1", port));

      assertEquals(ErrorCode.CHANNEL_REFUSED, e.code());
      assertTrue(e.problem().detail().contains("port " + port), e.getMessage());
      assertTrue(connection.isAlive());
    }
  }

  @Test
  void goesThroughSeveralJumps() throws IOException {
    SshTarget far = target.withJumps(List.of(target, target));
    try (SshConnection connection = SshConnection.open(far, SshSecrets.none());
        ExecChannel command = connection.exec("echo far")) {
      assertEquals("far\n", all(command.stdout()));
    }
  }

  @Test
  void goesThroughAProxyCommand() throws IOException {
    String command = "/usr/sbin/sshd -i -e -f " + folder.resolve("sshd_config") + " 2>/dev/null";
    try (SshConnection connection =
            SshConnection.open(target.withProxyCommand(Optional.of(command)), SshSecrets.none());
        ExecChannel channel = connection.exec("echo through")) {
      assertEquals("through\n", all(channel.stdout()));
    }
  }

  @Test
  void aServerThatDiesIsNoticedByAllThatWait() throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (SshConnection connection = open();
        ExecChannel who = connection.exec("echo $PPID; exec sleep 1000")) {
      StringBuilder pid = new StringBuilder();
      for (int c = who.stdout().read(); c != '\n'; c = who.stdout().read()) {
        pid.append((char) c);
      }
      Future<IOException> reader =
          threads.submit(() -> assertThrows(IOException.class, () -> who.stdout().read()));

      ProcessHandle.of(Long.parseLong(pid.toString())).orElseThrow().destroyForcibly();

      reader.get();
      assertFalse(connection.isAlive());
      ProvisionException e =
          assertThrows(ProvisionException.class, () -> connection.exec("echo x"));
      assertEquals(ErrorCode.CONNECTION_LOST, e.code());
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void closingTwiceIsFineAndEndsEverything() {
    SshConnection connection = open();
    ExecChannel channel = connection.exec("exec sleep 1000");

    connection.close();
    connection.close();

    assertFalse(connection.isAlive());
    assertFalse(channel.isOpen());
  }
}
