package dev.provision.host;

import dev.provision.value.Text;
import java.util.Set;

/**
 * One question to a host: a record whose equality is that of the question, so that equal ones are
 * asked once. As whom it is asked is the task's matter, not the question's: answers are kept per
 * account.
 *
 * @param <T> the answer: a value without secrets in its {@code toString}
 */
public interface Probe<T> {

  /** POSIX sh text that only reads, prints the answer on standard output and works with busybox. */
  Text script();

  /** What the answer depends on. */
  Set<Resource> reads();

  /**
   * Reads the answer. Never throws on any bytes: what can't be understood is a {@link
   * dev.provision.diag.ProvisionException} of a coded kind or a value that says so.
   */
  T decode(FrameResult result);

  /** The answer as the model of the host gives it, or unknown. */
  Known<T> answer(HostModel model);

  /** Tells the model what the real host answered. */
  void learn(HostModel model, T answer);

  /**
   * Whether it may take long (checksums of big trees, network file systems): then never asked ahead
   * of its task.
   */
  default boolean isCostly() {
    return false;
  }
}
