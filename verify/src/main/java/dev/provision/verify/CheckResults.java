package dev.provision.verify;

import dev.provision.run.event.RunEvent;
import dev.provision.run.event.RunEvent.Status;
import dev.provision.run.event.RunEvent.TaskEnd;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Hears a run of checks and keeps what each one found. */
public final class CheckResults implements RunEvent.Listener {

  private static final int FOUND_LENGTH = 120;

  private final List<CheckResult> results = new ArrayList<>();

  /** How a check ended. */
  public enum Verdict {
    PASSED,
    FELL_SHORT,
    UNREACHABLE,
    SKIPPED;

    /** For views: {@code fell short}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * One check on one host.
   *
   * @param found what the command printed, in one line
   */
  public record CheckResult(String host, String check, Verdict verdict, String found) {}

  @Override
  public void on(RunEvent event) {
    if (event instanceof TaskEnd end && !end.loopSum()) {
      results.add(
          new CheckResult(end.host(), end.task().name(), verdict(end.status()), found(end)));
    }
  }

  private static Verdict verdict(Status status) {
    return switch (status) {
      case OK, CHANGED -> Verdict.PASSED;
      case FAILED, IGNORED, RESCUED -> Verdict.FELL_SHORT;
      case UNREACHABLE -> Verdict.UNREACHABLE;
      case SKIPPED -> Verdict.SKIPPED;
    };
  }

  private static String found(TaskEnd end) {
    Optional<String> printed = end.result().get("stdout").map(Value::toString);
    String text =
        printed
            .filter(out -> !out.isBlank())
            .orElseGet(() -> message(end))
            .strip()
            .replace('\n', ' ');
    return text.length() > FOUND_LENGTH ? text.substring(0, FOUND_LENGTH) + "…" : text;
  }

  private static String message(TaskEnd end) {
    return end.result().get("msg").map(Value::toString).orElse("");
  }

  public List<CheckResult> results() {
    return List.copyOf(results);
  }

  public long count(Verdict verdict) {
    return results.stream().filter(result -> result.verdict() == verdict).count();
  }

  /** Whether any check was reached and did not find what it wants. */
  public boolean fellShort() {
    return count(Verdict.FELL_SHORT) > 0;
  }
}
