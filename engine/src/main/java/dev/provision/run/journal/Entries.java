package dev.provision.run.journal;

import dev.provision.diag.ProvisionException;
import dev.provision.module.Reversibility;
import dev.provision.value.Json;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads a journal's lines. A last line that was cut in writing is left out. */
public final class Entries {

  private Entries() {}

  /** The changes in their order; those that never ended are there without {@link Entry#done}. */
  public static List<Entry> read(String lines, String name) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (String line : lines.split("\n", -1)) {
      object(line, name).ifPresent(dict -> add(dict, entries));
    }
    return new ArrayList<>(entries.values());
  }

  private static Optional<Value.Dict> object(String line, String name) {
    try {
      return !line.isBlank() && Json.parse(line, name) instanceof Value.Dict dict
          ? Optional.of(dict)
          : Optional.empty();
    } catch (ProvisionException e) {
      return Optional.empty();
    }
  }

  private static void add(Value.Dict line, Map<String, Entry> entries) {
    if (line.get("begin").isPresent()) {
      Entry entry = beginning(line);
      entries.put(entry.id(), entry);
      return;
    }
    Entry begun = entries.get(text(line, "end"));
    if (begun != null) {
      Entry.Done how =
          new Entry.Done(is(line, "partial"), is(line, "changed"), strings(line, "notified"));
      entries.put(begun.id(), begun.ended(dict(line, "after"), how));
    }
  }

  private static Entry beginning(Value.Dict line) {
    return new Entry(
        text(line, "begin"),
        text(line, "address"),
        text(line, "task"),
        text(line, "module"),
        text(line, "subject"),
        text(line, "account"),
        dict(line, "arguments"),
        dict(line, "before"),
        dict(line, "after"),
        strings(line, "components"),
        new Reversibility(kind(text(line, "reversible")), text(line, "reason")),
        Optional.empty());
  }

  private static Reversibility.Kind kind(String word) {
    for (Reversibility.Kind kind : Reversibility.Kind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(word)) {
        return kind;
      }
    }
    return Reversibility.Kind.NONE;
  }

  private static String text(Value.Dict line, String key) {
    return line.get(key).orElse(Value.NULL) instanceof Value.Str str ? str.reveal() : "";
  }

  private static boolean is(Value.Dict line, String key) {
    return line.get(key).map(Value::isTruthy).orElse(false);
  }

  private static Value.Dict dict(Value.Dict line, String key) {
    Value value = line.get(key).orElse(Value.NULL);
    return value instanceof Value.Dict dict ? dict : Value.dict(Map.of());
  }

  private static List<String> strings(Value.Dict line, String key) {
    Value value = line.get(key).orElse(Value.NULL);
    return value instanceof Value.Seq seq
        ? seq.items().stream()
            .filter(Value.Str.class::isInstance)
            .map(item -> ((Value.Str) item).reveal())
            .toList()
        : List.of();
  }
}
