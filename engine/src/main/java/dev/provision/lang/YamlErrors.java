package dev.provision.lang;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/** Words a parser's complaint so that it can be mended. */
final class YamlErrors {

  private static final Pattern UNQUOTED =
      Pattern.compile("^(?:[^\"'#]*?:|\\s*-|[^\"'#]*?: *-)\\s+(\\{\\{|\\{%)");
  private static final Pattern PARTLY_QUOTED =
      Pattern.compile("^\\s*(?:- )?[^\"'#]*?:\\s+((['\"])[^'\"]*\\2)\\s*[^\\s#,\\]}]");
  private static final Pattern COLON_IN_VALUE =
      Pattern.compile("^\\s*(?:- )?[\\w. -]+:\\s+[^\"'\\[{|>&*!\\s].*?:(?:\\s|$)");

  private YamlErrors() {}

  static Problem unquotedTemplate(Position at) {
    return Problem.error(
        ErrorCode.UNQUOTED_TEMPLATE,
        at,
        "A value that starts with a template must be quoted, since YAML takes the brace for a"
            + " mapping. Write \"{{ … }}\" in quotes.");
  }

  static Problem problem(MarkedYAMLException failure, String file, String text) {
    Mark mark = failure.getProblemMark();
    if (mark == null) {
      mark = failure.getContextMark();
    }
    if (mark == null) {
      return Problem.error(ErrorCode.INVALID_YAML, Position.ofFile(file), words(failure));
    }
    Position at = Position.of(file, mark.getLine() + 1, mark.getColumn() + 1);
    List<String> lines = text.lines().toList();
    for (int number = at.line(); number >= Math.max(1, at.line() - 1); number--) {
      String line = number <= lines.size() ? lines.get(number - 1) : "";
      Matcher unquoted = UNQUOTED.matcher(line);
      if (unquoted.find()) {
        return unquotedTemplate(new Position(file, number, unquoted.start(1) + 1, 2));
      }
    }
    String line = at.line() <= lines.size() ? lines.get(at.line() - 1) : "";
    return Problem.error(
        ErrorCode.INVALID_YAML, at, words(failure) + hint(failure, line, lines, at));
  }

  private static String hint(
      MarkedYAMLException failure, String line, List<String> lines, Position at) {
    if (line.strip().isEmpty() || line.length() < line.stripLeading().length()) {
      return "";
    }
    String indent = line.substring(0, line.length() - line.stripLeading().length());
    if (indent.contains("\t") || failure.getProblem().contains("'\\t'")) {
      return " A tab can't indent in YAML; use blanks.";
    }
    if (failure.getProblem().startsWith("mapping values are not allowed")
        && COLON_IN_VALUE.matcher(line).find()) {
      return " A value that holds \": \" must be quoted.";
    }
    if (PARTLY_QUOTED.matcher(line).find()) {
      return " Where a value starts with a quote, the whole of it must stand within the quotes.";
    }
    String previous = at.line() >= 2 ? lines.get(at.line() - 2) : "";
    if (failure.getProblem().startsWith("mapping values are not allowed")
        && !previous.strip().endsWith(":")) {
      return " Perhaps the line is indented too far, or the line above lacks its colon.";
    }
    return "";
  }

  /** {@code While parsing a block mapping: expected <block end>, but found '-'.} */
  private static String words(MarkedYAMLException failure) {
    String context = failure.getContext();
    String problem = failure.getProblem();
    String words = context == null || context.isBlank() ? problem : context + ": " + problem;
    return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
  }

  static Problem unprintable(ReaderException failure, String file, String text) {
    int codePoint = failure.getCodePoint();
    int index = text.indexOf(codePoint);
    String before = index < 0 ? "" : text.substring(0, index);
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    int column = before.length() - before.lastIndexOf('\n');
    return Problem.error(
        ErrorCode.INVALID_YAML,
        Position.of(file, line, column),
        String.format("The control character U+%04X can't stand in YAML.", codePoint));
  }
}
