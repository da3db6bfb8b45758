package dev.provision.lang;

import dev.provision.diag.Position;
import dev.provision.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A task or handler as written: no template is rendered.
 *
 * @param action the module and its arguments
 * @param loop what it is repeated for
 * @param own keywords written on it, those about its result included ({@code register}, {@code
 *     until}, …)
 */
public record Task(
    TaskAddress address,
    Optional<Value.Str> name,
    Action action,
    Optional<Loop> loop,
    Keywords own,
    Keywords keywords,
    Optional<RoleUse> role,
    SearchPath search,
    boolean isHandler,
    Position at)
    implements Node {

  /** The variable that takes the result. */
  public Optional<String> register() {
    return own.get(Keyword.REGISTER).map(Conversions::text);
  }

  /** Conditions that end the retries; empty where the task is not retried. */
  public List<Value> until() {
    return own.list(Keyword.UNTIL);
  }

  public Optional<Value> retries() {
    return own.get(Keyword.RETRIES);
  }

  /** Seconds between tries. */
  public Optional<Value> delay() {
    return own.get(Keyword.DELAY);
  }

  /** All must hold for the task to count as changed; empty where the module decides. */
  public List<Value> changedWhen() {
    return own.list(Keyword.CHANGED_WHEN);
  }

  /** All must hold for the task to count as failed; empty where the module decides. */
  public List<Value> failedWhen() {
    return own.list(Keyword.FAILED_WHEN);
  }

  /** Topics that a handler listens to. */
  public List<Value> listen() {
    return own.list(Keyword.LISTEN);
  }

  /** Seconds that the task may go on in the background. */
  public Optional<Value> async() {
    return own.get(Keyword.ASYNC);
  }

  /** Seconds between looks at a task in the background; 0 lets it go. */
  public Optional<Value> poll() {
    return own.get(Keyword.POLL);
  }

  /** What views call it before templates are rendered: its name, else its module. */
  public String title() {
    return name.map(Value.Str::toString).orElse(action.written());
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.task(this);
  }

  @Override
  public Stream<Node> flattened() {
    return Stream.of(this);
  }
}
