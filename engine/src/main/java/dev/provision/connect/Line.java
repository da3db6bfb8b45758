package dev.provision.connect;

/** A way to one host, on which commands can be started side by side. */
interface Line extends AutoCloseable {

  /**
   * Starts a command; {@code command} is given to the login shell.
   *
   * @param terminal whether it gets a terminal, and both outputs as one
   * @throws dev.provision.diag.ProvisionException coded, where the line is broken or the channel is
   *     refused
   */
  ShellChannel open(String command, boolean terminal);

  boolean isAlive();

  /** The account that logged in, where that is known beforehand; else empty. */
  String user();

  /** Waits for the host until the login stood. */
  int roundTrips();

  @Override
  void close();

  /** Makes a new line to the same host. */
  interface Dialer {
    Line dial();
  }
}
