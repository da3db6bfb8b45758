package dev.provision.cli;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProblemPrinter;
import dev.provision.diag.ProvisionException;
import dev.provision.run.ExitCode;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** What no command has dealt with: a coded problem in its own words, else a bug of ours. */
final class UnexpectedErrors implements IExecutionExceptionHandler {

  private final Terminal terminal;

  UnexpectedErrors(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    boolean debug = Arrays.asList(parsed.originalArgs().toArray()).contains("--debug");
    if (e instanceof ProvisionException known) {
      terminal.err().print(new ProblemPrinter(new FileLines()).print(known.problem()));
      if (debug) {
        e.printStackTrace(terminal.err());
      }
      terminal.flush();
      return exitOf(known.code()).number();
    }
    terminal.err().println("error: " + ErrorCode.INTERNAL.summary());
    terminal.err().println("  " + e);
    terminal.err().println("  This is a bug in provision. With --debug it shows where.");
    if (debug) {
      e.printStackTrace(terminal.err());
    }
    terminal.flush();
    return ExitCode.INTERNAL.number();
  }

  static ExitCode exitOf(ErrorCode code) {
    return switch (code) {
      case USAGE, NOT_AVAILABLE -> ExitCode.USAGE;
      case INTERRUPTED -> ExitCode.INTERRUPTED;
      case HOST_LOCKED, STALE_PLAN, APPROVAL_MISSING, REVERT_CONFLICT -> ExitCode.REFUSED;
      case FILE_NOT_FOUND,
          FILE_UNREADABLE,
          INVALID_ENCODING,
          INVALID_YAML,
          EMPTY_INVENTORY,
          INVALID_INVENTORY,
          INVALID_PATTERN,
          UNKNOWN_HOST,
          UNKNOWN_GROUP,
          UNKNOWN_MODULE,
          VAULT_PASSWORD_MISSING,
          VAULT_PASSWORD_WRONG,
          INVALID_VAULT ->
          ExitCode.INVALID;
      default -> ExitCode.INTERNAL;
    };
  }
}
