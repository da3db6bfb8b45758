package dev.provision.run.event;

import dev.provision.connect.Session;
import dev.provision.diag.Problem;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run tells while it goes on, in the order in which it happened. Holds no secret that is not
 * marked.
 */
public sealed interface RunEvent {

  /** A run begins. */
  record RunStart(String run, Mode mode, String version) implements RunEvent {}

  /** What a run is for. */
  enum Mode {
    APPLY,
    CHECK,
    VERIFY,
    REVERT
  }

  /** A play begins on these hosts. */
  record PlayStart(String play, List<String> hosts) implements RunEvent {}

  /** A task begins on the first host. */
  record TaskStart(TaskInfo task) implements RunEvent {}

  /**
   * A task of the playbook.
   *
   * @param at where it stands: {@code file:line:column}
   * @param handler whether it runs because it was notified
   */
  record TaskInfo(
      String play,
      String name,
      Optional<String> role,
      String module,
      String address,
      String at,
      boolean handler) {}

  /**
   * A task, or one item of its loop, ended on a host.
   *
   * @param item the loop item's label, or nothing where there is no loop or where this is the
   *     loop's sum
   * @param loopSum whether this sums up items that were told before: not to be counted or shown by
   *     itself
   * @param verified whether the effect was seen afterwards; nothing where there was nothing to see
   * @param result as registered; for no_log already censored
   */
  record TaskEnd(
      String host,
      TaskInfo task,
      Optional<Text> item,
      boolean loopSum,
      Status status,
      List<Change> changes,
      String risk,
      Optional<Boolean> verified,
      Value.Dict result,
      Optional<Problem> problem,
      Duration elapsed)
      implements RunEvent {
    public TaskEnd {
      changes = List.copyOf(changes);
    }
  }

  /** How a task ended. */
  enum Status {
    OK,
    CHANGED,
    SKIPPED,
    FAILED,
    UNREACHABLE,
    RESCUED,
    IGNORED
  }

  /**
   * One line of a diff.
   *
   * @param path what changes: {@code /etc/my.cnf content}
   * @param before {@link Value#NULL} where it was absent
   * @param after {@link Value#NULL} where it will be absent
   * @param known whether {@code after} can be told before the change; if not it is shown as known
   *     after apply
   * @param reason why; may be empty
   * @param source where that is known from; may be empty
   * @param verifiedBy how one sees that it is in effect; may be empty
   */
  record Change(
      String path,
      Value before,
      Value after,
      boolean known,
      String reason,
      String source,
      String verifiedBy) {}

  /** Something went wrong or is worth a warning. */
  record ProblemFound(Problem problem, Optional<String> host) implements RunEvent {}

  /** A line for people, e.g. that an interrupt was seen. */
  record Notice(String text) implements RunEvent {}

  /** The run is over. */
  record RunEnd(Map<String, Recap> hosts, int exit, Duration elapsed) implements RunEvent {}

  /** A host's figures, as Ansible counts them, and its traffic. */
  record Recap(
      int ok,
      int changed,
      int unreachable,
      int failed,
      int skipped,
      int rescued,
      int ignored,
      Session.Traffic traffic,
      Duration elapsed) {}

  /** Hears events; called by one thread at a time. */
  interface Listener {
    void on(RunEvent event);
  }
}
