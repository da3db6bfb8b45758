package dev.provision.host;

import dev.provision.value.Text;
import java.time.Duration;
import java.util.Set;

/**
 * Whether a port takes connections, as seen from the host. Where the host has neither bash nor nc,
 * a port of the host itself is looked up among those that somebody listens on.
 *
 * @param address a name or number
 * @param patience how long a connection may take
 * @param banner whether to read what comes first
 */
public record PortProbe(String address, int port, Duration patience, boolean banner)
    implements Probe<PortProbe.Answer> {

  /**
   * What was found.
   *
   * @param said the first bytes that came, where they were wanted
   */
  public record Answer(boolean open, String said) {}

  private static final String SCRIPT =
      """
      a=ADDRESS p=PORT w=PATIENCE n=BANNER
      t() { if command -v timeout >/dev/null 2>&1; then timeout "$@"; else shift; "$@"; fi; }
      if command -v bash >/dev/null 2>&1; then
        t "$w" bash -c 'exec 3<>"/dev/tcp/$0/$1" || exit 1; echo open; [ "$2" = 0 ] || timeout "$3" head -c "$2" <&3' "$a" "$p" "$n" "$w" 2>/dev/null
      elif command -v nc >/dev/null 2>&1; then
        if [ "$n" = 0 ]; then
          # busybox has no -z, but can become another program once it is connected.
          case $(nc -h 2>&1) in
            *BusyBox*) nc -w "$w" "$a" "$p" -e true </dev/null >/dev/null 2>&1 && echo open;;
            *) nc -z -w "$w" "$a" "$p" </dev/null >/dev/null 2>&1 && echo open;;
          esac
        elif o=$(t "$w" nc -w "$w" "$a" "$p" </dev/null 2>/dev/null | head -c "$n") && [ -n "$o" ]; then
          echo open; printf '%s' "$o"
        fi
      else
        x=$(printf '%04X' "$p")
        cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | while read -r i l r s e; do
          case $l in *:"$x") [ "$s" = 0A ] && echo open && break;; esac
        done
      fi
      echo end
      """;

  private static final int BANNER_BYTES = 4096;

  @Override
  public Text script() {
    return Text.plain(
        SCRIPT
            .replace("ADDRESS", Sh.quote(address))
            .replace("PORT", Integer.toString(port))
            .replace("PATIENCE", Long.toString(Math.max(1, patience.toSeconds())))
            .replace("BANNER", banner ? Integer.toString(BANNER_BYTES) : "0"));
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(new Resource("port", address + ":" + port));
  }

  @Override
  public Answer decode(FrameResult result) {
    String out = result.out();
    boolean isOpen = out.startsWith("open\n");
    int end = out.lastIndexOf("end");
    String said = isOpen && end > 5 ? out.substring(5, end) : "";
    return new Answer(isOpen, said);
  }

  @Override
  public Known<Answer> answer(HostModel model) {
    return Known.unknown();
  }

  @Override
  public void learn(HostModel model, Answer answer) {
    // A port may open or close at any time.
  }
}
