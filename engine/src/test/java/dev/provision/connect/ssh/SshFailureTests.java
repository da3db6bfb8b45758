package dev.provision.connect.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.schmizz.sshj.common.Buffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers that misbehave at each stage; all without a real one. */
@Timeout(30)
class SshFailureTests {

  private static final String GREETING = "SSH-2.0-OpenSSH_9.9 fake\r\n";

  @TempDir Path folder;
  private Path key;

  @BeforeEach
  void makeKey() throws IOException {
    key = TestKeys.copy("ed25519", folder);
    Files.writeString(folder.resolve("known_hosts"), "");
  }

  private SshTarget target(String host, int port) {
    return SshTarget.of(host, port, "bob", LoginSettings.keys(key), folder.resolve("known_hosts"))
        .withTimes(Duration.ofMillis(700), Duration.ZERO, 0);
  }

  private ProvisionException failure(SshTarget target) {
    return assertThrows(
        ProvisionException.class, () -> SshConnection.open(target, SshSecrets.none()));
  }

  private ProvisionException failure(FakeServer.Behaviour behaviour) throws IOException {
    try (FakeServer server = FakeServer.start(behaviour)) {
      return failure(target("127.0.0.1", server.port()));
    }
  }

  private static void assertSays(ErrorCode code, String words, ProvisionException e) {
    assertEquals(code, e.code(), e.getMessage());
    assertTrue(e.problem().detail().contains(words), e.getMessage());
  }

  @Test
  void namesWithoutAddressAreCalledSo() {
    ProvisionException e = failure(target("no-such-host.invalid", 22));

    assertSays(ErrorCode.HOST_NOT_RESOLVED, "no-such-host.invalid has no address", e);
    assertEquals(List.of("getent hosts no-such-host.invalid"), e.problem().commands());
  }

  @Test
  void closedPortsAreCalledSo() throws IOException {
    int port = Sshd.freePort();

    ProvisionException e = failure(target("127.0.0.1", port));

    assertSays(ErrorCode.CONNECTION_REFUSED, "Nothing listens at 127.0.0.1 port " + port, e);
    assertEquals(List.of("ssh -v -p " + port + " bob@127.0.0.1"), e.problem().commands());
  }

  @Test
  void aServerThatClosesAtOnceMayHaveManyReasons() throws IOException {
    ProvisionException e = failure((in, out) -> {});

    assertSays(ErrorCode.CONNECTION_LOST, "closed the connection before its greeting", e);
    assertTrue(e.problem().detail().contains("MaxStartups"));
  }

  @Test
  void aPenaltyIsCalledByItsName() throws IOException {
    ProvisionException e =
        failure((in, out) -> FakeServer.say(out, "Not allowed at this time\r\n"));

    assertSays(ErrorCode.CONNECTION_PENALTY, "PerSourcePenalties", e);
  }

  @Test
  void tooManyLoginsAtOnceAreCalledSo() throws IOException {
    ProvisionException e = failure((in, out) -> FakeServer.say(out, "Exceeded MaxStartups\r\n"));

    assertSays(ErrorCode.CONNECTION_PENALTY, "--forks", e);
  }

  @Test
  void otherServersAreQuotedWithoutTheirControlCharacters() throws IOException {
    ProvisionException e =
        failure((in, out) -> FakeServer.say(out, "220 mail\u001b[31m ready\r\n"));

    assertSays(ErrorCode.CONNECTION_LOST, "it said: \"220 mail?[31m ready\"", e);
  }

  @Test
  void aServerThatSaysNothingIsNotWaitedFor() throws IOException {
    ProvisionException e = failure((in, out) -> FakeServer.listen(in));

    assertSays(ErrorCode.CONNECTION_TIMED_OUT, "within 0.7 s (greeting)", e);
  }

  @Test
  void aServerThatFallsSilentAfterItsGreetingIsTriedPolitelyOnceMore() throws IOException {
    try (FakeServer server =
        FakeServer.start(
            (in, out) -> {
              FakeServer.say(out, GREETING);
              FakeServer.listen(in);
            })) {
      ProvisionException e = failure(target("127.0.0.1", server.port()));

      assertSays(ErrorCode.CONNECTION_TIMED_OUT, "(key exchange)", e);
      assertEquals(2, server.connections());
      failure(target("127.0.0.1", server.port()));
      assertEquals(3, server.connections(), "it is known now");
    }
  }

  @Test
  void aServerThatClosesDuringTheKeyExchangeIsCalledSo() throws IOException {
    ProvisionException e = failure((in, out) -> FakeServer.say(out, GREETING));

    assertSays(ErrorCode.CONNECTION_LOST, "during the key exchange", e);
  }

  @Test
  void aServerOfTheOldProtocolIsCalledSo() throws IOException {
    ProvisionException e = failure((in, out) -> FakeServer.say(out, "SSH-1.5-old\r\n"));

    assertSays(ErrorCode.CONNECTION_LOST, "is no SSH server", e);
  }

  @Test
  void rubbishIsNoReasonToHang() throws IOException {
    ProvisionException e =
        failure(
            (in, out) -> {
              FakeServer.say(out, GREETING);
              FakeServer.say(out, "\u0000\u0000\u0000\u000crubbish rubbish rubbish\r\n");
              FakeServer.listen(in);
            });

    assertSays(ErrorCode.CONNECTION_LOST, "during the key exchange", e);
  }

  @Test
  void algorithmsThatNobodyHasInCommonAreListed() throws IOException {
    ProvisionException e =
        failure(
            (in, out) -> {
              FakeServer.say(out, GREETING);
              sendKexInit(out, "diffie-hellman-group1-sha1", "ssh-ed25519");
              FakeServer.listen(in);
            });

    assertSays(ErrorCode.NO_COMMON_ALGORITHM, "key exchange (KexAlgorithms)", e);
    assertTrue(e.problem().detail().contains("The server offers: diffie-hellman-group1-sha1."));
    assertTrue(e.problem().detail().contains("group14-sha256"), "all that we have");
    assertFalse(e.problem().detail().contains("ext-info-c"));
  }

  @Test
  void hostKeysOfAnOldKindAreListed() throws IOException {
    ProvisionException e =
        failure(
            (in, out) -> {
              FakeServer.say(out, GREETING);
              sendKexInit(out, "curve25519-sha256", "ssh-dss,ssh-rsa");
              FakeServer.listen(in);
            });

    assertSays(ErrorCode.NO_COMMON_ALGORITHM, "host key (HostKeyAlgorithms)", e);
    assertTrue(e.problem().detail().contains("The server offers: ssh-dss, ssh-rsa."));
  }

  private static void sendKexInit(OutputStream out, String kex, String hostKeys)
      throws IOException {
    Buffer.PlainBuffer payload =
        new Buffer.PlainBuffer().putByte((byte) 20).putRawBytes(new byte[16]);
    payload.putString(kex).putString(hostKeys);
    for (String list :
        List.of(
            "aes128-ctr", "aes128-ctr", "hmac-sha2-256", "hmac-sha2-256", "none", "none", "", "")) {
      payload.putString(list);
    }
    payload.putBoolean(false).putUInt32(0);
    int padding = 16 - (payload.available() + 5) % 8;
    Buffer.PlainBuffer packet =
        new Buffer.PlainBuffer()
            .putUInt32(payload.available() + 1L + padding)
            .putByte((byte) padding)
            .putRawBytes(payload.getCompactData())
            .putRawBytes(new byte[padding]);
    out.write(packet.getCompactData());
    out.flush();
  }

  @Test
  void aProxyCommandThatFailsIsQuoted() {
    SshTarget target =
        target("web", 22).withProxyCommand(Optional.of("sh -c 'echo no way >&2; exit 1'"));

    assertSays(ErrorCode.CONNECTION_LOST, "its ProxyCommand says: no way", failure(target));
  }

  @Test
  void aProxyCommandThatHangsIsNotWaitedFor() {
    SshTarget target = target("web", 22).withProxyCommand(Optional.of("sleep 1000"));

    assertSays(ErrorCode.CONNECTION_TIMED_OUT, "(greeting)", failure(target));
  }

  @Test
  void aJumpThatFailsIsTheOneThatIsNamed() throws IOException {
    int port = Sshd.freePort();
    SshTarget target = target("web", 22).withJumps(List.of(target("127.0.0.1", port)));

    assertSays(ErrorCode.CONNECTION_REFUSED, "127.0.0.1 port " + port, failure(target));
  }
}
