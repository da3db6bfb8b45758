package dev.provision.run.journal;

import dev.provision.module.Reversibility;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One change to one thing on one host.
 *
 * @param id of the change, unique in the run
 * @param address of the task
 * @param task its name
 * @param account that it acted as; empty for the one that logged in
 * @param arguments as bound; may hold secrets
 * @param before the state by component; may hold secrets
 * @param after the state wanted; once it is done, the state seen
 * @param components those that differ
 * @param done how it ended; nothing while nobody knows
 */
public record Entry(
    String id,
    String address,
    String task,
    String module,
    String subject,
    String account,
    Value.Dict arguments,
    Value.Dict before,
    Value.Dict after,
    List<String> components,
    Reversibility reversibility,
    Optional<Done> done) {

  /**
   * How a change ended.
   *
   * @param partial whether the task failed in the middle, so that {@code after} is what was found
   *     then
   * @param changed as reported, after {@code changed_when}
   * @param notified the handlers notified by it
   */
  public record Done(boolean partial, boolean changed, List<String> notified) {
    public Done {
      notified = List.copyOf(notified);
    }
  }

  public Entry {
    components = List.copyOf(components);
  }

  public Entry ended(Value.Dict seen, Done how) {
    return new Entry(
        id,
        address,
        task,
        module,
        subject,
        account,
        arguments,
        before,
        seen,
        components,
        reversibility,
        Optional.of(how));
  }

  /** The line written before the change. */
  public Value.Dict beginning() {
    Map<String, Value> line = new LinkedHashMap<>();
    line.put("begin", Value.of(id));
    line.put("address", Value.of(address));
    line.put("task", Value.of(task));
    line.put("module", Value.of(module));
    line.put("subject", Value.of(subject));
    line.put("account", Value.of(account));
    line.put("arguments", arguments);
    line.put("before", before);
    line.put("after", after);
    line.put("components", strings(components));
    line.put("reversible", Value.of(reversibility.kind().name().toLowerCase(Locale.ROOT)));
    line.put("reason", Value.of(reversibility.reason()));
    return Value.dict(line);
  }

  /** The line written after it. */
  public Value.Dict end() {
    Done how = done.orElseThrow();
    Map<String, Value> line = new LinkedHashMap<>();
    line.put("end", Value.of(id));
    line.put("after", after);
    line.put("partial", Value.of(how.partial()));
    line.put("changed", Value.of(how.changed()));
    line.put("notified", strings(how.notified()));
    return Value.dict(line);
  }

  private static Value strings(List<String> words) {
    return Value.list(words.stream().map(Value::of).toList());
  }
}
