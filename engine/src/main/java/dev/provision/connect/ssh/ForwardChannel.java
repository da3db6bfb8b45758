package dev.provision.connect.ssh;

import java.io.InputStream;
import java.io.OutputStream;
import net.schmizz.sshj.common.SSHPacket;
import net.schmizz.sshj.connection.Connection;

/** A direct-tcpip channel. */
final class ForwardChannel extends StreamChannel implements DirectChannel {

  private final String host;
  private final int port;

  ForwardChannel(Connection connection, String host, int port) {
    super(connection, "direct-tcpip");
    this.host = host;
    this.port = port;
  }

  @Override
  protected SSHPacket buildOpenReq() {
    return super.buildOpenReq()
        .putString(host)
        .putUInt32(port)
        .putString("127.0.0.1")
        .putUInt32(65535);
  }

  @Override
  public InputStream input() {
    return stdout;
  }

  @Override
  public OutputStream output() {
    return stdin;
  }

  @Override
  public boolean isOpen() {
    return super.isOpen() && !isEnded();
  }
}
