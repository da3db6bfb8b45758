package dev.provision.cli;

import dev.provision.run.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command without which nothing is asked for. */
@Command(
    name = "provision",
    description =
        "Plans, applies, verifies and reverts what Ansible playbooks say, without Python.",
    versionProvider = Version.class,
    subcommands = {
      PlanCommand.class,
      ApplyCommand.class,
      VerifyCommand.class,
      RevertCommand.class,
      HistoryCommand.class,
      RehearseCommand.class,
      ConfigCommand.class,
      CompletionCommand.class,
      InitCommand.class,
      VaultCommand.class,
      InventoryCommand.class,
      DocCommand.class,
      LabCommand.class,
      DemoCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false)
@SuppressWarnings("UnusedVariable") // The parser looks at the options that help and version are.
final class ProvisionCommand implements Callable<Integer> {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = {"--version"},
      versionHelp = true,
      description = "Show the version.")
  private boolean version;

  @Spec private CommandSpec spec;

  @SuppressWarnings("UnusedVariable") // Commands take it through the factory.
  private final Terminal terminal;

  ProvisionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    throw new CommandLine.ParameterException(spec.commandLine(), "A command is missing.");
  }

  /** For commands that are announced but not there yet. */
  static int notThereYet(Terminal terminal, String what) {
    terminal.err().println("error: Not available");
    terminal.err().println("  " + what);
    return ExitCode.USAGE.number();
  }
}
