package dev.provision.inventory;

import dev.provision.diag.Position;
import dev.provision.value.Value;

/**
 * One place that sets a variable.
 *
 * @param owner the host, group, play, role or task it is set for
 * @param value as written: templates are not rendered, secrets are not shown
 * @param isLocal whether it counts only for some tasks, or only after a task has run
 */
public record Definition(Precedence precedence, String owner, Value value, boolean isLocal) {

  /** Where it is written; unknown for what the command line gives. */
  public Position at() {
    return value.origin();
  }
}
