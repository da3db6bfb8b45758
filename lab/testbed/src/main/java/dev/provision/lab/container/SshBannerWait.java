package dev.provision.lab.container;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.rnorth.ducttape.unreliables.Unreliables;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

/**
 * Waits for sshd's first line. An open port says nothing: the engine's proxy accepts before anybody
 * listens.
 */
final class SshBannerWait extends AbstractWaitStrategy {
  private static final byte[] BANNER = "SSH-2.0-".getBytes(StandardCharsets.US_ASCII);
  private static final int READ_TIMEOUT_MS = 2_000;

  private final int port;

  SshBannerWait(int port) {
    this.port = port;
  }

  @Override
  protected void waitUntilReady() {
    int mapped = waitStrategyTarget.getMappedPort(port);
    Unreliables.retryUntilTrue(
        Math.toIntExact(startupTimeout.toSeconds()),
        TimeUnit.SECONDS,
        () -> getRateLimiter().getWhenReady(() -> speaksSsh(mapped)));
  }

  private static boolean speaksSsh(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), READ_TIMEOUT_MS);
      socket.setSoTimeout(READ_TIMEOUT_MS);
      byte[] start = socket.getInputStream().readNBytes(BANNER.length);
      return Arrays.equals(start, BANNER);
    } catch (IOException e) {
      return false;
    }
  }
}
