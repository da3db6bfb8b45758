package dev.provision.run.play;

import dev.provision.diag.Problem;
import dev.provision.run.event.RunEvent;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Passes events on, one at a time. */
public final class Events {

  private final RunEvent.Listener listener;
  private final Set<Object> told = new HashSet<>();

  public Events(RunEvent.Listener listener) {
    this.listener = listener;
  }

  public synchronized void tell(RunEvent event) {
    listener.on(event);
  }

  /** Tells what everybody has to hear once: that a task begins, a warning about the files. */
  public synchronized void tellOnce(RunEvent event) {
    if (told.add(event)) {
      listener.on(event);
    }
  }

  public void problem(Problem problem, Optional<String> host) {
    tell(new RunEvent.ProblemFound(problem, host));
  }
}
