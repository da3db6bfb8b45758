package dev.provision.report;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.patch.Patch;
import dev.provision.run.event.RunEvent.Change;
import dev.provision.value.Json;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * A change as lines to read: a unified diff for texts of several lines, {@code before → after} for
 * the rest.
 */
final class DiffText {

  /** Longer values are shown as a diff even where they are one line. */
  private static final int SHORT = 60;

  private DiffText() {}

  static boolean isMultiLine(Change change) {
    return isLong(change.before()) || isLong(change.after());
  }

  private static boolean isLong(Value value) {
    if (!(value instanceof Value.Str str)) {
      return false;
    }
    String shown = str.text().shown();
    return shown.indexOf('\n') >= 0 || shown.length() > SHORT;
  }

  /** {@code 7200 → 60}; absent and unknown have their own words. */
  static String oneLine(Change change, String arrow) {
    return word(change.before()) + " " + arrow + " " + after(change);
  }

  private static String after(Change change) {
    return change.known() ? word(change.after()) : "(known after apply)";
  }

  static String word(Value value) {
    if (value instanceof Value.Null) {
      return "(absent)";
    }
    if (value instanceof Value.Str str) {
      String shown = str.text().shown();
      return shown.isEmpty() ? "''" : Printable.line(shown);
    }
    return Json.show(value);
  }

  /**
   * The unified diff with three lines of context, without a line break at the end of each line.
   * Secret ranges are masked on both sides; where nothing else differs one line says so.
   */
  static List<String> unified(Change change) {
    List<String> before = lines(change.before());
    List<String> after = lines(change.after());
    if (!change.known()) {
      return List.of("(known after apply)");
    }
    Patch<String> patch = DiffUtils.diff(before, after);
    if (patch.getDeltas().isEmpty()) {
      return List.of(onlyHidden(change));
    }
    List<String> all = UnifiedDiffUtils.generateUnifiedDiff("before", "after", before, patch, 3);
    return new ArrayList<>(all);
  }

  private static String onlyHidden(Change change) {
    return change.before().hasSecret() || change.after().hasSecret()
        ? "(only secret parts differ)"
        : "(only the line break at the end differs)";
  }

  private static List<String> lines(Value value) {
    if (value instanceof Value.Null) {
      return List.of();
    }
    String text = value instanceof Value.Str str ? str.text().shown() : Json.show(value);
    return text.lines().map(Printable::line).toList();
  }
}
