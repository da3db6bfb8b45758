package dev.provision.run.play;

import dev.provision.connect.Session;
import dev.provision.run.event.RunEvent;
import java.time.Duration;

/** What a host's tasks came to, as Ansible counts. Safe for use by many threads. */
public final class Stats {

  private int ok;
  private int changed;
  private int unreachable;
  private int failed;
  private int skipped;
  private int rescued;
  private int ignored;
  private boolean refused;
  private boolean bug;

  public synchronized void count(RunEvent.Status status, boolean isChanged) {
    switch (status) {
      case OK, CHANGED -> ok++;
      case SKIPPED -> skipped++;
      case FAILED -> failed++;
      case UNREACHABLE -> unreachable++;
      case RESCUED -> rescued++;
      case IGNORED -> {
        ok++;
        ignored++;
      }
    }
    boolean counts =
        status == RunEvent.Status.OK
            || status == RunEvent.Status.CHANGED
            || status == RunEvent.Status.IGNORED;
    if (isChanged && counts) {
      changed++;
    }
  }

  public synchronized void refuse() {
    refused = true;
  }

  synchronized void foundBug() {
    bug = true;
  }

  public synchronized boolean isRefused() {
    return refused;
  }

  public synchronized boolean hasBug() {
    return bug;
  }

  public synchronized boolean isFailed() {
    return failed > 0;
  }

  public synchronized boolean isUnreachable() {
    return unreachable > 0;
  }

  public synchronized int changed() {
    return changed;
  }

  public synchronized RunEvent.Recap recap(Session.Traffic traffic, Duration elapsed) {
    return new RunEvent.Recap(
        ok, changed, unreachable, failed, skipped, rescued, ignored, traffic, elapsed);
  }
}
