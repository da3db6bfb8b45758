package dev.provision.host;

import dev.provision.value.Text;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How many TCP connections to a port of the host there are.
 *
 * @param states names such as {@code ESTABLISHED}; others are not counted
 * @param excluded IPv4 addresses of peers that do not count
 */
public record ConnectionsProbe(int port, List<String> states, List<String> excluded)
    implements Probe<Long> {

  /** As the kernel numbers them. */
  private static final Map<String, String> STATES =
      Map.of(
          "ESTABLISHED", "01",
          "SYN_SENT", "02",
          "SYN_RECV", "03",
          "FIN_WAIT1", "04",
          "FIN_WAIT2", "05",
          "TIME_WAIT", "06");

  public ConnectionsProbe {
    states = List.copyOf(states);
    excluded = List.copyOf(excluded);
  }

  @Override
  public Text script() {
    return Text.plain("cat /proc/net/tcp /proc/net/tcp6 2>/dev/null\n");
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(new Resource("port", "*"));
  }

  @Override
  public Long decode(FrameResult result) {
    return result.out().lines().filter(this::counts).count();
  }

  private boolean counts(String line) {
    String[] words = line.strip().split("\\s+");
    if (words.length < 4 || !words[1].contains(":") || !words[2].contains(":")) {
      return false;
    }
    String localPort = words[1].substring(words[1].indexOf(':') + 1);
    boolean isState =
        states.stream()
            .anyMatch(s -> words[3].equals(STATES.getOrDefault(s.toUpperCase(Locale.ROOT), "")));
    return localPort.equals(String.format("%04X", port))
        && isState
        && !excluded.contains(address(words[2].substring(0, words[2].indexOf(':'))));
  }

  /**
   * The kernel writes IPv4 addresses as one number, lowest byte first; mapped ones end the same
   * way.
   */
  private static String address(String hex) {
    if (hex.length() < 8 || !hex.matches("[0-9A-Fa-f]+")) {
      return "";
    }
    String last = hex.substring(hex.length() - 8);
    StringBuilder dotted = new StringBuilder();
    for (int i = 6; i >= 0; i -= 2) {
      dotted.append(i == 6 ? "" : ".").append(Integer.parseInt(last.substring(i, i + 2), 16));
    }
    return dotted.toString();
  }

  @Override
  public Known<Long> answer(HostModel model) {
    return Known.unknown();
  }

  @Override
  public void learn(HostModel model, Long answer) {
    // Connections come and go.
  }
}
