package dev.provision.lang;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Problems;
import dev.provision.diag.Suggestions;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code loop}, {@code with_…} and {@code loop_control}. */
final class LoopReader {

  private static final List<String> CONTROLS =
      List.of(
          "loop_var", "index_var", "label", "pause", "extended", "extended_allitems", "break_when");
  private static final Set<String> NAMES = Set.of("loop_var", "index_var");

  private final Problems problems;
  private final KeywordReader keywords;

  LoopReader(Problems problems, KeywordReader keywords) {
    this.problems = problems;
    this.keywords = keywords;
  }

  Optional<Loop> read(Value.Dict task) {
    LoopControl control = task.get("loop_control").map(this::control).orElse(LoopControl.DEFAULT);
    List<Loop> loops = new ArrayList<>();
    for (Map.Entry<Value, Value> entry : task.entries().entrySet()) {
      String word = Conversions.text(entry.getKey());
      if (word.equals("loop") || word.startsWith("with_")) {
        Optional<String> lookup =
            word.equals("loop") ? Optional.empty() : Optional.of(word.substring("with_".length()));
        loops.add(new Loop(lookup, entry.getValue(), control));
        if (loops.size() == 2) {
          problems.error(
              ErrorCode.CONFLICTING_ACTIONS,
              entry.getKey().origin(),
              "A task has one loop, and \"" + word + "\" is its second.");
        }
        checkItems(word, entry.getValue());
      }
    }
    return loops.stream().findFirst();
  }

  private void checkItems(String word, Value items) {
    boolean list = items instanceof Value.Seq;
    boolean template = items instanceof Value.Str && items.hasTemplate();
    if (word.equals("loop") && !list && !template) {
      keywords.wrongType(word, "a list, or a template that gives one", items);
    }
  }

  private LoopControl control(Value value) {
    if (!(value instanceof Value.Dict dict)) {
      keywords.wrongType("loop_control", "a mapping", value);
      return LoopControl.DEFAULT;
    }

    dict.entries().forEach(this::check);
    return new LoopControl(
        dict.get("loop_var"),
        dict.get("index_var"),
        dict.get("label"),
        dict.get("pause"),
        dict.get("extended"),
        dict.get("extended_allitems"),
        Conversions.items(dict.get("break_when").orElse(Value.list(List.of()))));
  }

  private void check(Value key, Value value) {
    String word = Conversions.text(key);
    if (!CONTROLS.contains(word)) {
      problems.error(
          ErrorCode.UNKNOWN_KEYWORD,
          key.origin(),
          "\"loop_control\" has no key \""
              + word
              + "\"."
              + Suggestions.didYouMean(word, CONTROLS).map(s -> " " + s).orElse(""));
    } else if (NAMES.contains(word)
        && !value.hasTemplate()
        && !KeywordReader.isName(Conversions.text(value))) {
      keywords.wrongType(word, "the name of a variable", value);
    }
  }
}
