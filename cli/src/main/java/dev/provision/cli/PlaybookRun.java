package dev.provision.cli;

import dev.provision.run.ExitCode;
import dev.provision.run.Listing;
import dev.provision.run.RunOptions;
import dev.provision.run.RunRequest;
import dev.provision.run.Runner;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** Runs playbooks, or lists what is in them, for plan and apply. */
final class PlaybookRun {

  private final Terminal terminal;
  private final RunMixin run;
  private final OutputMixin output;
  private final List<Path> playbooks;

  PlaybookRun(Terminal terminal, RunMixin run, OutputMixin output, List<Path> playbooks) {
    this.terminal = terminal;
    this.run = run;
    this.output = output;
    this.playbooks = playbooks;
  }

  ExitCode start(RunOptions options) {
    Runner runner = new Runner(Engine.tools(terminal));
    RunRequest request =
        new RunRequest(run.inventory.sources(), playbooks, run.vault.open(terminal), options);
    boolean diff = options.diff() || options.isCheck();
    try (OutputMixin.Outputs outputs = output.open(terminal, diff, run.verbosity())) {
      if (run.listHosts || run.listTasks || run.listTags || run.syntaxCheck) {
        return list(runner.list(request, outputs));
      }
      Interrupts.handle(runner::interrupt);
      return runner.run(request, outputs);
    }
  }

  private ExitCode list(Listing listing) {
    PrintWriter out = terminal.out();
    String playbook = "";
    int number = 0;
    for (Listing.PlayListing play : listing.plays()) {
      if (!play.playbook().equals(playbook)) {
        playbook = play.playbook();
        number = 0;
        out.println();
        out.println("playbook: " + playbook);
      }
      number++;
      if (!run.syntaxCheck) {
        play(number, play);
      }
    }
    out.flush();
    return listing.exit();
  }

  /** As ansible-playbook lists them. */
  private void play(int number, Listing.PlayListing play) {
    PrintWriter out = terminal.out();
    out.println();
    out.println("  play #" + number + " (" + play.pattern() + "): " + play.name());
    if (run.listHosts) {
      out.println("    pattern: ['" + play.pattern() + "']");
      out.println("    hosts (" + play.hosts().size() + "):");
      play.hosts().forEach(host -> out.println("      " + host));
    }
    if (run.listTasks) {
      out.println("    tasks:");
      play.tasks()
          .forEach(
              task ->
                  out.println(
                      "      " + task.name() + "\tTAGS: [" + String.join(", ", task.tags()) + "]"));
    }
    if (run.listTags) {
      out.println("      TASK TAGS: [" + String.join(", ", play.tags()) + "]");
    }
  }
}
