package dev.provision.connect.ssh;

import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Future;

/** Makes the wire: by TCP, through another connection, or by a local command. */
final class Dialer {

  private static final int STDERR_LIMIT = 4096;

  private Dialer() {}

  /**
   * @param outer the connection to go through
   */
  static Wire dial(SshTarget target, Optional<SshConnection> outer) {
    if (outer.isPresent()) {
      return through(outer.get(), target);
    }
    if (target.proxyCommand().isPresent()) {
      return byCommand(target, target.proxyCommand().get());
    }
    return byTcp(target);
  }

  private static Wire byTcp(SshTarget target) {
    InetAddress[] addresses;
    try {
      addresses = InetAddress.getAllByName(target.hostName());
    } catch (UnknownHostException e) {
      throw Failures.notResolved(target, e);
    }
    IOException failure = new ConnectException("no address");
    for (InetAddress address : addresses) {
      try {
        return wire(connect(address, target));
      } catch (IOException e) {
        failure = e;
      }
    }
    throw translated(target, failure);
  }

  private static Socket connect(InetAddress address, SshTarget target) throws IOException {
    Socket socket = new Socket();
    try {
      // Without it each small packet waits for the one before to be acknowledged.
      socket.setTcpNoDelay(true);
      socket.setKeepAlive(true);
      socket.connect(
          new InetSocketAddress(address, target.port()), (int) target.connectTimeout().toMillis());
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static Wire wire(Socket socket) throws IOException {
    return new Wire(socket.getInputStream(), socket.getOutputStream(), () -> closeQuietly(socket));
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone either way.
      return;
    }
  }

  private static ProvisionException translated(SshTarget target, IOException e) {
    if (e instanceof SocketTimeoutException) {
      return Failures.timedOut(target, "connecting", target.connectTimeout(), e);
    }
    String message = String.valueOf(e.getMessage());
    if (e instanceof NoRouteToHostException || message.contains("unreachable")) {
      return Failures.unreachable(target, e);
    }
    if (message.contains("timed out")) {
      return Failures.timedOut(target, "connecting", target.connectTimeout(), e);
    }
    return e instanceof ConnectException && message.contains("refused")
        ? Failures.refused(target, "", e)
        : Failures.unreachable(target, e);
  }

  private static Wire through(SshConnection outer, SshTarget target) {
    DirectChannel channel = outer.openDirect(target.hostName(), target.port());
    return new Wire(channel.input(), channel.output(), channel::close);
  }

  private static Wire byCommand(SshTarget target, String command) {
    String shell = Optional.ofNullable(System.getenv("SHELL")).orElse("/bin/sh");
    try {
      Process process = new ProcessBuilder(shell, "-c", "exec " + command).start();
      ProxyErrors errors = new ProxyErrors(process);
      Future<?> unused = Timers.inBackground(errors);
      return new Wire(
          process.getInputStream(), process.getOutputStream(), process::destroy, errors::text);
    } catch (IOException e) {
      throw Failures.proxyFailed(target, "the ProxyCommand can't be run: " + e.getMessage(), e);
    }
  }

  /** The last words of a proxy command, which must not reach the terminal by themselves. */
  private static final class ProxyErrors implements Runnable {

    private final Process process;
    private byte[] last = new byte[0];

    ProxyErrors(Process process) {
      this.process = process;
    }

    @Override
    public void run() {
      byte[] buffer = new byte[STDERR_LIMIT];
      try (InputStream in = process.getErrorStream()) {
        int count;
        while ((count = in.read(buffer)) > 0) {
          add(buffer, count);
        }
      } catch (IOException e) {
        // The process is gone.
        return;
      }
    }

    private synchronized void add(byte[] bytes, int count) {
      int kept = Math.min(last.length, STDERR_LIMIT - Math.min(count, STDERR_LIMIT));
      byte[] joined = Arrays.copyOfRange(last, last.length - kept, last.length + count);
      System.arraycopy(bytes, 0, joined, kept, count);
      last = joined;
    }

    synchronized String text() {
      return new String(last, StandardCharsets.UTF_8);
    }
  }
}
