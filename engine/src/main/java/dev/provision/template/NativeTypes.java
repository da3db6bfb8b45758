package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The type of a rendered string as Ansible decides it without {@code jinja2_native}: what reads as
 * a list, a dict or a bool becomes one, all else is text.
 */
final class NativeTypes {

  private NativeTypes() {}

  static Value convert(Output out, Evaluation run) {
    Value only = out.onlyValue().orElse(null);
    if (only == null) {
      return convert(run.template().withLineBreaks(out.text()));
    }
    if (only instanceof Value.Bool || run.keepsText(only)) {
      return only;
    }
    if (only instanceof Value.Seq seq && !seq.isTuple() || only instanceof Value.Dict) {
      Value settled = run.settled(only);
      if (isLiteral(settled)) {
        return settled;
      }
    }
    if (only instanceof Value.Str str) {
      Text whole = run.template().withLineBreaks(str.text());
      boolean same = whole.reveal().length() == str.reveal().length();
      return looksTyped(whole.reveal()) || !same ? convert(whole) : str;
    }
    return convert(run.template().withLineBreaks(out.text()));
  }

  static Value convert(Text text) {
    return looksTyped(text.reveal())
        ? PythonLiteral.parse(text).orElseGet(() -> Value.of(text))
        : Value.of(text);
  }

  private static boolean looksTyped(String text) {
    return text.startsWith("{") && !text.startsWith("{{")
        || text.startsWith("[")
        || text.equals("True")
        || text.equals("False");
  }

  /** Whether Python would read back what it prints for the value. */
  private static boolean isLiteral(Value value) {
    if (value instanceof Value.Float number) {
      return !Double.isNaN(number.value()) && !Double.isInfinite(number.value());
    }
    if (value instanceof Value.Seq seq) {
      return seq.items().stream().allMatch(NativeTypes::isLiteral);
    }
    if (value instanceof Value.Dict dict) {
      return dict.entries().values().stream().allMatch(NativeTypes::isLiteral);
    }
    return !(value instanceof Value.Opaque);
  }

  private static boolean isUnsafe(Value value) {
    if (value instanceof Value.Seq seq) {
      return seq.items().stream().allMatch(NativeTypes::isUnsafe);
    }
    if (value instanceof Value.Dict dict) {
      return dict.entries().entrySet().stream()
          .allMatch(entry -> isUnsafe(entry.getKey()) && isUnsafe(entry.getValue()));
    }
    return !(value instanceof Value.Str str) || str.isUnsafe();
  }

  /** The same with all its strings marked as never to be read as templates. */
  static Value unsafe(Value value) {
    if (value instanceof Value.Str str) {
      return str.asUnsafe();
    }
    if (isUnsafe(value)) {
      return value;
    }
    if (value instanceof Value.Seq seq) {
      List<Value> items = seq.items().stream().map(NativeTypes::unsafe).toList();
      return (seq.isTuple() ? Value.tuple(items) : Value.list(items)).at(seq.origin());
    }
    if (value instanceof Value.Dict dict) {
      Map<Value, Value> entries = new LinkedHashMap<>();
      dict.entries().forEach((key, item) -> entries.put(unsafe(key), unsafe(item)));
      return Value.dictOf(entries).at(dict.origin());
    }
    return value;
  }
}
