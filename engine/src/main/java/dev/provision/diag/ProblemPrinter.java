package dev.provision.diag;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Renders a problem as people read it: place, summary, the line itself, detail, commands. */
public final class ProblemPrinter {

  private final Function<String, Optional<List<String>>> linesOf;

  /**
   * @param linesOf gives a file's lines by the name that {@link Position#file()} holds, or nothing
   *     where they are not to be shown (no such file, a vault)
   */
  public ProblemPrinter(Function<String, Optional<List<String>>> linesOf) {
    this.linesOf = linesOf;
  }

  /** Ends with a line break. */
  public String print(Problem problem) {
    StringBuilder out = new StringBuilder();
    if (problem.at().isKnown()) {
      out.append(problem.at()).append(": ");
    }
    out.append(problem.severity().word()).append(": ").append(problem.summary()).append('\n');
    snippet(problem.at()).ifPresent(out::append);
    problem.detail().lines().forEach(line -> out.append("  ").append(line).append('\n'));
    problem.commands().forEach(command -> out.append("      ").append(command).append('\n'));
    return out.toString();
  }

  private Optional<String> snippet(Position at) {
    if (at.line() == 0) {
      return Optional.empty();
    }
    return linesOf
        .apply(at.file())
        .filter(lines -> at.line() <= lines.size())
        .map(lines -> snippet(lines.get(at.line() - 1), at));
  }

  private static String snippet(String line, Position at) {
    String number = String.format("%5d │ ", at.line());
    int start = Math.min(Math.max(0, at.column() - 1), line.length());
    int length = Math.max(1, Math.min(at.length(), Math.max(1, line.length() - start)));
    // Tabs are kept so that the caret stands below its character.
    String indent = line.substring(0, start).replaceAll("[^\t]", " ");
    return number + line + "\n      │ " + indent + "^".repeat(length) + "\n";
  }
}
