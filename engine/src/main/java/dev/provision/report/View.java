package dev.provision.report;

import dev.provision.run.event.RunEvent;

/** Shows a run to somebody while it goes on. */
public interface View extends RunEvent.Listener {

  /** How a run is shown. */
  enum Format {
    TREE,
    PLAIN,
    JSON,
    MARKDOWN
  }

  /**
   * What a view may do.
   *
   * @param color whether ANSI colours are understood
   * @param unicode whether symbols beyond ASCII are understood
   * @param diff whether changes are shown in full
   * @param verbosity the number of {@code -v}
   */
  record Options(boolean color, boolean unicode, boolean diff, int verbosity) {}

  /**
   * A view that writes to {@code out}.
   *
   * @param problems how problems are worded for people
   */
  static View of(
      Format format, Appendable out, Options options, dev.provision.diag.ProblemPrinter problems) {
    Lines lines = new Lines(out);
    return switch (format) {
      case TREE -> new TreeView(lines, options, problems);
      case PLAIN -> new PlainView(lines, options, problems);
      case JSON -> new JsonView(lines);
      case MARKDOWN -> new MarkdownView(lines, problems);
    };
  }
}
