package dev.provision.module;

import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.value.Value;

/**
 * A module that only reads: stat, find, slurp, setup, … Never changed; the same in check mode.
 *
 * @param <P> its parameters
 * @param <T> what is read
 */
public non-sealed interface ReadModule<P extends Record, T> extends Module<P> {

  Query<T> observe(P params, HostInfo host);

  /**
   * The registered result, with {@code ansible_facts} where it gives facts.
   *
   * @throws dev.provision.diag.ProvisionException where what was read is a failure
   */
  Value.Dict result(P params, T seen);
}
