package dev.provision.module;

import java.util.Locale;

/**
 * What a change may do to those who use the host; the words of the contract, from harmless to
 * grave.
 */
public enum Risk {
  NONE,
  NEW_CONNECTIONS,
  RELOAD,
  RESTART,
  NETWORK_PATH,
  REBOOT,
  DATA;

  /** As in the JSON: {@code new_connections}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public Risk or(Risk other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
