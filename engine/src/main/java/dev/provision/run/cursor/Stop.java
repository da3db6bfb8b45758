package dev.provision.run.cursor;

import dev.provision.lang.Include;
import dev.provision.lang.Task;

/** Something that a host comes to in a play. */
public sealed interface Stop {

  /** Facts are gathered. */
  record Gather() implements Stop {}

  /** A task, or a handler that was notified. */
  record OfTask(Task task) implements Stop {}

  /** An include whose content has to be loaded: see {@link Cursor#expand}. */
  record OfInclude(Include include) implements Stop {}

  /** The play is over for the host. */
  record End() implements Stop {}
}
