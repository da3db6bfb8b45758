package dev.provision.cli;

import dev.provision.run.ExitCode;
import picocli.CommandLine;

/** The program's door: parses, runs one command, exits with its code. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    Terminal terminal = Terminal.system();
    int exit = run(terminal, args);
    terminal.flush();
    // Threads of connections may still linger; the work is done.
    Runtime.getRuntime().halt(exit);
  }

  static int run(Terminal terminal, String... args) {
    CommandLine line =
        new CommandLine(new ProvisionCommand(terminal), new CommandFactory(terminal));
    line.setOut(terminal.out());
    line.setErr(terminal.err());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setAbbreviatedOptionsAllowed(false);
    line.setPosixClusteredShortOptionsAllowed(true);
    line.setExpandAtFiles(false);
    line.setDefaultValueProvider(new Settings(terminal.environment()).asDefaults());
    line.setParameterExceptionHandler(new UsageErrors());
    line.setExecutionExceptionHandler(new UnexpectedErrors(terminal));
    line.setExitCodeExceptionMapper(e -> ExitCode.INTERNAL.number());
    return line.execute(args);
  }
}
