package dev.provision.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionsProbeTests {

  private static final String TABLE =
      """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 00000000:0CEA 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1
         1: 0100007F:0CEA 0200007F:D431 01 00000000:00000000 00:00000000 00000000     0        0 2
         2: 0100007F:0CEA 0300007F:D432 06 00000000:00000000 00:00000000 00000000     0        0 3
         3: 0100007F:0016 0300007F:D433 01 00000000:00000000 00:00000000 00000000     0        0 4
      """;

  private static long count(List<String> states, List<String> excluded) {
    return new ConnectionsProbe(3306, states, excluded).decode(FrameResult.ended(0, TABLE, ""));
  }

  @Test
  void countsConnectionsOfThePortInTheStatesAskedFor() {
    assertEquals(2, count(List.of("ESTABLISHED", "TIME_WAIT"), List.of()));
    assertEquals(1, count(List.of("established"), List.of()));
  }

  @Test
  void leavesOutExcludedPeers() {
    assertEquals(1, count(List.of("ESTABLISHED", "TIME_WAIT"), List.of("127.0.0.2")));
  }
}
