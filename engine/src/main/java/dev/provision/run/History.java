package dev.provision.run;

import dev.provision.run.journal.Journals;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The runs whose journals are kept here. */
public final class History {

  private final Journals journals;

  public History(Path state) {
    this.journals = new Journals(state);
  }

  /** Newest first. */
  public List<Entry> list() {
    return journals.ids().stream().map(this::entry).toList();
  }

  private Entry entry(String run) {
    Value.Dict head = journals.head(run);
    return new Entry(
        run,
        instant(head),
        text(head, "mode"),
        strings(head, "playbooks"),
        strings(head, "hosts"),
        number(head, "changes", 0),
        number(head, "exit", -1));
  }

  private static Instant instant(Value.Dict head) {
    try {
      return Instant.parse(text(head, "start"));
    } catch (DateTimeException e) {
      return Instant.EPOCH;
    }
  }

  private static String text(Value.Dict head, String key) {
    return head.get(key).map(Value::toString).orElse("");
  }

  private static int number(Value.Dict head, String key, int missing) {
    Optional<Value> value = head.get(key);
    return value.isPresent() && value.get() instanceof Value.Int found
        ? found.value().intValue()
        : missing;
  }

  private static List<String> strings(Value.Dict head, String key) {
    return head.get(key).orElse(Value.NULL) instanceof Value.Seq seq
        ? seq.items().stream().map(Value::toString).toList()
        : List.of();
  }

  /**
   * A former run.
   *
   * @param exit its exit code; -1 where it never ended
   * @param changes how many tasks changed something, over all hosts
   */
  public record Entry(
      String run,
      Instant start,
      String mode,
      List<String> playbooks,
      List<String> hosts,
      int changes,
      int exit) {

    public Entry {
      playbooks = List.copyOf(playbooks);
      hosts = List.copyOf(hosts);
    }
  }
}
