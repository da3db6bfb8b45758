package dev.provision.report;

import dev.provision.diag.ProblemPrinter;
import dev.provision.run.event.RunEvent;
import dev.provision.run.event.RunEvent.Status;
import dev.provision.run.event.RunEvent.TaskEnd;
import dev.provision.run.event.RunEvent.TaskInfo;
import dev.provision.value.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines that people and scripts know from Ansible, without colour or symbols unless asked for.
 */
final class PlainView implements View {

  private static final int WIDTH = 80;

  private final Lines lines;
  private final Options options;
  private final ProblemPrinter problems;
  private final Paint paint;
  private final ChangeText changes;
  private final FailureText failures;
  private @Nullable TaskInfo current;

  PlainView(Lines lines, Options options, ProblemPrinter problems) {
    this.lines = lines;
    this.options = options;
    this.problems = problems;
    this.paint = new Paint(options.color());
    this.changes = new ChangeText(paint, false);
    this.failures = new FailureText(problems);
  }

  @Override
  public void on(RunEvent event) {
    if (event instanceof RunEvent.PlayStart play) {
      headline("PLAY [" + play.play() + "]");
      current = null;
    } else if (event instanceof RunEvent.TaskStart start) {
      task(start.task());
    } else if (event instanceof TaskEnd end && !end.loopSum()) {
      task(end.task());
      end(end);
    } else if (event instanceof RunEvent.ProblemFound found) {
      lines.block(problems.print(found.problem()));
    } else if (event instanceof RunEvent.Notice notice) {
      lines.line(Printable.line(notice.text()));
    } else if (event instanceof RunEvent.RunEnd end) {
      recap(end);
    }
  }

  private void headline(String text) {
    lines.line("");
    lines.line(text + " " + "*".repeat(Math.max(3, WIDTH - text.length() - 1)));
  }

  private void task(TaskInfo task) {
    if (!task.equals(current)) {
      current = task;
      String role = task.role().map(r -> r + " : ").orElse("");
      headline((task.handler() ? "RUNNING HANDLER [" : "TASK [") + role + task.name() + "]");
    }
  }

  private void end(TaskEnd end) {
    String item = end.item().map(i -> " => (item=" + Printable.line(i.shown()) + ")").orElse("");
    String message = end.status() == Status.SKIPPED ? "" : shownResult(end);
    lines.line(paint.status(end.status(), word(end) + ": [" + end.host() + "]" + item + message));
    if (isFailure(end.status())) {
      failures.lines(end).forEach(line -> lines.line("  " + line));
    }
    if (options.diff()) {
      end.changes().forEach(c -> changes.lines(c).forEach(line -> lines.line("  " + line)));
      if (!end.changes().isEmpty() && !end.risk().equals("none")) {
        lines.line("  risk: " + end.risk());
      }
    }
    if (end.status() == Status.IGNORED) {
      lines.line("...ignoring");
    }
  }

  private static String word(TaskEnd end) {
    return switch (end.status()) {
      case OK -> "ok";
      case CHANGED -> "changed";
      case SKIPPED -> "skipping";
      case FAILED, IGNORED -> end.item().isPresent() ? "failed" : "fatal";
      case RESCUED -> "fatal";
      case UNREACHABLE -> "unreachable";
    };
  }

  static boolean isFailure(Status status) {
    return switch (status) {
      case OK, CHANGED, SKIPPED -> false;
      case FAILED, UNREACHABLE, RESCUED, IGNORED -> true;
    };
  }

  /** debug shows its message always; the others their result from {@code -v} on. */
  private String shownResult(TaskEnd end) {
    boolean debug = end.task().module().equals("debug");
    if (options.verbosity() > 0 || (debug && end.status() == Status.OK)) {
      return " => " + Printable.line(Json.show(end.result()));
    }
    return "";
  }

  private void recap(RunEvent.RunEnd end) {
    headline("PLAY RECAP");
    int width = RecapText.width(end.hosts());
    end.hosts().forEach((host, recap) -> lines.line(RecapText.line(host, width, recap)));
    List<String> none = end.hosts().isEmpty() ? List.of("no hosts") : List.of();
    none.forEach(lines::line);
  }
}
