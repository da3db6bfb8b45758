package dev.provision.cli;

import dev.provision.run.Reverter;
import dev.provision.run.RunOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Undoes a run from its journal. */
@Command(
    name = "revert",
    description = "Undo a run from its journal, after telling what can't be undone.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false)
final class RevertCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "RUN",
      description = "The run's id or a unique beginning of it, or latest; history lists them.")
  private String id = "";

  @Option(names = "--host", paramLabel = "H", description = "Only on this host.")
  private @Nullable String host;

  @Option(names = "--task", paramLabel = "T", description = "Only the tasks of this name.")
  private @Nullable String task;

  @Option(names = "--force", description = "Restore also what others have changed since.")
  private boolean force;

  @Mixin private RunMixin run = new RunMixin();

  @Mixin private OutputMixin output = new OutputMixin();

  private final Terminal terminal;

  RevertCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    RunOptions.Mode mode = run.check ? RunOptions.Mode.CHECK : RunOptions.Mode.APPLY;
    RunOptions options = run.options(mode, terminal, RunMixin.Planning.NONE);
    List<String> inventory = run.inventory.isEmpty() ? List.of() : run.inventory.sources();
    Reverter.Request request =
        new Reverter.Request(
            id,
            inventory,
            run.vault.open(terminal),
            Optional.ofNullable(host),
            Optional.ofNullable(task),
            force,
            options);
    Reverter reverter = new Reverter(Engine.tools(terminal));
    Interrupts.handle(reverter::interrupt);
    try (OutputMixin.Outputs outputs = output.open(terminal, true, run.verbosity())) {
      return reverter.revert(request, outputs).number();
    }
  }
}
