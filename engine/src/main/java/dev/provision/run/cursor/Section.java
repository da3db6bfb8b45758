package dev.provision.run.cursor;

import dev.provision.lang.Node;
import java.util.List;

/**
 * A part of a play, after which the notified handlers run: pre_tasks; roles and tasks; post_tasks.
 */
public record Section(List<Node> nodes) {

  public Section {
    nodes = List.copyOf(nodes);
  }
}
