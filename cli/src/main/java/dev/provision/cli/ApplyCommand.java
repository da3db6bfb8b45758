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

/** Converges the hosts. */
@Command(
    name = "apply",
    description = "Bring the hosts to what the playbooks say.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false)
final class ApplyCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "PLAYBOOK",
      description = "Default: the inventory's provision_playbook, else playbooks/site.yml.")
  private List<Path> playbooks = new ArrayList<>();

  @Mixin private RunMixin run = new RunMixin();

  @Mixin private OutputMixin output = new OutputMixin();

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = "Hold to a saved plan: refuse hosts that are no longer as planned.")
  private @Nullable Path plan;

  private final Terminal terminal;

  ApplyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    RunOptions.Mode mode = run.check ? RunOptions.Mode.CHECK : RunOptions.Mode.APPLY;
    RunMixin.Planning planning =
        new RunMixin.Planning(Optional.empty(), Optional.ofNullable(plan), false);
    RunOptions options = run.options(mode, terminal, planning);
    return new PlaybookRun(terminal, run, output, playbooks).start(options).number();
  }
}
