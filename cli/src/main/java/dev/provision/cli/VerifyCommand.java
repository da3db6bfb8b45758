package dev.provision.cli;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.run.ExitCode;
import dev.provision.run.RunOptions;
import dev.provision.run.RunRequest;
import dev.provision.run.Runner;
import dev.provision.verify.CheckFiles;
import dev.provision.verify.CheckReport;
import dev.provision.verify.CheckResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Looks from outside whether what was wanted is in effect. Changes nothing and sends no load. */
@Command(
    name = "verify",
    description = "Check on the hosts that what was wanted is in effect.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false)
final class VerifyCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "CHECKS",
      description = "Files with checks (default: verify/checks/*.yml).")
  private List<Path> checks = new ArrayList<>();

  @Mixin private RunMixin run = new RunMixin();

  @Mixin private OutputMixin output = new OutputMixin();

  private final Terminal terminal;

  VerifyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    // Task by task: each check is to see the host as it is when its turn comes.
    RunOptions options =
        run.options(RunOptions.Mode.CHECK, terminal, RunMixin.Planning.NONE).withAhead(false);
    List<Path> files = checks.isEmpty() ? CheckFiles.in(Path.of("")) : checks;
    RunRequest request =
        new RunRequest(run.inventory.sources(), files, run.vault.open(terminal), options);
    CheckResults results = new CheckResults();
    Runner runner = new Runner(Engine.tools(terminal));
    Interrupts.handle(runner::interrupt);
    ExitCode exit;
    try (OutputMixin.Outputs outputs = output.open(terminal, false, run.verbosity())) {
      exit =
          runner.run(
              request,
              event -> {
                outputs.on(event);
                results.on(event);
              });
    }
    report(results);
    return exit.or(results.fellShort() ? ExitCode.FELL_SHORT : ExitCode.OK).number();
  }

  private void report(CheckResults results) {
    if (output.isHuman()) {
      terminal.out().println();
      terminal.out().println("CHECKS  " + CheckReport.summary(results));
    }
    Path folder = output.report();
    if (folder != null) {
      try {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("checks.md"), CheckReport.markdown(results));
      } catch (IOException e) {
        throw new ProvisionException(
            ErrorCode.FILE_UNREADABLE,
            "The report can't be written into \"" + folder + "\": " + e.getMessage());
      }
    }
  }
}
