package dev.provision.run.play;

import dev.provision.connect.ConnectionSpec;
import dev.provision.connect.Connector;
import dev.provision.connect.Session;
import dev.provision.host.Context;
import dev.provision.host.Resource;
import dev.provision.run.work.HostLine;
import dev.provision.run.work.Remote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * All lines of a run. A host has one for itself and, where tasks are delegated, one to each of
 * their targets: so lines are never shared by hosts that work side by side.
 */
public final class Lines {

  /** What lies outside of a host, so that another host's change may touch it. */
  private static final Set<String> SHARED = Set.of("url", "mysql", "nfs");

  private final BiFunction<ConnectionSpec, Context, Remote> opener;
  private final Interruption interruption;
  private final String run;
  private final String owner;
  private final Supplier<String> ids;
  private final Map<Key, Kept> lines = new ConcurrentHashMap<>();

  private record Key(String host, ConnectionSpec spec) {}

  /**
   * A line and what others have changed at its other end.
   *
   * @param stale to be forgotten before the line is used again
   */
  private record Kept(HostLine line, String target, ConcurrentLinkedQueue<Set<Resource>> stale) {}

  public Lines(
      BiFunction<ConnectionSpec, Context, Remote> opener,
      Interruption interruption,
      String run,
      String owner,
      Supplier<String> ids) {
    this.opener = opener;
    this.interruption = interruption;
    this.run = run;
    this.owner = owner;
    this.ids = ids;
  }

  /** Real sessions. */
  public static BiFunction<ConnectionSpec, Context, Remote> over(Connector connector) {
    return (spec, first) -> {
      Session session = connector.open(spec, first);
      return new dev.provision.run.work.SessionRemote(session);
    };
  }

  /**
   * The line from {@code host}'s tasks to {@code spec}; not open yet at the first call. What others
   * have changed there has been forgotten.
   */
  HostLine of(String host, ConnectionSpec spec) {
    Kept kept = lines.computeIfAbsent(new Key(host, spec), this::make);
    for (Set<Resource> stale = kept.stale.poll(); stale != null; stale = kept.stale.poll()) {
      kept.line.forget(stale);
    }
    return kept.line;
  }

  private Kept make(Key key) {
    boolean perFrame = key.spec.transport() == ConnectionSpec.Transport.EXEC;
    HostLine line = new HostLine(first -> opener.apply(key.spec, first), run, owner, perFrame, ids);
    interruption.watch(line);
    return new Kept(line, key.spec.name(), new ConcurrentLinkedQueue<>());
  }

  /**
   * Something was changed over {@code line}: other lines to the same host must not believe what
   * they saw.
   */
  void changed(HostLine line, ConnectionSpec spec, Set<Resource> writes) {
    Set<Resource> shared = shared(writes);
    for (Kept kept : lines.values()) {
      if (kept.line == line) {
        continue;
      }
      if (kept.target.equals(spec.name())) {
        kept.stale.add(writes);
      } else if (!shared.isEmpty()) {
        kept.stale.add(shared);
      }
    }
  }

  private static Set<Resource> shared(Set<Resource> writes) {
    if (writes.contains(Resource.ANYTHING)) {
      return SHARED.stream()
          .map(kind -> new Resource(kind, "*"))
          .collect(java.util.stream.Collectors.toUnmodifiableSet());
    }
    return writes.stream()
        .filter(resource -> SHARED.contains(resource.kind()))
        .collect(java.util.stream.Collectors.toUnmodifiableSet());
  }

  /** The open lines of a host's tasks. */
  List<HostLine> ofHost(String host) {
    List<HostLine> found = new ArrayList<>();
    lines.forEach(
        (key, kept) -> {
          if (key.host.equals(host) && kept.line.isOpen()) {
            found.add(kept.line);
          }
        });
    return found;
  }

  /** What a host's lines have cost. */
  public Session.Traffic traffic(String host) {
    return ofHost(host).stream()
        .map(HostLine::traffic)
        .reduce(new Session.Traffic(0, 0, 0, 0), Session.Traffic::plus);
  }

  /** All lines that are open. */
  public List<HostLine> open() {
    List<HostLine> open = new CopyOnWriteArrayList<>();
    lines.values().stream().map(Kept::line).filter(HostLine::isOpen).forEach(open::add);
    return open;
  }
}
