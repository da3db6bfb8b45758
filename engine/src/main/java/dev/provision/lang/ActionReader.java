package dev.provision.lang;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.diag.Suggestions;
import dev.provision.lang.Keyword.Place;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds the module of a task and reads its arguments, in all the ways in which they can be written.
 */
final class ActionReader {

  private final Problems problems;
  private final KeywordReader keywords;
  private final Predicate<String> isModule;

  ActionReader(Problems problems, KeywordReader keywords, Predicate<String> isModule) {
    this.problems = problems;
    this.keywords = keywords;
    this.isModule = isModule;
  }

  /**
   * A task's action.
   *
   * @param local whether {@code local_action} asked for this machine
   */
  record Found(Action action, boolean local) {}

  /** Nothing where there is none or more than one, which is a problem then. */
  Optional<Found> read(Value.Dict task, Place place) {
    List<Map.Entry<Value, Value>> candidates = candidates(task, place);
    if (candidates.isEmpty()) {
      problems.error(
          ErrorCode.NO_ACTION, task.origin(), "The " + place.word() + " names no module.");
      return Optional.empty();
    }
    if (candidates.size() > 1) {
      conflict(candidates, place);
      return Optional.empty();
    }
    return action(candidates.get(0).getKey(), candidates.get(0).getValue(), args(task));
  }

  private List<Map.Entry<Value, Value>> candidates(Value.Dict task, Place place) {
    List<Map.Entry<Value, Value>> found = new ArrayList<>();
    for (Map.Entry<Value, Value> entry : task.entries().entrySet()) {
      String word = Conversions.text(entry.getKey());
      Optional<Keyword> keyword = Keyword.of(word);
      boolean action = word.equals("action") || word.equals("local_action");
      if (action || (keyword.isEmpty() && !word.startsWith("with_"))) {
        found.add(entry);
      } else if (keyword.isPresent() && !keyword.get().isAllowedIn(place)) {
        keywords.unknown(word, entry.getKey().origin(), place);
      }
    }
    return found;
  }

  /**
   * Of several unknown words, the one that is nearly a keyword is a slip; else there are two
   * modules.
   */
  private void conflict(List<Map.Entry<Value, Value>> candidates, Place place) {
    List<Value> words = candidates.stream().map(Map.Entry::getKey).toList();
    List<Value> modules = words.stream().filter(w -> isModule.test(Conversions.text(w))).toList();
    if (modules.isEmpty()) {
      modules = words.stream().filter(w -> !isNearlyKeyword(Conversions.text(w), place)).toList();
    }
    if (modules.size() == 1) {
      Value module = modules.get(0);
      words.stream()
          .filter(word -> word != module)
          .forEach(word -> keywords.unknown(Conversions.text(word), word.origin(), place));
      return;
    }
    problems.error(
        ErrorCode.CONFLICTING_ACTIONS,
        words.get(1).origin(),
        "A task runs one module, and this one names both \""
            + words.get(0)
            + "\" and \""
            + words.get(1)
            + "\".");
  }

  private static boolean isNearlyKeyword(String word, Place place) {
    return word.indexOf('.') < 0 && !Suggestions.closest(word, Keyword.words(place)).isEmpty();
  }

  /** What {@code args} gives: a mapping or a template. */
  private Value args(Value.Dict task) {
    Value args = task.get("args").orElse(Value.NULL);
    boolean template = args instanceof Value.Str && args.hasTemplate();
    if (args instanceof Value.Dict || args instanceof Value.Null || template) {
      return args;
    }
    keywords.wrongType("args", "a mapping", args);
    return Value.NULL;
  }

  private Optional<Found> action(Value key, Value value, Value args) {
    String word = Conversions.text(key);
    if (!word.equals("action") && !word.equals("local_action")) {
      return Optional.of(new Found(action(word, key.origin(), value, args), false));
    }
    boolean local = word.equals("local_action");
    Optional<Action> action =
        value instanceof Value.Dict dict ? ofMapping(dict, args) : ofText(word, value, args);
    return action.map(read -> new Found(read, local));
  }

  private Optional<Action> ofMapping(Value.Dict value, Value args) {
    Optional<Value> module = value.get("module");
    if (module.isEmpty()) {
      problems.error(
          ErrorCode.NO_ACTION, value.origin(), "The mapping has no key \"module\" to name one.");
      return Optional.empty();
    }
    Map<Value, Value> rest = new LinkedHashMap<>(value.entries());
    rest.remove(Value.of("module"));
    Value own = Value.dictOf(rest).at(value.origin());
    return ofText("action", module.get(), own)
        .map(read -> action(read.written(), read.at(), Value.NULL, merged(args, read.args())));
  }

  private static Value merged(Value under, Value.Dict over) {
    if (!(under instanceof Value.Dict dict)) {
      return over.entries().isEmpty() ? under : over;
    }
    Map<Value, Value> all = new LinkedHashMap<>(dict.entries());
    all.putAll(over.entries());
    return Value.dictOf(all).at(over.origin());
  }

  /** {@code copy src=a dest=b}. */
  private Optional<Action> ofText(String word, Value value, Value args) {
    String text = KeywordReader.isScalar(value) ? Conversions.text(value).strip() : "";
    if (text.isEmpty() || value instanceof Value.Null) {
      keywords.wrongType(word, "the name of a module and perhaps arguments", value);
      return Optional.empty();
    }
    String module = text.split("\\s", 2)[0];
    String rest = text.substring(module.length());
    int blanks = rest.length() - rest.stripLeading().length();
    Position at = value.origin();
    boolean exact = at.length() == text.length();
    Position restAt =
        exact
            ? new Position(
                at.file(),
                at.line(),
                at.column() + module.length() + blanks,
                Math.max(1, rest.length() - blanks))
            : at;
    Value free = rest.isBlank() ? Value.NULL : Value.of(rest.strip()).at(restAt);
    Position moduleAt = exact ? at.withLength(module.length()) : at;
    return Optional.of(action(module, moduleAt, free, args));
  }

  private Action action(String written, Position at, Value value, Value args) {
    String module = ActionNames.shortName(written);
    Optional<Value.Str> template =
        args instanceof Value.Str str ? Optional.of(str) : Optional.empty();
    Value.Dict own = Value.dict(Map.of()).at(value.origin());
    if (isWholeTemplate(value) && !ActionNames.takesFreeForm(module)) {
      template = Optional.of((Value.Str) value);
    } else if (value instanceof Value.Dict dict) {
      own = dict;
    } else if (value instanceof Value.Seq) {
      keywords.wrongType(written, "a mapping of arguments", value);
    } else if (!(value instanceof Value.Null)) {
      own = free(written, module, value);
    }
    Value merged = merged(args, own);
    Value.Dict all = merged instanceof Value.Dict dict ? dict : own;
    return new Action(written, module, all, template, at);
  }

  private Value.Dict free(String written, String module, Value value) {
    Value.Str text =
        value instanceof Value.Str str ? str : Value.of(Conversions.text(value)).at(value.origin());
    Value.Dict args = FreeForm.parse(text, ActionNames.takesCommand(module), problems);
    if (args.get(Action.FREE_FORM).isPresent() && !ActionNames.takesFreeForm(module)) {
      problems.error(
          ErrorCode.INVALID_ARGUMENT,
          value.origin(),
          "The module \""
              + written
              + "\" takes no free text. Write its arguments as a mapping, or as key=value.");
    }
    return args;
  }

  private static boolean isWholeTemplate(Value value) {
    if (!(value instanceof Value.Str str) || !value.hasTemplate()) {
      return false;
    }
    String text = str.reveal().strip();
    return text.startsWith("{{") && text.endsWith("}}") && text.indexOf("{{", 2) < 0;
  }
}
