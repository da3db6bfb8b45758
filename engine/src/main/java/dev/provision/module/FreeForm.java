package dev.provision.module;

import dev.provision.diag.Position;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Arguments written as one string: {@code copy: src=a dest=b}, or a command with a few options in
 * front of or behind it. Templates and quotes keep blanks together.
 */
final class FreeForm {

  private FreeForm() {}

  static Value.Dict arguments(Value written, ParameterList parameters) {
    if (written instanceof Value.Null) {
      return Value.dict(Map.of()).at(written.origin());
    }
    Optional<Parameter> freeForm = parameters.freeForm();
    Text text = Conversions.text(written);
    Map<Value, Value> arguments =
        freeForm.isPresent()
            ? command(text, freeForm.get(), parameters, written.origin())
            : pairs(text, written.origin()).entries();
    return Value.dictOf(arguments).at(written.origin());
  }

  static Value.Dict pairs(Text text) {
    return pairs(text, Position.NONE);
  }

  private static Value.Dict pairs(Text text, Position at) {
    Map<Value, Value> pairs = new LinkedHashMap<>();
    for (Text word : words(text)) {
      int equals = word.reveal().indexOf('=');
      if (equals <= 0) {
        throw ConversionException.invalid("must be written as key=value, not \"" + word + "\".");
      }
      pairs.put(
          Value.of(word.slice(0, equals)).at(at),
          Value.of(unquoted(word.slice(equals + 1, word.reveal().length()))).at(at));
    }
    return Value.dictOf(pairs);
  }

  /**
   * Options such as {@code chdir=/tmp} are taken out; what is left is the command, as it was
   * written.
   */
  private static Map<Value, Value> command(
      Text text, Parameter freeForm, ParameterList parameters, Position at) {
    Map<Value, Value> arguments = new LinkedHashMap<>();
    Text.Builder rest = new Text.Builder();
    int from = 0;
    for (int[] span : spans(text.reveal())) {
      Text word = text.slice(span[0], span[1]);
      int equals = word.reveal().indexOf('=');
      String name = equals > 0 ? word.reveal().substring(0, equals) : "";
      boolean option =
          parameters.named(name).filter(p -> !p.isFreeForm() && !p.isRest()).isPresent();
      if (option) {
        rest.append(text.slice(from, span[0]));
        from = span[1];
        arguments.put(
            Value.of(name).at(at),
            Value.of(unquoted(word.slice(equals + 1, word.reveal().length()))).at(at));
      }
    }
    rest.append(text.slice(from, text.reveal().length()));
    arguments.put(Value.of(freeForm.name()).at(at), Value.of(stripped(rest.build())).at(at));
    return arguments;
  }

  private static Text stripped(Text text) {
    String all = text.reveal();
    int start = all.length() - all.stripLeading().length();
    int end = all.stripTrailing().length();
    return start >= end ? Text.plain("") : text.slice(start, end);
  }

  private static Text unquoted(Text word) {
    String all = word.reveal();
    int last = all.length() - 1;
    boolean quoted =
        last > 0
            && (all.charAt(0) == '"' || all.charAt(0) == '\'')
            && all.charAt(last) == all.charAt(0)
            && all.charAt(last - 1) != '\\';
    return quoted ? word.slice(1, last) : word;
  }

  private static List<Text> words(Text text) {
    return spans(text.reveal()).stream().map(s -> text.slice(s[0], s[1])).toList();
  }

  /** Where words begin and end; blanks within quotes and within {@code {{ }}} do not part words. */
  private static List<int[]> spans(String text) {
    List<int[]> spans = new ArrayList<>();
    int start = -1;
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Character.isWhitespace(c)) {
        if (start >= 0) {
          spans.add(new int[] {start, at});
          start = -1;
        }
        at++;
        continue;
      }
      start = start < 0 ? at : start;
      at = endOfPiece(text, at);
    }
    if (start >= 0) {
      spans.add(new int[] {start, text.length()});
    }
    return spans;
  }

  private static int endOfPiece(String text, int at) {
    char c = text.charAt(at);
    if (c == '\\') {
      return Math.min(at + 2, text.length());
    }
    if (c == '"' || c == '\'') {
      return after(text, String.valueOf(c), at + 1);
    }
    if (text.startsWith("{{", at)) {
      return after(text, "}}", at + 2);
    }
    if (text.startsWith("{%", at)) {
      return after(text, "%}", at + 2);
    }
    return at + 1;
  }

  private static int after(String text, String end, int from) {
    int found = text.indexOf(end, from);
    // Without an end it is an ordinary character, as in "it's".
    return found < 0 ? from : found + end.length();
  }
}
