package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Python's {@code pprint.pformat}: one line while it fits, then one element a line. */
final class PrettyPrint {

  private static final int WIDTH = 80;

  private PrettyPrint() {}

  static Text print(Value value) {
    return print(value, 0, 0);
  }

  /**
   * @param indent where the value starts in its line
   * @param after how many characters follow it in its last line
   */
  private static Text print(Value value, int indent, int after) {
    Text flat = Printing.repr(sorted(value));
    if (Texts.length(flat.reveal()) <= WIDTH - indent - after) {
      return flat;
    }
    if (value instanceof Value.Seq seq && !seq.items().isEmpty()) {
      List<Text> lines = new ArrayList<>();
      for (int i = 0; i < seq.items().size(); i++) {
        int follows = i == seq.items().size() - 1 ? after + 1 : 1;
        lines.add(print(seq.items().get(i), indent + 1, follows));
      }
      return wrapped(seq.isTuple() ? "(" : "[", lines, seq.isTuple() ? ")" : "]", indent);
    }
    if (value instanceof Value.Dict dict && !dict.entries().isEmpty()) {
      return wrapped("{", entries(dict, indent, after), "}", indent);
    }
    return flat;
  }

  private static List<Text> entries(Value.Dict dict, int indent, int after) {
    List<Text> lines = new ArrayList<>();
    List<Map.Entry<Value, Value>> sorted =
        new ArrayList<>(((Value.Dict) sorted(dict)).entries().entrySet());
    for (int i = 0; i < sorted.size(); i++) {
      Text key = Printing.repr(sorted.get(i).getKey()).plus(Text.plain(": "));
      int follows = i == sorted.size() - 1 ? after + 1 : 1;
      int start = indent + 1 + Texts.length(key.reveal());
      lines.add(key.plus(print(sorted.get(i).getValue(), start, follows)));
    }
    return lines;
  }

  private static Text wrapped(String open, List<Text> lines, String close, int indent) {
    Text separator = Text.plain(",\n" + " ".repeat(indent + 1));
    return new Text.Builder()
        .append(open)
        .append(Texts.join(separator, lines))
        .append(close)
        .build();
  }

  /** The keys of dicts are sorted at every depth. */
  private static Value sorted(Value value) {
    if (value instanceof Value.Seq seq) {
      List<Value> items = seq.items().stream().map(PrettyPrint::sorted).toList();
      return seq.isTuple() ? Value.tuple(items) : Value.list(items);
    }
    if (!(value instanceof Value.Dict dict)) {
      return value;
    }
    Map<Value, Value> entries = new java.util.LinkedHashMap<>();
    dict.entries().entrySet().stream()
        .sorted(Comparator.comparing(entry -> Printing.str(entry.getKey()).reveal()))
        .forEach(entry -> entries.put(entry.getKey(), sorted(entry.getValue())));
    return Value.dictOf(entries);
  }
}
