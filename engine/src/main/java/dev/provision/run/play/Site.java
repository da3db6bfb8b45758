package dev.provision.run.play;

import dev.provision.lang.Conversions;
import dev.provision.lang.Keyword;
import dev.provision.lang.Keywords;
import dev.provision.lang.Node;
import dev.provision.lang.Task;
import dev.provision.run.vars.Variables;
import dev.provision.template.Analysis;
import dev.provision.template.Scope;
import dev.provision.value.Value;
import java.util.Map;
import java.util.Optional;

/**
 * A host within a play: what everything that happens to it there needs.
 *
 * @param host its inventory name
 */
record Site(Engine engine, PlayState play, String host) {

  Rendering rendering(Node node, Map<String, Value> inner) {
    return new Rendering(engine.templar(), scope(host, node, inner));
  }

  /** For another host's connection: a task is delegated to it. */
  Rendering rendering(String other, Node node, Map<String, Value> inner) {
    return new Rendering(engine.templar(), scope(other, node, inner));
  }

  private Scope scope(String name, Node node, Map<String, Value> inner) {
    return engine.variables().ofTask(name, play.vars(), node, inner);
  }

  Rendering ofPlay() {
    return new Rendering(engine.templar(), engine.variables().ofPlay(host, play.vars()));
  }

  Variables variables() {
    return engine.variables();
  }

  /** What is known of the template file that a task renders, if it does. */
  Optional<Analysis> templateOf(Task task, Rendering rendering) {
    Optional<Value> source = task.action().args().get("src");
    if (!task.action().module().equals("template") || source.isEmpty()) {
      return Optional.empty();
    }
    String name = Conversions.text(rendering.render(source.get()));
    ControllerFiles files =
        new ControllerFiles(engine.templar(), engine.files(), task.search(), rendering.scope());
    return task.search()
        .find("templates", name)
        .map(
            path ->
                engine
                    .templar()
                    .analyzeFile(
                        files.source(path),
                        rendering.scope(),
                        ControllerFiles.options(task.action().args())));
  }

  /** Whether a task only tells what it would do. */
  boolean isCheck(Rendering rendering, Keywords keywords) {
    return rendering.bool(keywords, Keyword.CHECK_MODE).orElse(engine.options().isCheck());
  }
}
