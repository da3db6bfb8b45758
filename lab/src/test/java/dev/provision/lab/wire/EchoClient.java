package dev.provision.lab.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Two small programs to be started at the ends of a line: a server that echoes bytes, and who
 * measures it.
 */
final class EchoClient {
  private EchoClient() {}

  /** Prints the nanoseconds of a TCP handshake and of one byte there and back. */
  public static void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[1]);
    // Once for the classes, so that the second is only the line.
    measure(arguments[0], port);
    long[] nanos = measure(arguments[0], port);
    System.out.println(nanos[0] + " " + nanos[1]);
  }

  private static long[] measure(String host, int port) throws IOException {
    long start = System.nanoTime();
    try (Socket socket = new Socket(InetAddress.getByName(host), port)) {
      socket.setTcpNoDelay(true);
      long connected = System.nanoTime();
      socket.getOutputStream().write(1);
      if (socket.getInputStream().read() != 1) {
        throw new IOException("no echo");
      }
      return new long[] {connected - start, System.nanoTime() - connected};
    }
  }

  static final class Server {
    private Server() {}

    public static void main(String[] arguments) throws IOException {
      try (ServerSocket server = new ServerSocket(0)) {
        System.out.println(server.getLocalPort());
        while (!server.isClosed()) {
          try (Socket socket = server.accept()) {
            socket.setTcpNoDelay(true);
            socket.getOutputStream().write(socket.getInputStream().read());
          }
        }
      }
    }
  }
}
