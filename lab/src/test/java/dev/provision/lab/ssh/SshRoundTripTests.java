package dev.provision.lab.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.lab.LocalCommand;
import dev.provision.lab.wire.DelayWire;
import dev.provision.lab.wire.WireShape;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Counts round trips by the clock, as the slope between two delays: what else takes time drops out.
 */
@Tag("netns")
@Tag("sshd")
class SshRoundTripTests {

  private static final Duration NEAR = Duration.ofMillis(48);
  private static final Duration FAR = Duration.ofMillis(96);

  @TempDir Path folder;

  @Test
  void firstAnswerTakesAtMostFiveRoundTripsAndEachFurtherOneTakesOne() throws Exception {
    double[] trips = slopes(false);

    assertTrue(trips[0] < 5.5, () -> "from the first packet to the first answer: " + trips[0]);
    assertEquals(1.0, trips[1], 0.3, "a further exchange with the same shell");
    assertEquals(1.0, trips[2], 0.3, "a further command");
    assertEquals(trips[0], trips[3] + 1, 1.0, "own count");
  }

  @Test
  void aRefusedKeyCostsAtMostTwoRoundTripsMore() throws Exception {
    double[] trips = slopes(true);

    assertTrue(trips[0] < 7.5, () -> "from the first packet to the first answer: " + trips[0]);
    assertEquals(trips[0], trips[3] + 1, 1.0, "own count");
  }

  private double[] slopes(boolean strangeKeyFirst) throws Exception {
    try (DelayWire wire = DelayWire.open(NEAR);
        WireSshd sshd = WireSshd.start(wire.right(), folder)) {
      long[] near = measure(wire, sshd, strangeKeyFirst);
      wire.reshape(WireShape.ofRoundTrip(FAR));
      long[] far = measure(wire, sshd, strangeKeyFirst);
      double[] slopes = new double[4];
      for (int i = 0; i < 3; i++) {
        slopes[i] = (double) (far[i] - near[i]) / FAR.minus(NEAR).toNanos();
      }
      slopes[3] = far[3];
      System.out.printf(
          "round trips: first answer %.2f, exchange %.2f, command %.2f, own count %d"
              + " (first answer after %d ms at 48 ms)%n",
          slopes[0], slopes[1], slopes[2], far[3], near[0] / 1_000_000);
      return slopes;
    }
  }

  private static long[] measure(DelayWire wire, WireSshd sshd, boolean strangeKeyFirst)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of(wire.right().address(), sshd.knownHosts().toString()));
    if (strangeKeyFirst) {
      arguments.add(sshd.strangeKey().toString());
    }
    arguments.add(sshd.key().toString());
    String output =
        LocalCommand.run(wire.left().java(RoundTripClient.class, arguments.toArray(String[]::new)));
    String[] words = output.strip().split(" ");
    long[] nanos = new long[words.length];
    for (int i = 0; i < words.length; i++) {
      nanos[i] = Long.parseLong(words[i]);
    }
    return nanos;
  }
}
