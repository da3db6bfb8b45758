package dev.provision.lang;

import dev.provision.diag.Problems;
import dev.provision.value.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks into what dynamic includes will bring where they name it without a template, so that its
 * problems are found before anything runs.
 */
final class Preview {

  private final PlaybookLoader loader;
  private final Problems problems;
  private final Set<String> seen = new HashSet<>();
  private final Map<TaskAddress, Findings> findings = new HashMap<>();
  private final List<Task> tasks = new ArrayList<>();

  Preview(PlaybookLoader loader, Problems problems) {
    this.loader = loader;
    this.problems = problems;
  }

  /**
   * What was found behind a play's includes.
   *
   * @param nodes all of them, at any depth
   * @param handlers what included roles add
   * @param complete whether every include could be looked into
   */
  record Findings(List<Node> nodes, List<Node> handlers, boolean complete) {}

  /** The tasks behind all includes that name what they bring. */
  List<Task> tasks() {
    return tasks;
  }

  Findings of(Play play) {
    return findings.getOrDefault(play.address(), new Findings(List.of(), List.of(), true));
  }

  void follow(Play play) {
    List<Node> nodes = new ArrayList<>();
    List<Node> handlers = new ArrayList<>();
    boolean complete = true;
    Set<String> seenInPlay = new HashSet<>();
    Deque<Node> open = new ArrayDeque<>(play.allNodes().toList());
    while (!open.isEmpty()) {
      Node node = open.poll();
      if (!(node instanceof Include include)) {
        continue;
      }

      if (!isLiteral(include)) {
        complete = false;
      } else if (seenInPlay.add(key(include))) {
        PlaybookLoader.Included brought =
            loader.include(play, include, include.action().args(), include.address(), problems);
        List<Node> inside = brought.nodes().stream().flatMap(Node::flattened).toList();
        List<Node> added = brought.handlers().stream().flatMap(Node::flattened).toList();
        nodes.addAll(inside);
        handlers.addAll(added);
        open.addAll(inside);
        open.addAll(added);
        remember(key(include), inside, added);
      }
    }
    findings.put(play.address(), new Findings(nodes, handlers, complete));
  }

  private void remember(String key, List<Node> inside, List<Node> added) {
    if (seen.add(key)) {
      for (List<Node> list : List.of(inside, added)) {
        list.stream().filter(Task.class::isInstance).forEach(node -> tasks.add((Task) node));
      }
    }
  }

  private static boolean isLiteral(Include include) {
    Value.Dict args = include.action().args();
    boolean plain =
        args.entries().entrySet().stream()
            .filter(entry -> !Conversions.text(entry.getKey()).equals("apply"))
            .noneMatch(entry -> entry.getValue().hasTemplate());
    return plain && include.action().argsTemplate().isEmpty();
  }

  private static String key(Include include) {
    return include.kind() + "\n" + include.folder() + "\n" + include.action().args();
  }
}
