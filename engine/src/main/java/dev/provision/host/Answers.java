package dev.provision.host;

import dev.provision.diag.ProvisionException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Answers to probes that one account got so far: for each probe a value, or the failure of asking.
 */
public final class Answers {

  private final Map<Probe<?>, Object> values = new HashMap<>();
  private final Map<Probe<?>, ProvisionException> failures = new HashMap<>();

  public <T> void put(Probe<T> probe, T value) {
    values.put(probe, value);
  }

  public void putFailure(Probe<?> probe, ProvisionException failure) {
    failures.put(probe, failure);
  }

  public boolean has(Probe<?> probe) {
    return values.containsKey(probe) || failures.containsKey(probe);
  }

  /** Forgets what may have changed by a write to {@code written}. */
  public void forget(Resource written) {
    values.keySet().removeIf(p -> p.reads().stream().anyMatch(written::overlaps));
    failures.keySet().removeIf(p -> p.reads().stream().anyMatch(written::overlaps));
  }

  public void clear() {
    values.clear();
    failures.clear();
  }

  /**
   * The answer to {@code probe}, or nothing where it was not asked yet.
   *
   * @throws ProvisionException where asking failed
   */
  @SuppressWarnings("unchecked") // put() pairs a probe with a value of its own type.
  public <T> Optional<T> get(Probe<T> probe) {
    ProvisionException failure = failures.get(probe);
    if (failure != null) {
      throw failure;
    }
    return Optional.ofNullable((T) values.get(probe));
  }
}
