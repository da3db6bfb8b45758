package dev.provision.lang;

import dev.provision.diag.Position;
import dev.provision.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Nodes that share keywords: a {@code block}, what a static import brought, or a role.
 *
 * @param address of its first task, or where that would stand
 * @param rescue run when the body failed
 * @param always run in any case
 */
public record Block(
    Kind kind,
    TaskAddress address,
    Optional<Value.Str> name,
    List<Node> body,
    List<Node> rescue,
    List<Node> always,
    Keywords own,
    Keywords keywords,
    Optional<RoleUse> role,
    SearchPath search,
    Position at)
    implements Node {

  /** What the block came from. */
  public enum Kind {
    /** Written as a block. */
    WRITTEN,
    /** The tasks of an {@code import_tasks}. */
    IMPORT,
    /** One use of a role, its dependencies first: each of them is a block of this kind itself. */
    ROLE
  }

  public Block {
    body = List.copyOf(body);
    rescue = List.copyOf(rescue);
    always = List.copyOf(always);
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.block(this);
  }

  @Override
  public Stream<Node> flattened() {
    Stream<Node> inside =
        Stream.of(body, rescue, always).flatMap(List::stream).flatMap(Node::flattened);
    return Stream.concat(Stream.of(this), inside);
  }
}
