package dev.provision.lang;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The plays of a file, those of imported playbooks in their place.
 *
 * @param file as given
 * @param includedTasks the tasks behind dynamic includes that name what they bring without a
 *     template: for checks before the run, not for running
 */
public record Playbook(Path file, List<Play> plays, List<Task> includedTasks) {

  public Playbook {
    plays = List.copyOf(plays);
    includedTasks = List.copyOf(includedTasks);
  }

  /**
   * All tasks that are known without running, handlers and those behind plain includes among them.
   */
  public Stream<Task> staticTasks() {
    Stream<Task> own =
        plays.stream().flatMap(Play::allNodes).filter(Task.class::isInstance).map(Task.class::cast);
    return Stream.concat(own, includedTasks.stream());
  }
}
