package dev.provision.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a script that teaches a shell the commands and options. */
@Command(
    name = "completion",
    description = "Print a completion script for a shell.",
    footer = {"", "For bash:  source <(provision completion bash)"},
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class CompletionCommand implements Callable<Integer> {

  /** The shells that are known. */
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
  private Shell shell;

  @Spec private CommandSpec spec;

  private final Terminal terminal;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    CommandLine program = spec.root().commandLine();
    String script =
        switch (shell) {
          case BASH -> AutoComplete.bash("provision", program);
          // zsh runs bash's script through its own emulation.
          case ZSH ->
              "#compdef provision\nautoload -U +X bashcompinit && bashcompinit\n"
                  + AutoComplete.bash("provision", program);
          case FISH -> fish(program);
        };
    terminal.out().print(script);
    return 0;
  }

  private static String fish(CommandLine program) {
    StringBuilder out = new StringBuilder("complete -c provision -f\n");
    String names = String.join(" ", program.getSubcommands().keySet());
    program
        .getSubcommands()
        .forEach(
            (name, command) -> {
              out.append("complete -c provision -n 'not __fish_seen_subcommand_from ")
                  .append(names)
                  .append("' -a ")
                  .append(name)
                  .append(describe(List.of(command.getCommandSpec().usageMessage().description())))
                  .append('\n');
              command.getCommandSpec().options().forEach(option -> fish(out, name, option));
            });
    return out.toString();
  }

  private static void fish(StringBuilder out, String command, OptionSpec option) {
    out.append("complete -c provision -n '__fish_seen_subcommand_from ")
        .append(command)
        .append('\'');
    for (String name : option.names()) {
      out.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^--?", ""));
    }
    if (option.arity().max() > 0) {
      out.append(" -r -F");
    }
    out.append(describe(List.of(option.description()))).append('\n');
  }

  private static String describe(List<String> description) {
    return description.isEmpty() ? "" : " -d '" + description.get(0).replace("'", "\\'") + "'";
  }
}
