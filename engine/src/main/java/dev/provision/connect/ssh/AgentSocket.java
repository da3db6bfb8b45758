package dev.provision.connect.ssh;

import com.jcraft.jsch.agentproxy.AgentProxyException;
import com.jcraft.jsch.agentproxy.Buffer;
import com.jcraft.jsch.agentproxy.Connector;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Future;

/**
 * Speaks to the agent over a Unix socket of the JDK, and mends three things of the library: RSA
 * keys are asked to sign with SHA-2, a refusal is an exception instead of rubbish, and nothing
 * waits for ever.
 */
final class AgentSocket implements Connector {

  private static final byte SIGN_REQUEST = 13;
  private static final byte SIGN_RESPONSE = 14;
  private static final byte IDENTITIES_ANSWER = 12;
  private static final byte SHA2_512 = 4;
  private static final String RSA = "ssh-rsa";
  private static final int MAX_ANSWER = 256 * 1024;

  private final Path socket;
  private final Duration limit;

  AgentSocket(Path socket, Duration limit) {
    this.socket = socket;
    this.limit = limit;
  }

  /** The agent said no. */
  static final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  @Override
  public String getName() {
    return socket.toString();
  }

  @Override
  public boolean isAvailable() {
    return Files.exists(socket);
  }

  /**
   * Sends the request in the buffer and puts the answer there. Failures are unchecked: the library
   * swallows its own checked exception and goes on with an empty answer.
   */
  @Override
  public void query(Buffer buffer) throws AgentProxyException {
    byte[] request = new byte[buffer.getLength()];
    buffer.getByte(request);
    boolean signing = request.length > 4 && request[4] == SIGN_REQUEST;
    if (signing && isRsa(request)) {
      request[request.length - 1] = SHA2_512;
    }
    byte[] answer = exchange(request);
    byte expected = signing ? SIGN_RESPONSE : IDENTITIES_ANSWER;
    if (answer.length == 0 || answer[0] != expected) {
      throw new RefusedException(signing ? "it refused to sign" : "it refused to list its keys");
    }
    buffer.reset();
    buffer.checkFreeSize(answer.length);
    buffer.putByte(answer);
  }

  private byte[] exchange(byte[] request) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      Future<?> timer = Timers.after(limit, () -> closeQuietly(channel));
      try {
        channel.connect(UnixDomainSocketAddress.of(socket));
        ByteBuffer out = ByteBuffer.wrap(request);
        while (out.hasRemaining()) {
          channel.write(out);
        }
        int length = read(channel, 4).getInt();
        if (length < 1 || length > MAX_ANSWER) {
          throw new IOException("it answered with nonsense");
        }
        return read(channel, length).array();
      } finally {
        timer.cancel(false);
      }
    } catch (AsynchronousCloseException e) {
      throw new UncheckedIOException(
          new IOException("it did not answer within " + limit.toSeconds() + " s", e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ByteBuffer read(SocketChannel channel, int length) throws IOException {
    ByteBuffer in = ByteBuffer.allocate(length);
    while (in.hasRemaining()) {
      if (channel.read(in) < 0) {
        throw new EOFException("it closed the connection");
      }
    }
    return in.flip();
  }

  private static void closeQuietly(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // Nothing is lost with it.
      return;
    }
  }

  /** The key's type stands behind the request's length and type and two lengths. */
  private static boolean isRsa(byte[] request) {
    int start = 4 + 1 + 4 + 4;
    return request.length > start + RSA.length()
        && new String(request, start, RSA.length(), StandardCharsets.US_ASCII).equals(RSA);
  }
}
