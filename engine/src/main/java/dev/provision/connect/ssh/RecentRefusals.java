package dev.provision.connect.ssh;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers where a login failed, to understand why the server does not greet us any more. */
final class RecentRefusals {

  private static final Map<String, Long> WHEN = new ConcurrentHashMap<>();
  private static final long LONG_AGO = Duration.ofMinutes(10).toNanos();

  private RecentRefusals() {}

  static void add(SshTarget target) {
    WHEN.put(key(target), System.nanoTime());
  }

  static void forget(SshTarget target) {
    WHEN.remove(key(target));
  }

  static boolean has(SshTarget target) {
    Long when = WHEN.get(key(target));
    return when != null && System.nanoTime() - when < LONG_AGO;
  }

  private static String key(SshTarget target) {
    return target.hostName() + ":" + target.port();
  }
}
