package dev.provision.lab;

import java.time.Duration;

/**
 * A long line between two machines. The client is the server's default gateway, so that the
 * server's default route carries the traffic, as on a real box.
 *
 * @param server the end whose default route leads over the line
 * @param client the other end, which also gives out addresses where they are dynamic
 * @param rtt the time there and back; each direction delays by half of it
 * @param jitter spread of the delay of each direction
 * @param lossPercent packets lost in each direction, in percent
 * @param bitsPerSecond what passes in each direction; 0 for no limit
 * @param lease how long an address lasts that the server gets by DHCP; zero where it has a fixed
 *     one. With leases there are router advertisements too.
 */
public record LinkSpec(
    String server,
    String client,
    Duration rtt,
    Duration jitter,
    double lossPercent,
    long bitsPerSecond,
    Duration lease) {

  public boolean isDynamic() {
    return !lease.isZero();
  }
}
