package dev.provision.report;

import dev.provision.diag.ProblemPrinter;
import dev.provision.run.event.RunEvent;
import dev.provision.run.event.RunEvent.Status;
import dev.provision.run.event.RunEvent.TaskEnd;
import dev.provision.run.event.RunEvent.TaskInfo;
import dev.provision.value.Json;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The view for a terminal: a task a line where all is well, what changes and what failed in full.
 * Hosts with nothing to tell are folded into one line per task.
 */
final class TreeView implements View {

  private final Lines lines;
  private final Options options;
  private final ProblemPrinter problems;
  private final Paint paint;
  private final ChangeText changes;
  private final FailureText failures;
  private final Map<Status, List<String>> quiet = new EnumMap<>(Status.class);
  private @Nullable TaskInfo current;
  private boolean headShown;

  TreeView(Lines lines, Options options, ProblemPrinter problems) {
    this.lines = lines;
    this.options = options;
    this.problems = problems;
    this.paint = new Paint(options.color());
    this.changes = new ChangeText(paint, options.unicode());
    this.failures = new FailureText(problems);
  }

  @Override
  public void on(RunEvent event) {
    if (event instanceof RunEvent.PlayStart play) {
      fold();
      current = null;
      lines.line("");
      String hosts = String.join(", ", play.hosts());
      lines.line(paint.bold("PLAY  " + play.play()) + paint.dim("  (" + hosts + ")"));
    } else if (event instanceof RunEvent.TaskStart start) {
      task(start.task());
    } else if (event instanceof TaskEnd end && !end.loopSum()) {
      task(end.task());
      end(end);
    } else if (event instanceof RunEvent.ProblemFound found) {
      fold();
      lines.line("");
      lines.block(problems.print(found.problem()));
    } else if (event instanceof RunEvent.Notice notice) {
      fold();
      lines.line(paint.bold(Printable.line(notice.text())));
    } else if (event instanceof RunEvent.RunEnd end) {
      fold();
      recap(end);
    }
  }

  private void task(TaskInfo task) {
    if (!task.equals(current)) {
      fold();
      current = task;
      headShown = false;
    }
  }

  private void end(TaskEnd end) {
    if (isQuiet(end)) {
      quiet.computeIfAbsent(end.status(), s -> new ArrayList<>()).add(label(end));
      return;
    }
    head();
    String risk =
        end.changes().isEmpty() || end.risk().equals("none") ? "" : "  risk: " + end.risk();
    String proof = end.verified().map(v -> v ? "  verified" : "  NOT VERIFIED").orElse("");
    lines.line(
        "    "
            + paint.status(end.status(), word(end.status()))
            + label(end)
            + paint.dim(risk + proof));
    message(end);
    if (PlainView.isFailure(end.status())) {
      failures.lines(end).forEach(line -> lines.line("      " + line));
    }
    if (options.diff()) {
      end.changes().forEach(c -> changes.lines(c).forEach(line -> lines.line("      " + line)));
    }
  }

  private boolean isQuiet(TaskEnd end) {
    return (end.status() == Status.OK || end.status() == Status.SKIPPED)
        && end.changes().isEmpty()
        && options.verbosity() == 0
        && !(end.task().module().equals("debug") && end.status() == Status.OK);
  }

  private static String label(TaskEnd end) {
    String item = end.item().map(i -> " (" + Printable.line(i.shown()) + ")").orElse("");
    return end.host() + item;
  }

  private static String word(Status status) {
    return switch (status) {
      case OK -> "ok        ";
      case CHANGED -> "changed   ";
      case SKIPPED -> "skipped   ";
      case FAILED -> "failed    ";
      case UNREACHABLE -> "unreached ";
      case RESCUED -> "rescued   ";
      case IGNORED -> "ignored   ";
    };
  }

  private void message(TaskEnd end) {
    if (options.verbosity() > 0) {
      lines.line("      " + Printable.line(Json.show(end.result())));
    } else if (end.task().module().equals("debug") && end.status() == Status.OK) {
      end.result().entries().forEach(this::debugLine);
    }
  }

  private void debugLine(Value key, Value value) {
    String name = key.toString();
    if (name.equals("changed") || name.equals("failed") || name.startsWith("_ansible")) {
      return;
    }
    if (value instanceof Value.Str text) {
      text.text().shown().lines().forEach(line -> lines.line("      " + Printable.line(line)));
    } else {
      lines.line("      " + name + ": " + Printable.line(Json.show(value)));
    }
  }

  private void head() {
    if (!headShown && current != null) {
      headShown = true;
      lines.line("  " + name(current));
    }
  }

  private static String name(TaskInfo task) {
    String role = task.role().map(r -> r + " : ").orElse("");
    return (task.handler() ? "handler " : "") + role + task.name();
  }

  /** Tells of the hosts that had nothing to tell. */
  private void fold() {
    if (current == null || quiet.isEmpty()) {
      quiet.clear();
      return;
    }
    boolean alone = !headShown && quiet.size() == 1;
    if (alone) {
      Status status = quiet.keySet().iterator().next();
      lines.line(
          "  "
              + name(current)
              + "  "
              + paint.status(status, word(status).trim() + "  ")
              + hosts(status));
    } else {
      head();
      quiet.keySet().forEach(s -> lines.line("    " + paint.status(s, word(s)) + hosts(s)));
    }
    quiet.clear();
  }

  private String hosts(Status status) {
    List<String> labels = quiet.getOrDefault(status, List.of());
    return labels.size() <= 4
        ? paint.dim(String.join(", ", labels))
        : paint.dim(
            String.join(", ", labels.subList(0, 3)) + " and " + (labels.size() - 3) + " more");
  }

  private void recap(RunEvent.RunEnd end) {
    lines.line("");
    lines.line(paint.bold("RECAP"));
    int width = RecapText.width(end.hosts());
    end.hosts().forEach((host, recap) -> lines.line(RecapText.line(host, width, recap)));
  }
}
