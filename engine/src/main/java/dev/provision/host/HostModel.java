package dev.provision.host;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A host as far as it is known, that can be asked and changed without one: check mode walks plays
 * over it, and tests use it as their fake. Two kinds: an open one knows what it was told and calls
 * the rest unknown; a closed one holds all there is, so that what it was not told does not exist.
 */
public final class HostModel {

  private final boolean closed;
  private final Map<Resource, Object> facts = new LinkedHashMap<>();
  private final Set<Resource> written = new HashSet<>();

  private HostModel(boolean closed) {
    this.closed = closed;
  }

  /** Knows nothing yet; to be told by {@link #learn} what a real host answered. */
  public static HostModel open() {
    return new HostModel(false);
  }

  /** An empty world: what is not put there does not exist. */
  public static HostModel closed() {
    return new HostModel(true);
  }

  public boolean isClosed() {
    return closed;
  }

  /** What is known of a resource; each kind of resource has one type of fact. */
  public <T> Known<T> fact(Resource resource, Class<T> type) {
    Object fact = facts.get(resource);
    return fact == null ? Known.unknown() : Known.of(type.cast(fact));
  }

  /** Sets what is known of a resource, without calling it changed. */
  public void put(Resource resource, Object fact) {
    facts.put(resource, fact);
  }

  /** Forgets what is known of a resource, without calling it changed. */
  public void drop(Resource resource) {
    facts.remove(resource);
  }

  /**
   * From now on nothing is known of what overlaps with {@code resource}, and the real host can't be
   * asked either.
   */
  public void forget(Resource resource) {
    facts.keySet().removeIf(resource::overlaps);
    written.add(resource);
  }

  /** Whether an applied step has written what a probe reads: then only the model may answer it. */
  public boolean isWritten(Set<Resource> reads) {
    return written.stream().anyMatch(w -> reads.stream().anyMatch(w::overlaps));
  }

  public <T> void learn(Probe<T> probe, T answer) {
    probe.learn(this, answer);
  }

  public <T> Known<T> answer(Probe<T> probe) {
    return probe.answer(this);
  }

  public void apply(Step step) {
    written.addAll(step.writes());
    step.applyTo(this);
  }

  public Map<Resource, Object> facts() {
    return Map.copyOf(facts);
  }
}
