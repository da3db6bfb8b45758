package dev.provision.connect;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** {@link SessionContract} with a shell for each frame. */
class ExecTransportTests extends SessionContract {

  @Override
  ConnectionSpec spec() {
    return new ConnectionSpec(
        "here",
        ConnectionSpec.Kind.LOCAL,
        "localhost",
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        ConnectionSpec.HostKeyChecking.REFUSE,
        "",
        Duration.ofSeconds(10),
        ConnectionSpec.Transport.EXEC);
  }

  /** A hello and a frame, each time; the first shell is there already. */
  @Override
  int exchangesFor(int frames) {
    return frames == 0 ? 1 : 2 * frames - 1;
  }
}
