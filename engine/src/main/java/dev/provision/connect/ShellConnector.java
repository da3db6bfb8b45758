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
    boolean opened = false;
    try {
      session.info(first);
      opened = true;
      return session;
    } finally {
      if (!opened) {
        session.close();
      }
    }
  }

  private Line.Dialer dialer(ConnectionSpec spec) {
    return switch (spec.kind()) {
      case LOCAL -> LocalLine::new;
      case SSH -> SshLine.dialer(spec, options.log());
    };
  }
}
