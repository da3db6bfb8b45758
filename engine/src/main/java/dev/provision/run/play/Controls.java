package dev.provision.run.play;

import dev.provision.diag.Position;
import dev.provision.lang.Task;
import dev.provision.module.ControlModule;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the run offers to modules that work on the controller, for one task on one host. */
final class Controls implements ControlModule.Controls {

  private final Engine engine;
  private final String host;
  private final Task task;
  private final Path playbookFolder;
  private final Rendering rendering;

  Controls(Engine engine, String host, Task task, Path playbookFolder, Rendering rendering) {
    this.engine = engine;
    this.host = host;
    this.task = task;
    this.playbookFolder = playbookFolder;
    this.rendering = rendering;
  }

  @Override
  public Value evaluate(String expression, Position at) {
    return rendering.evaluate(expression, at);
  }

  @Override
  public boolean test(Value condition) {
    return rendering.test(List.of(condition));
  }

  @Override
  public Optional<Value> variable(String name) {
    return rendering.scope().lookup(name).map(rendering::render);
  }

  @Override
  public int verbosity() {
    return engine.options().verbosity();
  }

  @Override
  public Value.Dict variablesFile(String name, Position at) {
    return new ControllerFiles(engine.templar(), engine.files(), task.search(), rendering.scope())
        .variables(name, at);
  }

  @Override
  public void addHost(String name, List<String> groups, Map<String, Value> variables) {
    engine.hosts().add(name, groups, variables);
  }

  @Override
  public void groupBy(String group, List<String> parents) {
    engine.hosts().group(host, group, parents);
  }

  @Override
  public Path playbookFolder() {
    return playbookFolder;
  }
}
