package dev.provision.cli;

import dev.provision.cli.Settings.Setting;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Shows each setting, its value and where that comes from. */
@Command(
    name = "config",
    description = "Show the settings in force and where each comes from.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class ConfigCommand implements Callable<Integer> {

  private final Terminal terminal;

  ConfigCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Settings settings = new Settings(terminal.environment());
    for (String name : Settings.NAMES) {
      Optional<Setting> setting = settings.find(name);
      String value = setting.map(Setting::value).orElse("(default)");
      String origin = setting.map(s -> "  from " + s.origin()).orElse("");
      terminal.out().printf("%-20s %s%s%n", name, value, origin);
    }
    return 0;
  }
}
