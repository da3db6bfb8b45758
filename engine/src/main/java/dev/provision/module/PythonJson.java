package dev.provision.module;

import dev.provision.value.Json;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.Iterator;
import java.util.Map;

/**
 * JSON as Python writes it by default, with the marks of secrets: blanks behind commas, ASCII only.
 */
public final class PythonJson {

  private PythonJson() {}

  public static Text dumps(Value value) {
    Text.Builder out = new Text.Builder();
    write(value, out);
    return out.build();
  }

  private static void write(Value value, Text.Builder out) {
    if (value instanceof Value.Seq seq) {
      out.append("[");
      for (Iterator<Value> items = seq.items().iterator(); items.hasNext(); ) {
        write(items.next(), out);
        out.append(items.hasNext() ? ", " : "");
      }
      out.append("]");
    } else if (value instanceof Value.Dict dict) {
      out.append("{");
      String separator = "";
      for (Map.Entry<Value, Value> entry : dict.entries().entrySet()) {
        out.append(separator);
        string(Conversions.text(entry.getKey()), out);
        out.append(": ");
        write(entry.getValue(), out);
        separator = ", ";
      }
      out.append("}");
    } else if (value instanceof Value.Str str) {
      string(str.text(), out);
    } else if (value instanceof Value.Int number) {
      out.append(number.text());
    } else {
      out.append(Json.reveal(value));
    }
  }

  private static void string(Text text, Text.Builder out) {
    out.append("\"");
    String all = text.reveal();
    for (int i = 0; i < all.length(); i++) {
      String escaped = escaped(all.charAt(i));
      boolean isSecret = text.hasSecret() && text.slice(i, i + 1).hasSecret();
      out.append(isSecret ? Text.secret(escaped) : Text.plain(escaped));
    }
    out.append("\"");
  }

  private static String escaped(char c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case '\b' -> "\\b";
      case '\f' -> "\\f";
      default -> c >= ' ' && c < 127 ? String.valueOf(c) : String.format("\\u%04x", (int) c);
    };
  }
}
