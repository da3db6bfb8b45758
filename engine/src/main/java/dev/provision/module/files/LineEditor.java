package dev.provision.module.files;

import dev.provision.module.PythonRegex;
import dev.provision.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds where a line belongs. */
final class LineEditor {

  private static final String END = "EOF";
  private static final String BEGINNING = "BOF";

  private final LineInFileModule.Params params;
  private final List<Text> lines;

  LineEditor(LineInFileModule.Params params, List<Text> lines) {
    this.params = params;
    this.lines = new ArrayList<>(lines);
  }

  private boolean isFinding() {
    return params.regexp().isPresent() || params.searchString().isPresent();
  }

  private boolean isFound(Text line) {
    String bare = TextLines.bare(line);
    return params.regexp().map(regex -> regex.isFoundIn(bare)).orElse(false)
        || params.searchString().map(bare::contains).orElse(false);
  }

  private int last(Predicate<Text> fits) {
    int found = -1;
    for (int i = 0; i < lines.size(); i++) {
      if (fits.test(lines.get(i))) {
        found = i;
        if (params.firstmatch()) {
          return found;
        }
      }
    }
    return found;
  }

  FileEdit.Edited present() {
    Text line = params.line().orElseThrow();
    String wanted = TextLines.bare(line);
    int found = isFinding() ? last(this::isFound) : -1;
    int same = last(l -> TextLines.bare(l).equals(wanted));
    if (found >= 0) {
      return replaced(found, line);
    }
    if (params.backrefs()) {
      return done("", 0);
    }
    return same >= 0 ? replaced(same, line) : inserted(line);
  }

  private FileEdit.Edited replaced(int found, Text line) {
    Text old = lines.get(found);
    Text fresh = params.backrefs() ? expanded(old, line) : line;
    if (old.reveal().equals(TextLines.broken(fresh).reveal())) {
      // The same characters, with the marks of secrets that the task knows.
      lines.set(found, TextLines.broken(fresh));
      return done("", 0);
    }
    lines.set(found, TextLines.broken(fresh));
    return done("line replaced", 1);
  }

  /** Marks are kept as a whole: where the pieces of a secret went can't be told. */
  private Text expanded(Text old, Text line) {
    PythonRegex regex = params.regexp().orElseThrow();
    String text =
        regex
            .search(TextLines.bare(old))
            .map(match -> PythonRegex.expand(match, line.reveal()))
            .orElse(line.reveal());
    return line.hasSecret() || old.hasSecret() ? Text.secret(text) : Text.plain(text);
  }

  private FileEdit.Edited inserted(Text line) {
    Text fresh = TextLines.broken(line);
    if (params.insertbefore().filter(BEGINNING::equals).isPresent()
        || params.insertafter().filter(BEGINNING::equals).isPresent()) {
      lines.add(0, fresh);
      return done("line added", 1);
    }
    int at = place(params.insertbefore(), 0).or(() -> place(params.insertafter(), 1)).orElse(-1);
    if (at < 0 || at >= lines.size()) {
      TextLines.breakLast(lines);
      lines.add(fresh);
    } else {
      lines.add(at, fresh);
    }
    return done("line added", 1);
  }

  private Optional<Integer> place(Optional<String> regex, int offset) {
    if (regex.isEmpty() || regex.get().equals(END) || regex.get().equals(BEGINNING)) {
      return Optional.empty();
    }
    PythonRegex place = PythonRegex.compile(regex.get());
    int found = last(line -> place.isFoundIn(TextLines.bare(line)));
    return found < 0 ? Optional.empty() : Optional.of(found + offset);
  }

  FileEdit.Edited absent() {
    Optional<String> wanted = params.line().map(TextLines::bare);
    List<Text> kept = new ArrayList<>();
    for (Text line : lines) {
      boolean isGone =
          isFinding() ? isFound(line) : wanted.filter(TextLines.bare(line)::equals).isPresent();
      if (!isGone) {
        kept.add(line);
      }
    }
    long removed = lines.size() - (long) kept.size();
    return new FileEdit.Edited(TextLines.join(kept), removed + " line(s) removed", removed);
  }

  private FileEdit.Edited done(String message, long count) {
    return new FileEdit.Edited(TextLines.join(lines), message, count);
  }
}
