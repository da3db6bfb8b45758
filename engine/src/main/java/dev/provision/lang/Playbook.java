package dev.provision.lang;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The plays of a file, those of imported playbooks in their place.
 *
 * @param file as given
 */
public record Playbook(Path file, List<Play> plays) {

  public Playbook {
    plays = List.copyOf(plays);
  }

  /** All tasks that are known without running, handlers included. */
  public Stream<Task> staticTasks() {
    return plays.stream()
        .flatMap(Play::allNodes)
        .filter(Task.class::isInstance)
        .map(Task.class::cast);
  }
}
