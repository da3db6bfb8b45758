package dev.provision.lab.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.lab.LocalCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("netns")
class DelayWireTests {
  private static final Pattern MINIMUM = Pattern.compile("min/avg/max/mdev = ([0-9.]+)/");

  @Test
  void delaysEachPacketByHalfOfTheRoundTrip() {
    try (DelayWire wire = DelayWire.open(Duration.ofMillis(48))) {
      double shortest = shortestPing(wire, 5);
      assertTrue(shortest >= 48 && shortest < 53, () -> "ping says " + shortest + " ms");
    }
  }

  @Test
  void takesAnotherShapeWhileOpen() {
    try (DelayWire wire = DelayWire.open(Duration.ofMillis(10))) {
      double before = shortestPing(wire, 5);
      wire.reshape(WireShape.ofRoundTrip(Duration.ofMillis(60)));
      double change = shortestPing(wire, 5) - before;
      assertEquals(50, change, 5);
    }
  }

  /** Taken as a slope between two delays, so that it holds on a busy machine too. */
  @Test
  void makesATcpHandshakeTakeOneRoundTrip() throws Exception {
    try (DelayWire wire = DelayWire.open(Duration.ofMillis(48))) {
      long[] near = measureEcho(wire);
      wire.reshape(WireShape.ofRoundTrip(Duration.ofMillis(248)));
      long[] far = measureEcho(wire);
      assertEquals(1.0, (far[0] - near[0]) / 200e6, 0.2, "round trips of a handshake");
      assertEquals(1.0, (far[1] - near[1]) / 200e6, 0.2, "round trips of an echo");
    }
  }

  @Test
  void losesEverythingWhileCutAndNothingAfterwards() {
    try (DelayWire wire = DelayWire.open(Duration.ofMillis(2))) {
      wire.cut();
      assertTrue(ping(wire, 3).contains("3 packets transmitted, 0 received"));
      wire.restore();
      assertTrue(ping(wire, 3).contains("3 packets transmitted, 3 received"));
    }
  }

  @Test
  void losesAsManyPacketsAsAsked() {
    WireShape lossy = WireShape.ofRoundTrip(Duration.ofMillis(2)).withLossPercent(20);
    try (DelayWire wire = DelayWire.open(lossy)) {
      WireCount before = wire.count();
      flood(wire, 500, 56);
      WireCount after = wire.count();
      long dropped = after.dropped() - before.dropped();
      long carried =
          after.packetsRight() + after.packetsLeft() - before.packetsRight() - before.packetsLeft();
      assertEquals(0.2, (double) dropped / (dropped + carried), 0.07);
    }
  }

  @Test
  void carriesNoMoreThanItsRate() {
    // 100 packets of 1028 bytes take 0.82 s each way at 1 Mbit/s.
    WireShape slow = WireShape.ofRoundTrip(Duration.ofMillis(2)).withRate(1_000_000, 1_000);
    try (DelayWire wire = DelayWire.open(slow)) {
      Matcher time =
          Pattern.compile("rtt min/avg/max/mdev = [0-9.]+/[0-9.]+/([0-9.]+)/")
              .matcher(flood(wire, 100, 1000));
      assertTrue(time.find());
      double longest = Double.parseDouble(time.group(1));
      assertTrue(longest > 300, () -> "the queue was " + longest + " ms long");
    }
  }

  @Test
  void variesItsDelayWithinTheJitter() {
    WireShape shaky =
        WireShape.ofRoundTrip(Duration.ofMillis(60)).withJitter(Duration.ofMillis(20));
    try (DelayWire wire = DelayWire.open(shaky)) {
      double shortest = shortestPing(wire, 30);
      assertTrue(shortest >= 20 && shortest < 55, () -> "ping says " + shortest + " ms");
    }
  }

  @Test
  void carriesIpVersion6AndFurtherAddresses() {
    try (DelayWire wire = DelayWire.open(Duration.ofMillis(2))) {
      wire.right().addAddress("10.99.0.2/32");
      assertTrue(pingTo(wire, "10.99.0.2", 1).contains("1 received"));
      assertTrue(pingTo(wire, wire.right().address6(), 1).contains("1 received"));
    }
  }

  @Test
  void leavesNeitherNamespacesNorProcessesBehind() throws Exception {
    Process server;
    String namespace;
    try (DelayWire wire = DelayWire.open(Duration.ofMillis(2))) {
      namespace = wire.right().namespace();
      server = wire.right().command("sleep", "1000").start();
      assertTrue(Files.exists(Path.of("/run/netns", namespace)));
    }
    assertTrue(server.waitFor(10, TimeUnit.SECONDS));
    assertFalse(Files.exists(Path.of("/run/netns", namespace)));
  }

  @Test
  void endsWithTheProgramThatOpenedIt() throws Exception {
    Process opener = WireOpener.start();
    try (BufferedReader output = reader(opener)) {
      String namespace = output.readLine();
      assertTrue(Files.exists(Path.of("/run/netns", namespace)));
      ProcessHandle helper = opener.children().findFirst().orElseThrow();
      opener.destroyForcibly().waitFor();
      helper.onExit().get(10, TimeUnit.SECONDS);
      assertFalse(Files.exists(Path.of("/run/netns", namespace)));
    }
  }

  @Test
  void sweepsUpAfterAProgramAndItsHelperThatWereKilled() throws Exception {
    Process opener = WireOpener.start();
    try (BufferedReader output = reader(opener)) {
      String namespace = output.readLine();
      ProcessHandle helper = opener.children().findFirst().orElseThrow();
      helper.destroyForcibly();
      helper.onExit().get(10, TimeUnit.SECONDS);
      opener.destroyForcibly().waitFor();
      assertTrue(Files.exists(Path.of("/run/netns", namespace)));
      DelayWire.open(Duration.ZERO).close();
      assertFalse(Files.exists(Path.of("/run/netns", namespace)));
    }
  }

  private static long[] measureEcho(DelayWire wire) throws IOException {
    Process server =
        wire.right()
            .java(EchoClient.Server.class)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = reader(server)) {
      String port = output.readLine();
      String[] nanos =
          LocalCommand.run(wire.left().java(EchoClient.class, wire.right().address(), port))
              .strip()
              .split(" ");
      return new long[] {Long.parseLong(nanos[0]), Long.parseLong(nanos[1])};
    } finally {
      server.destroy();
    }
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static double shortestPing(DelayWire wire, int count) {
    Matcher minimum = MINIMUM.matcher(ping(wire, count));
    assertTrue(minimum.find());
    return Double.parseDouble(minimum.group(1));
  }

  private static String ping(DelayWire wire, int count) {
    return pingTo(wire, wire.right().address(), count);
  }

  private static String pingTo(DelayWire wire, String address, int count) {
    // ping ends with 1 when nobody answers; that is for the caller to judge.
    String script = "ping -q -n -i 0.05 -W 1 -c " + count + " " + address + " || true";
    return wire.left().run("sh", "-c", script);
  }

  /** As many packets as the line takes, without waiting for the answers. */
  private static String flood(DelayWire wire, int count, int size) {
    String script =
        "ping -q -n -f -i 0.001 -l 100 -W 2 -s "
            + size
            + " -c "
            + count
            + " "
            + wire.right().address()
            + " || true";
    return wire.left().run("sh", "-c", script);
  }
}
