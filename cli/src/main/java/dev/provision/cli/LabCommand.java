package dev.provision.cli;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProblemPrinter;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.diag.Suggestions;
import dev.provision.lab.Lab;
import dev.provision.lab.LabMachine;
import dev.provision.lab.LabShapes;
import dev.provision.lab.LabSpec;
import dev.provision.lab.LabStatus;
import dev.provision.lab.Labs;
import dev.provision.lab.Progress;
import dev.provision.run.ExitCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Machines to try on: starts them, lists them, leads into them, removes them. */
@Command(
    name = "lab",
    description = "Throw-away machines to try on: real kernels, a long line between them.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class LabCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  private final Terminal terminal;

  LabCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "Say what to do: up, down, list or ssh.");
  }

  @Command(
      name = "up",
      description = "Start a lab; it stays until lab down.",
      mixinStandardHelpOptions = true)
  int up(
      @Parameters(
              paramLabel = "SHAPE",
              arity = "0..1",
              defaultValue = "default",
              description = "A description that comes with the program, or a YAML file.")
          String shape) {
    Problems problems = new Problems();
    Optional<LabSpec> lab = LabShapes.read(shape, problems);
    ProblemPrinter printer = new ProblemPrinter(new FileLines());
    problems.sorted().forEach(problem -> terminal.err().print(printer.print(problem)));
    terminal.flush();
    if (lab.isEmpty()) {
      return ExitCode.INVALID.number();
    }
    Lab up = labs(terminal).up(lab.get());
    describe(terminal, up);
    return 0;
  }

  static void describe(Terminal terminal, Lab lab) {
    lab.roundTrips().forEach(trip -> terminal.out().println(trip));
    for (LabMachine machine : lab.machines()) {
      terminal.out().println(machine.name() + ": " + machine.host() + ":" + machine.port());
    }
    terminal.out().println("inventory: " + lab.inventory());
    terminal.flush();
  }

  @Command(
      name = "down",
      description = "Shut a lab down and remove what is left of it.",
      mixinStandardHelpOptions = true)
  int down(
      @Parameters(
              paramLabel = "LAB",
              arity = "0..1",
              defaultValue = "default",
              description = "Its name (default: default).")
          String name) {
    labs(terminal).down(name);
    return 0;
  }

  @Command(
      name = "list",
      description = "List labs, also what programs that were killed have left.",
      mixinStandardHelpOptions = true)
  int list() {
    for (LabStatus lab : labs(terminal).list()) {
      terminal.out().println(lab.name() + ": " + lab.state().word());
      lab.machines()
          .forEach(
              machine ->
                  terminal
                      .out()
                      .printf(
                          "  %-16s 127.0.0.1:%d  %s%n",
                          machine.name(),
                          machine.port(),
                          machine.isRunning() ? "process " + machine.pid() : "not running"));
    }
    return 0;
  }

  @Command(
      name = "ssh",
      description = "Run a command on a machine of a lab that is up, or open a shell there.",
      mixinStandardHelpOptions = true)
  int ssh(
      @Parameters(paramLabel = "MACHINE", description = "As lab list names it.") String name,
      @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "Default: a shell.")
          List<String> command) {
    LabMachine machine = machine(name);
    List<String> words = command == null ? List.of() : command;
    try {
      return new ProcessBuilder(machine.sshCommand(LabMachine.ROOT, words))
          .inheritIO()
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.LAB_FAILED, "The ssh program can't be started: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED.number();
    }
  }

  private LabMachine machine(String name) {
    Labs labs = labs(terminal);
    List<String> names = new ArrayList<>();
    for (LabStatus status : labs.list()) {
      Optional<Lab> lab = labs.find(status.name());
      for (LabMachine machine : lab.map(Lab::machines).orElse(List.of())) {
        names.add(machine.name());
        if (machine.name().equals(name)) {
          return machine;
        }
      }
    }
    throw new ProvisionException(
        ErrorCode.UNKNOWN_LAB,
        "No lab that is up has a machine \""
            + name
            + "\"."
            + Suggestions.didYouMean(name, names).map(hint -> " " + hint).orElse("")
            + (names.isEmpty() ? " Start one with: provision lab up" : ""));
  }

  static Labs labs(Terminal terminal) {
    return Labs.ofEnvironment(progress(terminal));
  }

  private static Progress progress(Terminal terminal) {
    return text -> {
      synchronized (terminal) {
        terminal.err().println(text);
        terminal.err().flush();
      }
    };
  }
}
