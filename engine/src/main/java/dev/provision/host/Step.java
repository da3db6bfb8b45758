package dev.provision.host;

import dev.provision.diag.Problem;
import dev.provision.value.Text;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * One change on a host as data: a record with its shell text and with its effect on a model of the
 * host. The two are kept together because check mode is only as true as this pair; the laws compare
 * them on real shells. The account is the task's.
 */
public interface Step {

  /**
   * POSIX sh text, safe to run again after a cut at any point, exit code 0 only when the effect is
   * there.
   */
  Text script();

  /** What {@link #script} reads on its standard input. */
  default Optional<Frame.Payload> input() {
    return Optional.empty();
  }

  default Duration timeout() {
    return Frame.DEFAULT_TIMEOUT;
  }

  Set<Resource> reads();

  Set<Resource> writes();

  /** Makes the model look as the host will. What can't be told becomes unknown there. */
  void applyTo(HostModel model);

  /**
   * What it does, in a few words without secrets: {@code write /etc/my.cnf}, {@code install nginx}.
   */
  String words();

  /**
   * What went wrong, worded for the user; asked only where {@link FrameResult#succeeded} does not
   * hold.
   */
  default Problem failure(FrameResult result) {
    return StepFailures.of(words(), result);
  }
}
