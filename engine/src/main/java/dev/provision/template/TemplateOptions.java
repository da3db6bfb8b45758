package dev.provision.template;

/**
 * How a template file is cut into text and tags. The defaults are those of Ansible's template
 * module.
 *
 * @param trimBlocks whether the line break after a block tag is dropped
 * @param lstripBlocks whether blanks before a block tag that starts its line are dropped
 * @param keepTrailingNewline whether the last line break is rendered like any other; without it, a
 *     template ends with at least as many line breaks as its file, and an included one with one
 *     less
 * @param newline what each line break becomes in the result
 * @param escapeBackslashes whether a backslash in a string inside {@code {{ }}} stands for itself,
 *     as in playbooks; in files it escapes
 */
public record TemplateOptions(
    boolean trimBlocks,
    boolean lstripBlocks,
    boolean keepTrailingNewline,
    String newline,
    boolean escapeBackslashes,
    Delimiters delimiters) {

  /** What opens and closes expressions, tags and comments. */
  public record Delimiters(
      String variableStart,
      String variableEnd,
      String blockStart,
      String blockEnd,
      String commentStart,
      String commentEnd) {

    public static final Delimiters DEFAULT = new Delimiters("{{", "}}", "{%", "%}", "{#", "#}");

    public Delimiters withVariableStart(String with) {
      return new Delimiters(with, variableEnd, blockStart, blockEnd, commentStart, commentEnd);
    }

    public Delimiters withVariableEnd(String with) {
      return new Delimiters(variableStart, with, blockStart, blockEnd, commentStart, commentEnd);
    }

    public Delimiters withBlockStart(String with) {
      return new Delimiters(variableStart, variableEnd, with, blockEnd, commentStart, commentEnd);
    }

    public Delimiters withBlockEnd(String with) {
      return new Delimiters(variableStart, variableEnd, blockStart, with, commentStart, commentEnd);
    }

    public Delimiters withCommentStart(String with) {
      return new Delimiters(variableStart, variableEnd, blockStart, blockEnd, with, commentEnd);
    }

    public Delimiters withCommentEnd(String with) {
      return new Delimiters(variableStart, variableEnd, blockStart, blockEnd, commentStart, with);
    }
  }

  /** The template module's. */
  public static final TemplateOptions FILE =
      new TemplateOptions(true, false, false, "\n", false, Delimiters.DEFAULT);

  /** For strings in playbooks and variable files. */
  public static final TemplateOptions INLINE =
      new TemplateOptions(true, false, false, "\n", true, Delimiters.DEFAULT);

  public TemplateOptions withTrimBlocks(boolean trim) {
    return new TemplateOptions(
        trim, lstripBlocks, keepTrailingNewline, newline, escapeBackslashes, delimiters);
  }

  public TemplateOptions withLstripBlocks(boolean lstrip) {
    return new TemplateOptions(
        trimBlocks, lstrip, keepTrailingNewline, newline, escapeBackslashes, delimiters);
  }

  public TemplateOptions withKeepTrailingNewline(boolean keep) {
    return new TemplateOptions(
        trimBlocks, lstripBlocks, keep, newline, escapeBackslashes, delimiters);
  }

  public TemplateOptions withNewline(String lineBreak) {
    return new TemplateOptions(
        trimBlocks, lstripBlocks, keepTrailingNewline, lineBreak, escapeBackslashes, delimiters);
  }

  public TemplateOptions withDelimiters(Delimiters other) {
    return new TemplateOptions(
        trimBlocks, lstripBlocks, keepTrailingNewline, newline, escapeBackslashes, other);
  }
}
