package dev.provision.cli;

import dev.provision.connect.ConnectOptions;
import dev.provision.connect.Connector;
import dev.provision.connect.ShellConnector;
import dev.provision.run.RunTools;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/** Wires the engine's parts together. */
final class Engine {

  private Engine() {}

  static RunTools tools(Terminal terminal) {
    return new RunTools(
        connector(),
        state(terminal.environment()),
        terminal.prompter(),
        Clock.systemUTC(),
        Version.number());
  }

  static Connector connector() {
    return new ShellConnector(ConnectOptions.DEFAULT);
  }

  /** Where journals are kept: the setting {@code state}, else the XDG state folder. */
  static Path state(Map<String, String> environment) {
    return new Settings(environment)
        .find("state")
        .map(setting -> Path.of(setting.value()))
        .orElseGet(() -> xdgState(environment).resolve("provision"));
  }

  private static Path xdgState(Map<String, String> environment) {
    String state = environment.getOrDefault("XDG_STATE_HOME", "");
    return state.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".local", "state")
        : Path.of(state);
  }
}
