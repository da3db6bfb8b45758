package dev.provision.cli;

import dev.provision.lab.Lab;
import dev.provision.lab.LabShapes;
import dev.provision.lab.Labs;
import dev.provision.run.ExitCode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The main job from end to end, on lab machines of its own: no questions asked. */
@Command(
    name = "demo",
    description =
        "Boot a database box and a client 48 ms away, plan, apply, apply again, check the effect.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class DemoCommand implements Callable<Integer> {

  @Option(names = "--keep", description = "Leave the lab up at the end.")
  private boolean keep;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      defaultValue = "reports/demo",
      description = "Where the report goes (default: reports/demo).")
  private Path report;

  private final Terminal terminal;

  DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Instant start = Instant.now();
    Labs labs = LabCommand.labs(terminal);
    say("1. Two machines, 48 ms apart");
    Lab lab =
        keep ? labs.up(LabShapes.defaultLab()) : labs.upForThisProgram(LabShapes.defaultLab());
    LabCommand.describe(terminal, lab);
    int exit = steps();
    if (!keep) {
      labs.down(lab.name());
    }
    say(
        (exit == 0 ? "Done in " : "Not as it should be, after ")
            + Duration.between(start, Instant.now()).toSeconds()
            + " s. The report is in "
            + report);
    return exit;
  }

  private int steps() {
    ExitCode worst = ExitCode.OK;
    say("2. The plan: what would change, why, and at what risk");
    worst = worst.or(run("plan", "-i", "lab", "--report", report.resolve("plan").toString()));
    say("3. Apply");
    worst =
        worst.or(
            run("apply", "-i", "lab", "--diff", "--report", report.resolve("apply").toString()));
    say("4. Apply again: nothing is left to change");
    Path again = report.resolve("again");
    worst = worst.or(run("apply", "-i", "lab", "--report", again.toString()));
    worst = worst.or(ChangedCount.in(again) == 0 ? ExitCode.OK : ExitCode.FELL_SHORT);
    say("5. The effect, seen from outside");
    worst = worst.or(run("verify", "-i", "lab", "--report", report.resolve("verify").toString()));
    return worst.number();
  }

  private ExitCode run(String... words) {
    List<String> line = new ArrayList<>(List.of(words));
    say("   provision " + String.join(" ", line));
    int number = Main.run(terminal, words);
    terminal.flush();
    for (ExitCode code : ExitCode.values()) {
      if (code.number() == number) {
        return code;
      }
    }
    return ExitCode.INTERNAL;
  }

  private void say(String text) {
    terminal.out().println();
    terminal.out().println(text);
    terminal.flush();
  }
}
