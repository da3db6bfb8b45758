package dev.provision.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A lab that is up. */
public final class Lab {

  private static final Pattern PING =
      Pattern.compile("rtt min/avg/max/mdev = ([0-9.]+)/([0-9.]+)/");
  private static final Duration PING_LIMIT = Duration.ofMinutes(2);

  private final LabSpec spec;
  private final LabFolder folder;
  private final List<LabMachine> machines;

  Lab(LabSpec spec, LabFolder folder) {
    this.spec = spec;
    this.folder = folder;
    this.machines =
        spec.machines().stream().map(machine -> new LabMachine(machine, folder)).toList();
  }

  public String name() {
    return spec.name();
  }

  /** The description, with the ports that were chosen. */
  public LabSpec spec() {
    return spec;
  }

  public List<LabMachine> machines() {
    return machines;
  }

  public LabMachine machine(String name) {
    return machines.stream()
        .filter(machine -> machine.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("[" + name + "] is no machine of " + name()));
  }

  /** An inventory in Ansible's YAML format with all machines. */
  public Path inventory() {
    return folder.inventory();
  }

  /** The address of a line's server, as its client sees it. */
  public String serverAddress(int link) {
    return LabNetwork.serverAddress(link);
  }

  /** The address from which a client speaks to its servers. */
  public String clientAddress(String client) {
    return new LabNetwork(spec).clientAddress(client);
  }

  /**
   * What ping measures over a line.
   *
   * @param minMillis the best round trip
   * @param averageMillis the mean
   */
  public record RoundTrip(LinkSpec link, double minMillis, double averageMillis) {

    /** Whether the delay is in force; a busy machine may add to it. */
    boolean isLongEnough() {
      double wanted = link.rtt().toNanos() / 1e6;
      return minMillis >= wanted - 2 * link.jitter().toNanos() / 1e6 - 1;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s to %s: %.1f ms at best, %.1f ms on average (%.1f ms wanted)",
          link.client(),
          link.server(),
          minMillis,
          averageMillis,
          link.rtt().toNanos() / 1e6);
    }
  }

  /** Pings over each line, from the client's own address. */
  public List<RoundTrip> roundTrips() {
    List<RoundTrip> trips = new ArrayList<>();
    for (int i = 0; i < spec.links().size(); i++) {
      LinkSpec link = spec.links().get(i);
      String command =
          "ping -n -q -c 6 -i 0.3 -I " + clientAddress(link.client()) + " " + serverAddress(i);
      LabMachine.Result ping = machine(link.client()).ssh(LabMachine.ROOT, command, PING_LIMIT);
      Matcher figures = PING.matcher(ping.out());
      if (!figures.find()) {
        throw LabFailure.of(
            link.client() + " does not reach " + link.server() + ": " + ping.out() + ping.err());
      }
      double min = Double.parseDouble(figures.group(1));
      trips.add(new RoundTrip(link, min, Double.parseDouble(figures.group(2))));
    }
    return trips;
  }
}
