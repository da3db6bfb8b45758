package dev.provision.report;

import dev.provision.diag.Problem;
import dev.provision.diag.ProblemPrinter;
import dev.provision.run.event.RunEvent;
import dev.provision.run.event.RunEvent.Change;
import dev.provision.run.event.RunEvent.Mode;
import dev.provision.run.event.RunEvent.TaskEnd;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page for a change review: for each host what changes, why, at what risk and how one sees that
 * it works.
 */
final class MarkdownView implements View {

  private final Lines lines;
  private final ProblemPrinter problems;
  private final Map<String, List<TaskEnd>> changed = new LinkedHashMap<>();
  private final List<TaskEnd> failed = new ArrayList<>();
  private final List<Problem> found = new ArrayList<>();
  private RunEvent.@Nullable RunStart start;

  MarkdownView(Lines lines, ProblemPrinter problems) {
    this.lines = lines;
    this.problems = problems;
  }

  @Override
  public void on(RunEvent event) {
    if (event instanceof RunEvent.RunStart runStart) {
      start = runStart;
    } else if (event instanceof TaskEnd end && !end.loopSum()) {
      keep(end);
    } else if (event instanceof RunEvent.ProblemFound problem) {
      found.add(problem.problem());
    } else if (event instanceof RunEvent.RunEnd end) {
      page(end);
    }
  }

  private void keep(TaskEnd end) {
    if (PlainView.isFailure(end.status())) {
      failed.add(end);
    }
    if (!end.changes().isEmpty() || end.status() == RunEvent.Status.CHANGED) {
      changed.computeIfAbsent(end.host(), h -> new ArrayList<>()).add(end);
    }
  }

  private void page(RunEvent.RunEnd end) {
    boolean plan = start != null && start.mode() == Mode.CHECK;
    lines.line(plan ? "# Planned changes" : "# Changes made");
    lines.line("");
    if (start != null) {
      lines.line("Run `" + start.run() + "`, provision " + start.version() + ".");
      lines.line("");
    }
    if (changed.isEmpty()) {
      lines.line(plan ? "Nothing would change." : "Nothing was changed.");
      lines.line("");
    }
    changed.forEach(this::host);
    problems();
    recap(end);
  }

  private void host(String host, List<TaskEnd> tasks) {
    lines.line("## " + escape(host));
    lines.line("");
    lines.line("| task | what | before | after | why | risk | verified by |");
    lines.line("|---|---|---|---|---|---|---|");
    tasks.forEach(this::rows);
    lines.line("");
    for (TaskEnd task : tasks) {
      task.changes().stream().filter(DiffText::isMultiLine).forEach(this::diff);
    }
  }

  private void rows(TaskEnd task) {
    if (task.changes().isEmpty()) {
      row(name(task), "runs", "", "", "", task.risk(), "");
    }
    task.changes().forEach(change -> row(task, change));
  }

  private void row(TaskEnd task, Change change) {
    boolean long_ = DiffText.isMultiLine(change);
    String why = change.reason() + (change.source().isEmpty() ? "" : " (" + change.source() + ")");
    row(
        name(task),
        change.path(),
        long_ ? "see below" : DiffText.word(change.before()),
        long_ ? "see below" : change.known() ? DiffText.word(change.after()) : "known after apply",
        why,
        task.risk(),
        change.verifiedBy());
  }

  private void row(String... cells) {
    StringBuilder line = new StringBuilder("|");
    for (String cell : cells) {
      line.append(' ').append(escape(Printable.line(cell))).append(" |");
    }
    lines.line(line.toString());
  }

  private static String name(TaskEnd end) {
    return end.task().role().map(r -> r + " : ").orElse("")
        + end.task().name()
        + end.item().map(i -> " (" + i.shown() + ")").orElse("");
  }

  private void diff(Change change) {
    List<String> diff = DiffText.unified(change);
    String fence = diff.stream().anyMatch(l -> l.contains("```")) ? "````" : "```";
    lines.line("**" + escape(Printable.line(change.path())) + "**");
    lines.line("");
    lines.line(fence + "diff");
    diff.forEach(lines::line);
    lines.line(fence);
    lines.line("");
  }

  private void problems() {
    if (found.isEmpty() && failed.isEmpty()) {
      return;
    }
    lines.line("## Problems");
    lines.line("");
    lines.line("```");
    found.forEach(problem -> lines.block(problems.print(problem)));
    FailureText text = new FailureText(problems);
    for (TaskEnd end : failed) {
      lines.line(end.host() + ": " + name(end));
      text.lines(end).forEach(line -> lines.line("  " + line));
    }
    lines.line("```");
    lines.line("");
  }

  private void recap(RunEvent.RunEnd end) {
    lines.line("## Recap");
    lines.line("");
    lines.line("```");
    int width = RecapText.width(end.hosts());
    end.hosts().forEach((host, recap) -> lines.line(RecapText.line(host, width, recap)));
    lines.line("```");
  }

  private static String escape(String text) {
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("`", "\\`");
  }
}
