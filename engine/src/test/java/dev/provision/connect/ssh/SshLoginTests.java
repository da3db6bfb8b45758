package dev.provision.connect.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("sshd")
class SshLoginTests {

  @TempDir Path folder;
  private Sshd sshd;

  @BeforeEach
  void start() throws Exception {
    sshd = Sshd.start(folder);
  }

  @AfterEach
  void stop() {
    sshd.close();
  }

  @Test
  void runsACommandAfterLoginByKey() throws Exception {
    Path key = Sshd.keygen(folder.resolve("id"), "-t", "ed25519", "-N", "");
    sshd.authorize(key, "");

    try (SshConnection connection =
        SshConnection.open(sshd.target(LoginSettings.keys(key)), SshSecrets.none())) {
      assertEquals(4, connection.roundTrips());
      assertEquals("hello\n", output(connection, "echo hello"));
      assertEquals("again\n", output(connection, "echo again"));
    }
  }

  private static String output(SshConnection connection, String command) throws IOException {
    try (ExecChannel channel = connection.exec(command)) {
      channel.stdin().close();
      String text = new String(channel.stdout().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(channel.awaitExit(Duration.ofSeconds(5)).orElseThrow().isSuccess());
      return text;
    }
  }
}
