package dev.provision.lang;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Problems;
import dev.provision.value.Value;
import java.util.Map;
import java.util.Optional;

/** What all readers of one load share. */
final class Loading {

  private final VariableFiles files;
  private final Problems problems;
  private final PlaybookOptions options;
  private final KeywordReader keywords;

  Loading(VariableFiles files, Problems problems, PlaybookOptions options) {
    this.files = files;
    this.problems = problems;
    this.options = options;
    this.keywords = new KeywordReader(problems);
  }

  VariableFiles files() {
    return files;
  }

  Problems problems() {
    return problems;
  }

  PlaybookOptions options() {
    return options;
  }

  KeywordReader keywords() {
    return keywords;
  }

  /**
   * A name that must be known before anything runs; nothing where it is not, which is a problem
   * then.
   */
  Optional<String> staticName(
      String keyword, Value name, Keywords outer, PlayFrame play, String advice) {
    if (name instanceof Value.Null || !KeywordReader.isScalar(name)) {
      keywords.wrongType(keyword, "a name", name);
      return Optional.empty();
    }
    if (!name.hasTemplate()) {
      return Optional.of(Conversions.text(name));
    }
    Value.Dict known = play.vars();
    for (Map.Entry<Value, Value> entry : outer.vars().entries().entrySet()) {
      known = known.with(Conversions.text(entry.getKey()), entry.getValue());
    }
    Optional<String> rendered = options.staticNames().render(name, known);
    if (rendered.isEmpty()) {
      problems.error(
          ErrorCode.UNDEFINED_VARIABLE,
          name.origin(),
          "The name is needed before anything runs, and a variable in it is not known then."
              + advice);
    }
    return rendered;
  }
}
