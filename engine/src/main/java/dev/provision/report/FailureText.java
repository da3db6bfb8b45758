package dev.provision.report;

import dev.provision.diag.ProblemPrinter;
import dev.provision.run.event.RunEvent.TaskEnd;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why a task failed: its problem or message, and the end of what it printed. */
final class FailureText {

  /** How many lines of output are shown. All of it is in the JSON and in the registered result. */
  private static final int TAIL = 12;

  private final ProblemPrinter problems;

  FailureText(ProblemPrinter problems) {
    this.problems = problems;
  }

  List<String> lines(TaskEnd end) {
    List<String> lines = new ArrayList<>();
    end.problem()
        .ifPresentOrElse(
            problem -> problems.print(problem).lines().map(Printable::line).forEach(lines::add),
            () -> message(end).ifPresent(lines::add));
    tail(lines, end, "stdout");
    tail(lines, end, "stderr");
    return lines;
  }

  private static Optional<String> message(TaskEnd end) {
    return end.result().get("msg").map(message -> Printable.line(message.toString()));
  }

  private static void tail(List<String> lines, TaskEnd end, String field) {
    end.result()
        .get(field)
        .map(Value::toString)
        .filter(text -> !text.isBlank())
        .ifPresent(
            text -> {
              List<String> all = text.lines().toList();
              int from = Math.max(0, all.size() - TAIL);
              lines.add(
                  field + (from > 0 ? " (last " + TAIL + " of " + all.size() + " lines):" : ":"));
              all.subList(from, all.size()).forEach(line -> lines.add("  " + Printable.line(line)));
            });
  }
}
