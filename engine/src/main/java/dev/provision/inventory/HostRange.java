package dev.provision.inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names with ranges: {@code db[01:10].example}, {@code db-[a:c]}, with a step {@code [1:9:2]}. */
final class HostRange {

  /** More hosts than this from one name are a slip of the pen. */
  private static final int MAX_HOSTS = 100_000;

  private static final Pattern RANGE = Pattern.compile("\\[([^\\[\\]]*)]");

  private HostRange() {}

  /**
   * All names, or an exception that says what is wrong with the range.
   *
   * @throws IllegalArgumentException with a whole sentence
   */
  static List<String> expand(String name) {
    Matcher matcher = RANGE.matcher(name);
    if (!matcher.find() || isAddress(name)) {
      return List.of(name);
    }
    List<String> found = new ArrayList<>();
    String head = name.substring(0, matcher.start());
    for (String word : words(matcher.group(1))) {
      for (String tail : expand(name.substring(matcher.end()))) {
        if (found.size() >= MAX_HOSTS) {
          throw new IllegalArgumentException(
              "The name \"" + name + "\" stands for more than " + MAX_HOSTS + " hosts.");
        }
        found.add(head + word + tail);
      }
    }
    return found;
  }

  /** {@code [2001:db8::1]:22} is no range. */
  private static boolean isAddress(String name) {
    return name.startsWith("[")
        && name.indexOf(']') > 0
        && name.substring(0, name.indexOf(']')).chars().filter(c -> c == ':').count() > 2;
  }

  private static List<String> words(String range) {
    String[] parts = range.split(":", -1);
    if (parts.length < 2 || parts.length > 3) {
      throw new IllegalArgumentException(
          "The range \"[" + range + "]\" must be written [first:last] or [first:last:step].");
    }
    String first = parts[0].isEmpty() ? "0" : parts[0];
    int step = parts.length == 3 ? number(parts[2], range) : 1;
    if (step < 1) {
      throw new IllegalArgumentException("The range \"[" + range + "]\" needs a step above 0.");
    }
    return numbers(first, parts[1], step, range)
        .or(() -> letters(first, parts[1], step))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The range \"["
                        + range
                        + "]\" needs two numbers or two letters, the smaller first."));
  }

  private static int number(String text, String range) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "The range \"[" + range + "]\" holds \"" + text + "\", which is no number.", e);
    }
  }

  private static Optional<List<String>> numbers(String first, String last, int step, String range) {
    if (!first.matches("\\d{1,9}") || !last.matches("\\d{1,9}")) {
      return Optional.empty();
    }
    boolean padded = first.length() > 1 && first.startsWith("0");
    if (padded && first.length() != last.length()) {
      throw new IllegalArgumentException(
          "The range \"[" + range + "]\" starts with a 0: both ends must have as many digits.");
    }
    int from = Integer.parseInt(first);
    int to = Integer.parseInt(last);
    if (from > to) {
      return Optional.empty();
    }
    if ((to - from) / step >= MAX_HOSTS) {
      throw new IllegalArgumentException(
          "The range \"[" + range + "]\" stands for more than " + MAX_HOSTS + " hosts.");
    }
    String format = padded ? "%0" + first.length() + "d" : "%d";
    List<String> words = new ArrayList<>();
    for (int n = from; n <= to; n += step) {
      words.add(String.format(Locale.ROOT, format, n));
    }
    return Optional.of(words);
  }

  private static Optional<List<String>> letters(String first, String last, int step) {
    boolean valid =
        first.matches("[a-zA-Z]") && last.matches("[a-zA-Z]") && first.charAt(0) <= last.charAt(0);
    if (!valid) {
      return Optional.empty();
    }
    List<String> words = new ArrayList<>();
    for (int c = first.charAt(0); c <= last.charAt(0); c += step) {
      words.add(Character.toString(c));
    }
    return Optional.of(words);
  }
}
