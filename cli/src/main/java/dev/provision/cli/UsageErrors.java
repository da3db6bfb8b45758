package dev.provision.cli;

import dev.provision.run.ExitCode;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with the words after the program's name; exit code 64. */
final class UsageErrors implements IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("error: Usage");
    err.println("  " + e.getMessage());
    UnmatchedArgumentException.printSuggestions(e, err);
    err.println("  To see all options, run:");
    err.println("      " + command.getCommandSpec().qualifiedName() + " --help");
    err.flush();
    return ExitCode.USAGE.number();
  }
}
