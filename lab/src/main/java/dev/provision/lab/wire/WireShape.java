package dev.provision.lab.wire;

import java.time.Duration;

/**
 * What a line does to its packets. Both directions are alike; order is kept.
 *
 * @param roundTrip the delay there and back
 * @param jitter by how much each direction's delay may be longer or shorter
 * @param lossPercent how many of 100 packets are lost, the same ones in each run
 * @param bitsPerSecond the rate in each direction; 0 for no limit
 * @param queuePackets how many packets may be on the line in each direction; more are dropped
 */
public record WireShape(
    Duration roundTrip, Duration jitter, double lossPercent, long bitsPerSecond, int queuePackets) {
  private static final int DEEP_QUEUE = 10_000;

  public WireShape {
    if (roundTrip.isNegative() || jitter.isNegative() || bitsPerSecond < 0 || queuePackets < 1) {
      throw new IllegalArgumentException("delays and rates of a line must not be negative");
    }
    if (lossPercent < 0 || lossPercent > 100) {
      throw new IllegalArgumentException("loss must be from 0 to 100 percent: " + lossPercent);
    }
    if (jitter.multipliedBy(2).compareTo(roundTrip) > 0) {
      throw new IllegalArgumentException("jitter must not exceed half of the round trip");
    }
  }

  /** A clean line of unlimited rate. */
  public static WireShape ofRoundTrip(Duration roundTrip) {
    return new WireShape(roundTrip, Duration.ZERO, 0, 0, DEEP_QUEUE);
  }

  /** The same line with another jitter. */
  public WireShape withJitter(Duration other) {
    return new WireShape(roundTrip, other, lossPercent, bitsPerSecond, queuePackets);
  }

  /** The same line with another loss. */
  public WireShape withLossPercent(double other) {
    return new WireShape(roundTrip, jitter, other, bitsPerSecond, queuePackets);
  }

  /** The same line with a rate and a queue before it, as a router has one. */
  public WireShape withRate(long otherBitsPerSecond, int otherQueuePackets) {
    return new WireShape(roundTrip, jitter, lossPercent, otherBitsPerSecond, otherQueuePackets);
  }

  /** The command by which the helper takes this shape. */
  String command() {
    return String.join(
        " ",
        "shape",
        Long.toString(roundTrip.toNanos() / 2_000),
        Long.toString(jitter.toNanos() / 1_000),
        Long.toString(Math.round(lossPercent * 10_000)),
        Long.toString(bitsPerSecond),
        Integer.toString(queuePackets));
  }
}
