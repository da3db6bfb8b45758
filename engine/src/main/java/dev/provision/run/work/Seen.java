package dev.provision.run.work;

import dev.provision.diag.ProvisionException;
import dev.provision.host.Probe;
import java.util.Set;

/**
 * What can be said about a query now.
 *
 * @param <T> its result
 */
sealed interface Seen<T> {

  /** All of it, and the probes that told it. */
  record Value<T>(T value, Set<Probe<?>> probes) implements Seen<T> {}

  /** Not before these have been asked. */
  record Missing<T>(Set<Probe<?>> probes) implements Seen<T> {}

  /** Not before what is planned has been applied. */
  record Unknown<T>() implements Seen<T> {}

  /** It could not be had. */
  record Failed<T>(ProvisionException problem) implements Seen<T> {}
}
