package dev.provision.lang;

import dev.provision.diag.Position;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code include_tasks} or {@code include_role}: what it brings is known only when it is reached.
 * {@link PlaybookLoader#include} loads it then.
 *
 * @param action its name and arguments: {@code file}, or {@code name}, {@code tasks_from}, {@code
 *     apply}, …
 * @param folder of the file that holds it: names of task files are relative to it
 * @param inherited the keywords that what it brings stands under: those of what encloses the
 *     include, not its own
 */
public record Include(
    Kind kind,
    TaskAddress address,
    Optional<Value.Str> name,
    Action action,
    Optional<Loop> loop,
    Keywords own,
    Keywords keywords,
    Keywords inherited,
    Optional<RoleUse> role,
    SearchPath search,
    Path folder,
    boolean isHandler,
    Position at)
    implements Node {

  /** What it brings. */
  public enum Kind {
    TASKS,
    ROLE
  }

  /** The file's or role's name, perhaps a template. */
  public Value target() {
    String key = kind == Kind.TASKS ? "file" : "name";
    return action.args().get(key).orElse(Value.NULL);
  }

  /** The variable that takes the result. */
  public Optional<String> register() {
    return own.get(Keyword.REGISTER).map(Conversions::text);
  }

  public String title() {
    return name.map(Value.Str::toString).orElse(action.written());
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.include(this);
  }

  @Override
  public Stream<Node> flattened() {
    return Stream.of(this);
  }
}
