package dev.provision.connect.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Something on a port that is no good SSH server. */
final class FakeServer implements AutoCloseable {

  /** What happens to each connection; it is closed afterwards. */
  interface Behaviour {

    void serve(InputStream in, OutputStream out) throws IOException;
  }

  private final ServerSocket socket;
  private final AtomicInteger connections = new AtomicInteger();

  /** Clients give up, as they should: kept only to be seen in a debugger. */
  @SuppressWarnings("unused")
  private volatile @Nullable IOException lastFault;

  private FakeServer(ServerSocket socket) {
    this.socket = socket;
  }

  static FakeServer start(Behaviour behaviour) throws IOException {
    FakeServer server = new FakeServer(new ServerSocket(0, 10, InetAddress.getLoopbackAddress()));
    Thread thread = new Thread(() -> server.run(behaviour), "fake-server");
    thread.setDaemon(true);
    thread.start();
    return server;
  }

  private void run(Behaviour behaviour) {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        connections.incrementAndGet();
        behaviour.serve(client.getInputStream(), client.getOutputStream());
      } catch (IOException e) {
        lastFault = e;
      }
    }
  }

  int port() {
    return socket.getLocalPort();
  }

  int connections() {
    return connections.get();
  }

  static void say(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  /** Reads until the client hangs up. */
  static void listen(InputStream in) throws IOException {
    byte[] buffer = new byte[1024];
    while (in.read(buffer) >= 0) {
      // Nothing that it says matters.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
