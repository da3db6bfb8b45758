package dev.provision.diag;

import java.util.Comparator;
import java.util.List;

/**
 * One thing that is wrong, worded for the person who has to mend it.
 *
 * @param severity how grave
 * @param code what kind; carries the fixed summary
 * @param detail whole sentences: what is wrong, why that is a problem, what to do. Never holds a
 *     secret.
 * @param at where it was written; {@link Position#NONE} where no file is to blame
 * @param commands commands to copy, shown on lines of their own below the detail
 */
public record Problem(
    Severity severity, ErrorCode code, String detail, Position at, List<String> commands) {

  /** By file, line, column; problems without a place come last. */
  public static final Comparator<Problem> BY_POSITION =
      Comparator.comparing((Problem p) -> !p.at.isKnown())
          .thenComparing(p -> p.at.file())
          .thenComparingInt(p -> p.at.line())
          .thenComparingInt(p -> p.at.column());

  public Problem {
    commands = List.copyOf(commands);
  }

  public static Problem error(ErrorCode code, Position at, String detail) {
    return new Problem(Severity.ERROR, code, detail, at, List.of());
  }

  public static Problem warning(ErrorCode code, Position at, String detail) {
    return new Problem(Severity.WARNING, code, detail, at, List.of());
  }

  public Problem withCommands(String... newCommands) {
    return new Problem(severity, code, detail, at, List.of(newCommands));
  }

  public Problem withPosition(Position newAt) {
    return new Problem(severity, code, detail, newAt, commands);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }

  public String summary() {
    return code.summary();
  }

  /** One line: {@code file:line:column: error: Summary: detail}. */
  public String oneLine() {
    String place = at.isKnown() ? at + ": " : "";
    return place + severity.word() + ": " + summary() + ": " + detail;
  }
}
