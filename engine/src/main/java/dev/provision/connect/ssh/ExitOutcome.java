package dev.provision.connect.ssh;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a remote command ended. Both are empty where the server closed the channel without saying.
 *
 * @param status the exit status
 * @param signal the signal that killed it, without SIG, such as {@code TERM}
 */
public record ExitOutcome(OptionalInt status, Optional<String> signal) {

  public boolean isSuccess() {
    return status.isPresent() && status.getAsInt() == 0;
  }
}
