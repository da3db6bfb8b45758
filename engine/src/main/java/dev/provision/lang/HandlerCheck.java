package dev.provision.lang;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Problems;
import dev.provision.diag.Suggestions;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Looks whether every handler that is notified by a plain name is there. */
final class HandlerCheck {

  private final Problems problems;

  HandlerCheck(Problems problems) {
    this.problems = problems;
  }

  void check(Play play, Preview.Findings included) {
    List<Node> handlers = new ArrayList<>();
    play.handlers().stream().flatMap(Node::flattened).forEach(handlers::add);
    handlers.addAll(included.handlers());
    included.nodes().stream()
        .filter(node -> node instanceof Task task && task.isHandler())
        .forEach(handlers::add);
    boolean templated = handlers.stream().anyMatch(HandlerCheck::hasTemplatedName);
    if (templated || !included.complete()) {
      return; // a handler may yet turn out to have the name
    }
    Set<String> names = names(handlers);
    Stream.concat(play.allNodes(), Stream.concat(included.nodes().stream(), handlers.stream()))
        .flatMap(node -> node.own().notified().stream())
        .filter(name -> !name.hasTemplate() && !names.contains(Conversions.text(name)))
        .forEach(name -> unknown(name, names));
  }

  private static boolean hasTemplatedName(Node handler) {
    boolean topic = handler.own().list(Keyword.LISTEN).stream().anyMatch(Value::hasTemplate);
    return topic || handler.name().filter(Value::hasTemplate).isPresent();
  }

  private static Set<String> names(List<Node> handlers) {
    Set<String> names = new LinkedHashSet<>();
    for (Node handler : handlers) {
      Optional<String> role = handler.role().map(use -> use.role().name());
      Optional<String> name = handler.name().map(Conversions::text);
      name.ifPresent(names::add);
      name.ifPresent(own -> role.ifPresent(in -> names.add(in + " : " + own)));
      handler.own().list(Keyword.LISTEN).forEach(topic -> names.add(Conversions.text(topic)));
    }
    return names;
  }

  private void unknown(Value name, Set<String> names) {
    problems.error(
        ErrorCode.UNKNOWN_HANDLER,
        name.origin(),
        "The play has no handler \""
            + name
            + "\", and none listens to it."
            + Suggestions.didYouMean(Conversions.text(name), names).map(s -> " " + s).orElse(""));
  }
}
