package dev.provision.lang;

import dev.provision.diag.Position;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A play as written: no template is rendered.
 *
 * @param keywords its keywords, {@code hosts}, {@code serial} and the like included
 * @param folder of its playbook: {@code playbook_dir}
 * @param importVars the variables given with the {@code import_playbook} that brought it
 * @param roles the blocks of {@code roles}
 * @param staticRoles every use of a role known without running, in order, dependencies first: their
 *     variables can be seen by the whole play
 */
public record Play(
    TaskAddress address,
    Keywords keywords,
    Path folder,
    Value.Dict importVars,
    List<VarsPrompt> prompts,
    List<Node> preTasks,
    List<Node> roles,
    List<Node> tasks,
    List<Node> postTasks,
    List<Node> handlers,
    List<RoleUse> staticRoles,
    SearchPath search,
    Position at) {

  public Play {
    prompts = List.copyOf(prompts);
    preTasks = List.copyOf(preTasks);
    roles = List.copyOf(roles);
    tasks = List.copyOf(tasks);
    postTasks = List.copyOf(postTasks);
    handlers = List.copyOf(handlers);
    staticRoles = List.copyOf(staticRoles);
  }

  /** The host patterns, each perhaps a template. */
  public List<Value> hosts() {
    return keywords.list(Keyword.HOSTS);
  }

  public Optional<Value> name() {
    return keywords.get(Keyword.NAME);
  }

  /** What views call it: its name, else its hosts. */
  public String title() {
    return name()
        .map(Value::toString)
        .orElseGet(() -> String.join(",", hosts().stream().map(Value::toString).toList()));
  }

  public Value.Dict vars() {
    return keywords.vars();
  }

  /** File names, or lists of which the first that exists is taken; perhaps templates. */
  public List<Value> varsFiles() {
    return keywords.list(Keyword.VARS_FILES);
  }

  /** The number or percentage of each batch; empty where all hosts go at once. */
  public List<Value> serial() {
    return keywords.list(Keyword.SERIAL);
  }

  /** All nodes of the task lists that are known without running, blocks before what they hold. */
  public Stream<Node> nodes() {
    return Stream.of(preTasks, roles, tasks, postTasks)
        .flatMap(List::stream)
        .flatMap(Node::flattened);
  }

  /** All nodes, handlers included. */
  public Stream<Node> allNodes() {
    return Stream.concat(nodes(), handlers.stream().flatMap(Node::flattened));
  }
}
