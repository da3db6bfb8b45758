package dev.provision.lang;

import dev.provision.diag.Position;
import dev.provision.value.Value;
import java.util.Optional;
import java.util.stream.Stream;

/** One entry of a task list. */
public sealed interface Node permits Task, Block, Include {

  TaskAddress address();

  /** As written: perhaps a template. */
  Optional<Value.Str> name();

  /** The keywords written on the node itself. */
  Keywords own();

  /** The keywords that count for it: its own and those of what encloses it. */
  Keywords keywords();

  /** The role it belongs to; empty for a play's own tasks. */
  Optional<RoleUse> role();

  /** Where files that it names are looked for. */
  SearchPath search();

  Position at();

  <R> R accept(Visitor<R> visitor);

  /** This node and all below it that are known without running, in order of writing. */
  Stream<Node> flattened();

  /** One method for each kind of node. */
  interface Visitor<R> {
    R task(Task task);

    R block(Block block);

    R include(Include include);
  }
}
