package dev.provision.report;

import dev.provision.run.event.RunEvent.Change;
import java.util.ArrayList;
import java.util.List;

/** A change as the lines of a console view, with its reason below. */
final class ChangeText {

  private final Paint paint;
  private final boolean unicode;

  ChangeText(Paint paint, boolean unicode) {
    this.paint = paint;
    this.unicode = unicode;
  }

  List<String> lines(Change change) {
    List<String> lines = new ArrayList<>();
    String head = symbol(change) + " " + Printable.line(change.path());
    if (DiffText.isMultiLine(change)) {
      lines.add(head);
      DiffText.unified(change).forEach(line -> lines.add("    " + paint.diff(line)));
    } else {
      lines.add(head + ": " + DiffText.oneLine(change, unicode ? "→" : "->"));
    }
    addNote(lines, "why", change.reason());
    addNote(lines, "source", change.source());
    addNote(lines, "verified by", change.verifiedBy());
    return lines;
  }

  private void addNote(List<String> lines, String label, String text) {
    if (!text.isEmpty()) {
      lines.add("    " + paint.dim(label + ": " + Printable.line(text)));
    }
  }

  /** {@code +} appears, {@code -} goes, {@code ~} becomes another one. */
  private String symbol(Change change) {
    if (change.before() instanceof dev.provision.value.Value.Null) {
      return paint.green("+");
    }
    if (change.known() && change.after() instanceof dev.provision.value.Value.Null) {
      return paint.red("-");
    }
    return paint.yellow("~");
  }
}
