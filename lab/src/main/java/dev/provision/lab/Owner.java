package dev.provision.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process that a lab must not outlive.
 *
 * @param bootId the boot of this machine in which it ran
 * @param pid its number
 * @param startTicks when it started, in ticks since boot
 */
record Owner(String bootId, long pid, long startTicks) {

  static Owner self() {
    long pid = ProcessHandle.current().pid();
    return new Owner(
        currentBoot(), pid, ticks(pid).orElseThrow(() -> LabFailure.of("/proc can't be read.")));
  }

  /** As written by {@link #toString()}. */
  static Optional<Owner> parse(String text) {
    String[] words = text.strip().split(" ");
    if (words.length != 3) {
      return Optional.empty();
    }
    return Optional.of(new Owner(words[0], Long.parseLong(words[1]), Long.parseLong(words[2])));
  }

  boolean isAlive() {
    return bootId.equals(currentBoot())
        && ticks(pid).filter(found -> found == startTicks).isPresent();
  }

  private static String currentBoot() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    } catch (IOException e) {
      throw LabFailure.of("/proc can't be read: " + e.getMessage(), e);
    }
  }

  private static Optional<Long> ticks(long pid) {
    try {
      Path stat = Path.of("/proc", String.valueOf(pid), "stat");
      String text = Files.readString(stat, StandardCharsets.ISO_8859_1);
      return Optional.of(GuestProcess.startTicks(text));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return bootId + " " + pid + " " + startTicks;
  }
}
