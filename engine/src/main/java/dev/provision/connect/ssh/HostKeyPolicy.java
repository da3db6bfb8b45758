package dev.provision.connect.ssh;

/**
 * What happens with a host whose key nobody has vouched for yet. A changed or revoked key is
 * refused by all.
 */
public enum HostKeyPolicy {
  /** An unknown key is refused. */
  STRICT,
  /** An unknown key is written to the user's known_hosts file and accepted. */
  ACCEPT_NEW,
  /**
   * As {@link #ACCEPT_NEW}, with a warning: the user asked for no check at all, which nobody gets.
   */
  ACCEPT_NEW_WITH_WARNING
}
