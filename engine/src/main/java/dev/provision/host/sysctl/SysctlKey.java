package dev.provision.host.sysctl;

import dev.provision.value.Value;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A kernel setting's name. Written with dots or with slashes; whichever comes first parts the
 * names, so that {@code net.ipv4.conf.eth0/100.rp_filter} and {@code
 * net/ipv4/conf/eth0.100/rp_filter} are one.
 *
 * @param name with dots; a dot within a name is a slash here
 */
public record SysctlKey(String name) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_/.:@*-]+");

  /** Setting one of a pair makes the kernel forget the other. */
  private static final Map<String, String> TWINS =
      Map.of(
          "vm.dirty_bytes", "vm.dirty_ratio",
          "vm.dirty_ratio", "vm.dirty_bytes",
          "vm.dirty_background_bytes", "vm.dirty_background_ratio",
          "vm.dirty_background_ratio", "vm.dirty_background_bytes");

  public static SysctlKey of(String written) {
    int dot = written.indexOf('.');
    int slash = written.indexOf('/');
    boolean isSlashed = slash >= 0 && (dot < 0 || slash < dot);
    return new SysctlKey(isSlashed ? swapped(written) : written);
  }

  /**
   * @throws IllegalArgumentException in words that go on after "The argument name"
   */
  public static SysctlKey fromValue(Value value) {
    String text = value instanceof Value.Str str ? str.reveal().strip() : "";
    boolean climbs = text.contains("..") || text.contains("//");
    if (!NAME.matcher(text).matches() || climbs || text.startsWith("/") || text.startsWith(".")) {
      throw new IllegalArgumentException(
          "must be a setting's name such as \"net.ipv4.tcp_keepalive_time\", not \""
              + value
              + "\".");
    }
    return of(text);
  }

  private static String swapped(String name) {
    StringBuilder out = new StringBuilder();
    for (char c : name.toCharArray()) {
      out.append(c == '.' ? '/' : c == '/' ? '.' : c);
    }
    return out.toString();
  }

  /** Below /proc/sys. */
  public String path() {
    return "/proc/sys/" + swapped(name);
  }

  /** The setting that becomes 0 when this one is set. */
  public Optional<SysctlKey> twin() {
    return Optional.ofNullable(TWINS.get(name)).map(SysctlKey::new);
  }

  @Override
  public String toString() {
    return name;
  }
}
