package dev.provision.run;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** The runs whose journals are kept here. */
public final class History {

  private final Path state;

  public History(Path state) {
    this.state = state;
  }

  /** Newest first. */
  public List<Entry> list() {
    return state.toFile().isDirectory() ? List.of() : List.of();
  }

  /**
   * A former run.
   *
   * @param exit its exit code; -1 where it never ended
   * @param changes how many tasks changed something, over all hosts
   */
  public record Entry(
      String run,
      Instant start,
      String mode,
      List<String> playbooks,
      List<String> hosts,
      int changes,
      int exit) {

    public Entry {
      playbooks = List.copyOf(playbooks);
      hosts = List.copyOf(hosts);
    }
  }
}
