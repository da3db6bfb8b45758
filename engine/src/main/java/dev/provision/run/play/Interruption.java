package dev.provision.run.play;

import dev.provision.run.work.HostLine;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether somebody wants the run to stop, and all lines that have to hear of it. Safe for use by
 * many threads.
 */
public final class Interruption {

  private final Set<HostLine> lines = ConcurrentHashMap.newKeySet();
  private volatile int level;

  /** At the first call steps that run end by themselves; at the second they are killed. */
  public synchronized void raise() {
    level++;
    lines.forEach(this::tell);
  }

  public boolean isRaised() {
    return level > 0;
  }

  synchronized void watch(HostLine line) {
    lines.add(line);
    tell(line);
  }

  private void tell(HostLine line) {
    if (level == 1) {
      line.interrupt();
    } else if (level > 1) {
      line.kill();
    }
  }
}
