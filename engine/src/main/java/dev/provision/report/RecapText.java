package dev.provision.report;

import dev.provision.run.event.RunEvent.Recap;
import java.util.Locale;
import java.util.Map;

/** The closing table: Ansible's columns first, since people and scripts read them, then ours. */
final class RecapText {

  private RecapText() {}

  static String line(String host, int width, Recap recap) {
    return String.format(
        Locale.ROOT,
        "%-"
            + width
            + "s : ok=%-4d changed=%-4d unreachable=%-4d failed=%-4d skipped=%-4d rescued=%-4d ignored=%-4d"
            + " round_trips=%d+%d bytes=%d/%d time=%.1fs",
        host,
        recap.ok(),
        recap.changed(),
        recap.unreachable(),
        recap.failed(),
        recap.skipped(),
        recap.rescued(),
        recap.ignored(),
        recap.traffic().connectRoundTrips(),
        recap.traffic().roundTrips(),
        recap.traffic().bytesOut(),
        recap.traffic().bytesIn(),
        recap.elapsed().toMillis() / 1000.0);
  }

  /** Wide enough for all names, and as wide as Ansible's where names are short. */
  static int width(Map<String, Recap> hosts) {
    return hosts.keySet().stream().mapToInt(String::length).max().orElse(0) < 26
        ? 26
        : hosts.keySet().stream().mapToInt(String::length).max().orElse(26);
  }
}
