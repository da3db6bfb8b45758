package dev.provision.module.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.provision.host.LocalShell;
import dev.provision.module.ActionModule;
import dev.provision.module.Kit;
import dev.provision.module.World;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WaitForModuleTests {

  @TempDir Path folder;

  private Kit.ActionRun run(LocalShell.Kind kind, String task) {
    assumeTrue(kind.isHere(), kind + " is not installed");
    return Kit.act(new World.OfShell(kind, folder), task, false);
  }

  @ParameterizedTest
  @EnumSource(LocalShell.Kind.class)
  void findsAnOpenPort(LocalShell.Kind kind) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Kit.ActionRun run = run(kind, "wait_for: {port: " + server.getLocalPort() + "}");
      assertInstanceOf(ActionModule.Done.class, run.end());
      assertEquals(Duration.ZERO, run.rested());
      assertEquals("0", run.get("elapsed"));
    }
  }

  @ParameterizedTest
  @EnumSource(LocalShell.Kind.class)
  void givesUpOnAClosedPort(LocalShell.Kind kind) throws IOException {
    int port = closedPort();
    Kit.ActionRun run = run(kind, "wait_for: {port: " + port + ", timeout: 3, sleep: 2, delay: 1}");
    assertInstanceOf(ActionModule.Fail.class, run.end());
    assertEquals("Timeout when waiting for 127.0.0.1:" + port, run.get("msg"));
    assertEquals(Duration.ofSeconds(3), run.rested());
    assertInstanceOf(
        ActionModule.Done.class, run(kind, "wait_for: {port: " + port + ", state: stopped}").end());
  }

  private static int closedPort() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return server.getLocalPort();
    }
  }

  @ParameterizedTest
  @EnumSource(LocalShell.Kind.class)
  void readsWhatAPortSays(LocalShell.Kind kind) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread greeter = new Thread(() -> greet(server));
      greeter.start();
      Kit.ActionRun run =
          run(
              kind,
              "wait_for: {port: "
                  + server.getLocalPort()
                  + ", search_regex: 'Open(\\w+)', connect_timeout: 2, timeout: 1}");
      assertInstanceOf(ActionModule.Done.class, run.end(), run.get("msg"));
      assertEquals("[SSH]", run.get("match_groups"));
    }
  }

  private static void greet(ServerSocket server) {
    try (Socket client = server.accept()) {
      client.getOutputStream().write("SSH-2.0-OpenSSH\r\n".getBytes(StandardCharsets.UTF_8));
      client.getOutputStream().flush();
    } catch (IOException e) {
      // The test is over.
    }
  }

  @Test
  void waitsForAFileAndWhatIsInIt() {
    World.OfShell world = new World.OfShell(LocalShell.Kind.SH, folder);
    world.file(world.folder() + "/f", "log\nready 5\n", 0644);
    assertInstanceOf(
        ActionModule.Done.class,
        Kit.act(world, "wait_for: {path: $T/f, search_regex: ^ready}", false).end());
    assertInstanceOf(
        ActionModule.Fail.class,
        Kit.act(world, "wait_for: {path: $T/f, state: absent, timeout: 2}", false).end());
    assertInstanceOf(
        ActionModule.Done.class,
        Kit.act(world, "wait_for: {path: $T/no, state: absent}", false).end());
  }

  @Test
  void restsWhereThereIsNothingToWaitFor() {
    World.OfShell world = new World.OfShell(LocalShell.Kind.SH, folder);
    assertEquals(Duration.ofSeconds(7), Kit.act(world, "wait_for: {timeout: 7}", false).rested());
  }
}
