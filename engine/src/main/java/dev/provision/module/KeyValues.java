package dev.provision.module;

import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/** A dict written as text: {@code a=1 b="two words"}, also with commas between. */
final class KeyValues {

  private final Text text;
  private final String all;
  private int at;

  private KeyValues(Text text) {
    this.text = text;
    this.all = text.reveal();
  }

  static Value.Dict parse(Text text) {
    return new KeyValues(text).parse();
  }

  private Value.Dict parse() {
    Map<Value, Value> pairs = new LinkedHashMap<>();
    skip();
    while (at < all.length()) {
      int equals = all.indexOf('=', at);
      if (equals <= at || !all.substring(at, equals).matches("\\S+")) {
        throw ConversionException.wrongType("must be a dict or text such as \"a=1 b=2\".");
      }
      Text key = text.slice(at, equals);
      at = equals + 1;
      pairs.put(Value.of(key), Value.of(value()));
      skip();
    }
    return Value.dictOf(pairs);
  }

  private Text value() {
    char quote = at < all.length() ? all.charAt(at) : ' ';
    if (quote == '"' || quote == '\'') {
      int end = all.indexOf(quote, at + 1);
      if (end < 0) {
        throw ConversionException.wrongType("has a quotation mark that is not closed.");
      }
      Text value = text.slice(at + 1, end);
      at = end + 1;
      return value;
    }
    int from = at;
    while (at < all.length() && !isSeparator(all.charAt(at))) {
      at++;
    }
    return text.slice(from, at);
  }

  private void skip() {
    while (at < all.length() && isSeparator(all.charAt(at))) {
      at++;
    }
  }

  private static boolean isSeparator(char c) {
    return c == ',' || Character.isWhitespace(c);
  }
}
