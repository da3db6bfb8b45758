package dev.provision.template;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Python's {@code json.dumps}, with marks where there are secrets. */
final class JsonText {

  private final @Nullable String indent;
  private final String itemSeparator;
  private final String keySeparator;
  private final boolean sortKeys;
  private final boolean asciiOnly;
  private final Text.Builder out = new Text.Builder();

  /**
   * @param indent blanks per level; null for one line
   */
  JsonText(
      @Nullable String indent,
      String itemSeparator,
      String keySeparator,
      boolean sortKeys,
      boolean asciiOnly) {
    this.indent = indent;
    this.itemSeparator = itemSeparator;
    this.keySeparator = keySeparator;
    this.sortKeys = sortKeys;
    this.asciiOnly = asciiOnly;
  }

  Text write(Value value) {
    write(value, 0);
    return out.build();
  }

  private void write(Value value, int depth) {
    if (value instanceof Value.Str str) {
      string(str.text());
    } else if (value instanceof Value.Null) {
      out.append("null");
    } else if (value instanceof Value.Bool bool) {
      out.append(bool.value() ? "true" : "false");
    } else if (value instanceof Value.Float number) {
      out.append(Texts.like(number, number(number.value())));
    } else if (value instanceof Value.Seq seq) {
      list(seq.items(), depth);
    } else if (value instanceof Value.Dict dict) {
      dict(dict, depth);
    } else if (value instanceof Value.Int number) {
      out.append(number.text());
    } else {
      string(Printing.str(value));
    }
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    return Printing.number(value);
  }

  private void list(List<Value> items, int depth) {
    if (items.isEmpty()) {
      out.append("[]");
      return;
    }
    out.append("[");
    for (int i = 0; i < items.size(); i++) {
      separate(i, depth + 1);
      write(items.get(i), depth + 1);
    }
    close(depth);
    out.append("]");
  }

  private void dict(Value.Dict dict, int depth) {
    if (dict.entries().isEmpty()) {
      out.append("{}");
      return;
    }
    List<Map.Entry<Value, Value>> entries = new ArrayList<>(dict.entries().entrySet());
    if (sortKeys) {
      entries.sort(Map.Entry.comparingByKey(Comparing.ORDER));
    }
    out.append("{");
    for (int i = 0; i < entries.size(); i++) {
      separate(i, depth + 1);
      key(entries.get(i).getKey());
      out.append(keySeparator);
      write(entries.get(i).getValue(), depth + 1);
    }
    close(depth);
    out.append("}");
  }

  private void key(Value key) {
    if (key instanceof Value.Str str) {
      string(str.text());
      return;
    }
    if (key instanceof Value.Seq) {
      throw Fault.of("JSON has no tuples as keys.");
    }
    // Keys that are no strings are written as JSON writes the value, in quotes.
    out.append("\"");
    write(key, 0);
    out.append("\"");
  }

  private void separate(int index, int depth) {
    out.append(index == 0 ? "" : itemSeparator);
    if (indent != null) {
      out.append("\n" + indent.repeat(depth));
    }
  }

  private void close(int depth) {
    if (indent != null) {
      out.append("\n" + indent.repeat(depth));
    }
  }

  private void string(Text text) {
    out.append("\"");
    if (text.hasSecret()) {
      for (Text one : Texts.characters(text)) {
        out.append(Texts.like(one, escaped(one.reveal())));
      }
    } else {
      out.append(escaped(text.reveal()));
    }
    out.append("\"");
  }

  private String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> escaped.append("\\\"");
        case '\\' -> escaped.append("\\\\");
        case '\n' -> escaped.append("\\n");
        case '\r' -> escaped.append("\\r");
        case '\t' -> escaped.append("\\t");
        case '\b' -> escaped.append("\\b");
        case '\f' -> escaped.append("\\f");
        default -> {
          if (c < 0x20 || asciiOnly && c > 0x7e) {
            escaped.append(String.format("\\u%04x", (int) c));
          } else {
            escaped.append(c);
          }
        }
      }
    }
    return escaped.toString();
  }
}
