package dev.provision.connect;

import dev.provision.host.Context;

/** Opens sessions. */
public interface Connector {

  /**
   * Connects, and opens the shell for {@code first}'s account in the same go, so that the first
   * exchange costs nothing more.
   *
   * @throws dev.provision.diag.ProvisionException coded: refused, timed out, unknown host key,
   *     permission denied, …
   */
  Session open(ConnectionSpec spec, Context first);
}
