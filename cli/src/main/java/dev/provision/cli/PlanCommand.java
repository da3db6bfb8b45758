package dev.provision.cli;

import dev.provision.run.RunOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A run in check mode, with the diff. */
@Command(
    name = "plan",
    description = "Tell what apply would change on the hosts, and change nothing.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false)
final class PlanCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "PLAYBOOK",
      description = "Default: the inventory's provision_playbook, else playbooks/site.yml.")
  private List<Path> playbooks = new ArrayList<>();

  @Mixin private RunMixin run = new RunMixin();

  @Mixin private OutputMixin output = new OutputMixin();

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description = "Save the plan; apply --plan FILE holds to it.")
  private @Nullable Path save;

  @Option(names = "--detailed-exitcode", description = "Exit with 3 where something would change.")
  private boolean detailedExitcode;

  private final Terminal terminal;

  PlanCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    RunMixin.Planning planning =
        new RunMixin.Planning(Optional.ofNullable(save), Optional.empty(), detailedExitcode);
    RunOptions options = run.options(RunOptions.Mode.CHECK, terminal, planning);
    return new PlaybookRun(terminal, run, output, playbooks).start(options).number();
  }
}
