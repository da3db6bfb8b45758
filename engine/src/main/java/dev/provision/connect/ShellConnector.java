package dev.provision.connect;

import dev.provision.host.Context;

/** Opens sessions over long-lived shells. Safe for use by many threads. */
public final class ShellConnector implements Connector {

  private final ConnectOptions options;

  public ShellConnector(ConnectOptions options) {
    this.options = options;
  }

  @Override
  public Session open(ConnectionSpec spec, Context first) {
    ShellSession session = new ShellSession(spec, dialer(spec), options);
    session.info(first);
    return session;
  }

  private static Line.Dialer dialer(ConnectionSpec spec) {
    return LocalLine::new;
  }
}
