package dev.provision.module;

import dev.provision.diag.Position;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A module that works on the controller, on variables and on the run itself: debug, assert, fail,
 * set_fact, …
 *
 * @param <P> its parameters
 */
public non-sealed interface ControlModule<P extends Record> extends Module<P> {

  ControlResult run(P params, Controls controls);

  /** What the run offers to such a module. */
  interface Controls {

    /** A bare expression's value, e.g. debug's {@code var}. */
    Value evaluate(String expression, Position at);

    /** A condition as in {@code when}. */
    boolean test(Value condition);

    /** The value of a variable, or nothing where it is undefined. */
    Optional<Value> variable(String name);

    /** How much the user wants to see: the number of {@code -v}. */
    int verbosity();

    /** A YAML or JSON file's mapping, looked up as include_vars does. */
    Value.Dict variablesFile(String name, Position at);

    /** Adds a host to the inventory in memory. */
    void addHost(String name, List<String> groups, Map<String, Value> variables);

    /** Puts this host into a group. */
    void groupBy(String group, List<String> parents);

    /** The playbook's folder. */
    Path playbookFolder();
  }

  /**
   * What came of it.
   *
   * @param result registered
   * @param facts variables to set on this host; empty for none
   * @param failure the message of a failure, or nothing
   */
  record ControlResult(
      Value.Dict result, boolean changed, Map<String, Value> facts, Optional<String> failure) {

    public static ControlResult ok(Value.Dict result) {
      return new ControlResult(result, false, Map.of(), Optional.empty());
    }

    public static ControlResult failed(String message, Value.Dict result) {
      return new ControlResult(result, false, Map.of(), Optional.of(message));
    }
  }
}
