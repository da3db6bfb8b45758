package dev.provision.run.play;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.ProvisionException;
import dev.provision.lang.Conversions;
import dev.provision.lang.Keyword;
import dev.provision.lang.Keywords;
import dev.provision.template.Scope;
import dev.provision.template.Templar;
import dev.provision.value.Secret;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keywords and variables as values of the type that is wanted. */
final class Rendering {

  private final Templar templar;
  private final Scope scope;

  Rendering(Templar templar, Scope scope) {
    this.templar = templar;
    this.scope = scope;
  }

  Templar templar() {
    return templar;
  }

  Scope scope() {
    return scope;
  }

  /** With a variable over the others. */
  Rendering with(String name, Value value) {
    return new Rendering(templar, scope.with(name, value));
  }

  Value render(Value value) {
    return templar.render(value, scope);
  }

  /** A variable's value; null and undefined are the same here. */
  Optional<Value> variable(String name) {
    return scope.lookup(name).map(this::render).filter(value -> !(value instanceof Value.Null));
  }

  Optional<String> text(String name) {
    return variable(name).map(Conversions::text).filter(text -> !text.isEmpty());
  }

  Optional<Secret> secret(String name) {
    return text(name).map(Secret::of);
  }

  Optional<Boolean> bool(String name) {
    return variable(name).map(value -> bool(value, "variable \"" + name + "\""));
  }

  Optional<Long> integer(String name) {
    return variable(name).map(value -> integer(value, "variable \"" + name + "\""));
  }

  boolean is(Optional<Value> keyword, String word) {
    return keyword.map(this::render).map(v -> bool(v, "keyword \"" + word + "\"")).orElse(false);
  }

  Optional<Boolean> bool(Keywords keywords, Keyword keyword) {
    return keywords.get(keyword).map(this::render).map(v -> bool(v, name(keyword)));
  }

  Optional<String> text(Keywords keywords, Keyword keyword) {
    return keywords.get(keyword).map(this::render).map(Conversions::text);
  }

  Optional<Long> integer(Keywords keywords, Keyword keyword) {
    return keywords.get(keyword).map(this::render).map(v -> integer(v, name(keyword)));
  }

  private static String name(Keyword keyword) {
    return "keyword \"" + keyword.word() + "\"";
  }

  static boolean bool(Value value, String what) {
    return Conversions.bool(value).orElseThrow(() -> wrong(value, what, "true or false"));
  }

  static long integer(Value value, String what) {
    return Conversions.integer(value).orElseThrow(() -> wrong(value, what, "a whole number"));
  }

  static Duration seconds(Value value, String what) {
    double seconds =
        Conversions.decimal(value)
            .orElseThrow(() -> wrong(value, what, "a number of seconds"))
            .doubleValue();
    return Duration.ofMillis(Math.max(0, Math.round(seconds * 1000)));
  }

  private static ProvisionException wrong(Value value, String what, String wanted) {
    return new ProvisionException(
        ErrorCode.WRONG_TYPE,
        value.origin(),
        "The " + what + " must be " + wanted + ", and it is \"" + value + "\".");
  }

  /** All conditions must hold. */
  boolean test(List<Value> conditions) {
    for (Value condition : conditions) {
      if (!templar.test(condition, scope)) {
        return false;
      }
    }
    return true;
  }

  Value evaluate(String expression, Position at) {
    return templar.evaluate(expression, at, scope);
  }

  /** The keyword {@code environment}: mappings over each other, or templates that give one. */
  Map<String, Text> environment(Keywords keywords) {
    Map<String, Text> environment = new LinkedHashMap<>();
    for (Value each : keywords.environment()) {
      Value rendered = render(each);
      if (rendered instanceof Value.Dict dict) {
        dict.entries().forEach((key, value) -> environment.put(name(key), textOf(value)));
      } else if (rendered.isTruthy()) {
        throw wrong(rendered, "keyword \"environment\"", "a mapping");
      }
    }
    return environment;
  }

  private static String name(Value key) {
    String name = Conversions.text(key);
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw wrong(key, "name of an environment variable", "letters, digits and underscores");
    }
    return name;
  }

  private static Text textOf(Value value) {
    return value instanceof Value.Str str ? str.text() : Text.plain(Conversions.text(value));
  }

  /** Names parted by commas or in a list. */
  List<String> words(List<Value> values) {
    List<String> words = new ArrayList<>();
    for (Value value : values) {
      words.addAll(Conversions.words(render(value)));
    }
    return words;
  }

  /** Each a name of its own, whatever it holds: handlers may have commas. */
  List<String> names(List<Value> values) {
    List<String> names = new ArrayList<>();
    for (Value value : values) {
      Value rendered = render(value);
      if (rendered instanceof Value.Seq seq) {
        seq.items().forEach(item -> names.add(Conversions.text(item)));
      } else {
        names.add(Conversions.text(rendered));
      }
    }
    return names;
  }
}
