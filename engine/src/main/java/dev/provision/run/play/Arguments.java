package dev.provision.run.play;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.lang.Action;
import dev.provision.lang.Conversions;
import dev.provision.lang.Keywords;
import dev.provision.module.ModuleNames;
import dev.provision.run.vars.Variables;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A task's arguments with no template left in them. */
final class Arguments {

  private Arguments() {}

  /**
   * Those of the task over those of {@code args} over {@code module_defaults}; what is omitted is
   * left out.
   */
  static Value.Dict render(Action action, Keywords keywords, Rendering rendering) {
    Map<Value, Value> all = new LinkedHashMap<>(defaults(action, keywords, rendering));
    action
        .argsTemplate()
        .map(rendering::render)
        .ifPresent(given -> all.putAll(mapping(given, action).entries()));
    action.args().entries().forEach((key, value) -> all.put(key, rendering.render(value)));
    return present(Value.dictOf(all).at(action.at()));
  }

  private static Map<Value, Value> defaults(Action action, Keywords keywords, Rendering rendering) {
    Map<Value, Value> found = new LinkedHashMap<>();
    for (Value each : keywords.moduleDefaults()) {
      Value rendered = rendering.render(each);
      if (rendered instanceof Value.Dict dict) {
        dict.entries()
            .forEach(
                (name, arguments) -> {
                  String module = ModuleNames.shortName(Conversions.text(name));
                  if (module.equals(action.module()) && arguments instanceof Value.Dict given) {
                    found.putAll(given.entries());
                  }
                });
      }
    }
    return found;
  }

  private static Value.Dict mapping(Value given, Action action) {
    if (given instanceof Value.Dict dict) {
      return dict;
    }
    throw new ProvisionException(
        ErrorCode.WRONG_TYPE,
        action.argsTemplate().map(Value::origin).orElse(action.at()),
        "The keyword \"args\" must give a mapping, and this gives a " + given.typeName() + ".");
  }

  private static Value.Dict present(Value.Dict dict) {
    Map<Value, Value> kept = new LinkedHashMap<>();
    dict.entries().forEach((key, value) -> present(value).ifPresent(v -> kept.put(key, v)));
    return Value.dictOf(kept).at(dict.origin());
  }

  /** Nothing where the value is omitted; lists and mappings without what is omitted in them. */
  private static Optional<Value> present(Value value) {
    if (value instanceof Value.Str str) {
      return !str.hasSecret() && str.reveal().equals(Variables.OMIT.reveal())
          ? Optional.empty()
          : Optional.of(value);
    }
    if (value instanceof Value.Dict dict) {
      return Optional.of(present(dict));
    }
    if (value instanceof Value.Seq seq) {
      List<Value> kept = new ArrayList<>();
      seq.items().forEach(item -> present(item).ifPresent(kept::add));
      return Optional.of(
          kept.size() == seq.items().size() ? seq : Value.list(kept).at(seq.origin()));
    }
    return Optional.of(value);
  }
}
