package dev.provision.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Gives orders to a running QEMU. */
final class Qmp {

  private Qmp() {}

  /** Presses the power button. The guest shuts down by itself, if it still can. */
  static boolean powerDown(Path socket) {
    return order(socket, "system_powerdown");
  }

  /** False where nobody listens. */
  private static boolean order(Path socket, String command) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      OutputStream out = Channels.newOutputStream(channel);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
      in.readLine(); // the greeting
      return accepted("qmp_capabilities", out, in) && accepted(command, out, in);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean accepted(String command, OutputStream out, BufferedReader in)
      throws IOException {
    out.write(("{\"execute\":\"" + command + "\"}\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
    String line;
    while ((line = in.readLine()) != null) {
      // Events may come in between.
      if (line.startsWith("{\"return\"")) {
        return true;
      }
      if (line.startsWith("{\"error\"")) {
        return false;
      }
    }
    return false;
  }
}
