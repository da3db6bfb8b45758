package dev.provision.template;

import dev.provision.value.Value;
import java.util.List;

/** Tests about what a task has registered. */
final class ResultTests {

  private ResultTests() {}

  static void register(Tests.Registry r) {
    r.add(List.of("failed", "failure"), "", (s, a, run) -> is(s, "failed", run));
    r.add(List.of("success", "succeeded", "successful"), "", (s, a, run) -> !is(s, "failed", run));
    r.add("ok", "", (s, a, run) -> !is(s, "failed", run));
    r.add(List.of("changed", "change"), "", (s, a, run) -> isChanged(s, run));
    r.add(List.of("skipped", "skip"), "", (s, a, run) -> is(s, "skipped", run));
    r.add("unreachable", "", (s, a, run) -> is(s, "unreachable", run));
    r.add("reachable", "", (s, a, run) -> !is(s, "unreachable", run));
    r.add("finished", "", (s, a, run) -> isOrAbsent(s, "finished", run));
    r.add("started", "", (s, a, run) -> isOrAbsent(s, "started", run));
    r.add("timedout", "", (s, a, run) -> isTimedOut(s, run));
  }

  private static Value.Dict result(Value subject, Evaluation run) {
    Numbers.defined(subject);
    return run.dict(subject)
        .orElseThrow(
            () ->
                Fault.of(
                    "This test is about a registered result, and this is "
                        + Messages.aType(subject)
                        + "."));
  }

  private static boolean is(Value subject, String key, Evaluation run) {
    return result(subject, run).get(key).map(Value::isTruthy).orElse(false);
  }

  private static boolean isOrAbsent(Value subject, String key, Evaluation run) {
    return result(subject, run).get(key).map(v -> Comparing.equal(v, Value.of(1))).orElse(true);
  }

  /** A loop has changed where one of its items has. */
  private static boolean isChanged(Value subject, Evaluation run) {
    Value.Dict result = result(subject, run);
    if (result.get("changed").isPresent()) {
      return result.get("changed").get().isTruthy();
    }
    return result.get("results").filter(items -> items instanceof Value.Seq).stream()
        .flatMap(items -> ((Value.Seq) items).items().stream())
        .anyMatch(item -> is(item, "changed", run));
  }

  private static boolean isTimedOut(Value subject, Evaluation run) {
    return result(subject, run)
        .get("timedout")
        .flatMap(run::dict)
        .flatMap(dict -> dict.get("period"))
        .map(Value::isTruthy)
        .orElse(false);
  }
}
