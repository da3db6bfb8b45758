package dev.provision.template;

import dev.provision.value.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The test {@code version}. */
final class VersionTest {

  private VersionTest() {}

  static void register(Tests.Registry r) {
    r.add(
        List.of("version", "version_compare"),
        "version, operator='eq', strict=none, version_type=none",
        (s, a, run) -> holds(s, a));
  }

  private static boolean holds(Value subject, Signature.Bound a) {
    String left = TextFilters.str(subject).reveal();
    String right = a.text("version");
    if (left.isEmpty() || right.isEmpty()) {
      throw Fault.of("The test \"version\" got an empty version.");
    }
    if (!a.isNone("strict") && !a.isNone("version_type")) {
      throw Fault.of("The test \"version\" takes \"strict\" or \"version_type\", not both.");
    }
    int order = compare(left, right, type(a));
    return switch (a.text("operator")) {
      case "==", "=", "eq" -> order == 0;
      case "!=", "<>", "ne" -> order != 0;
      case "<", "lt" -> order < 0;
      case "<=", "le" -> order <= 0;
      case ">", "gt" -> order > 0;
      case ">=", "ge" -> order >= 0;
      default ->
          throw Fault.of(
              "The test \"version\" has no operator \""
                  + a.text("operator")
                  + "\"; it has ==, !=, <, <=, >, >= and eq, ne, lt, le, gt, ge.");
    };
  }

  private static String type(Signature.Bound a) {
    if (!a.isNone("version_type")) {
      return a.text("version_type");
    }
    return !a.isNone("strict") && a.flag("strict") ? "strict" : "loose";
  }

  private static int compare(String left, String right, String type) {
    return switch (type) {
      case "loose" -> loose(left).compareTo(loose(right));
      case "strict" -> strict(left).compareTo(strict(right));
      case "semver", "semantic" -> semantic(left).compareTo(semantic(right));
      case "pep440" -> pep440(left).compareTo(pep440(right));
      default ->
          throw Fault.of(
              "The test \"version\" has no type \""
                  + type
                  + "\"; it has loose, strict, semver, semantic and pep440.");
    };
  }

  /** Numbers and words in order; a number has no order against a word unless said. */
  private record Parts(List<Value> parts) implements Comparable<Parts> {
    @Override
    public int compareTo(Parts other) {
      return Comparing.compare(Value.list(parts), Value.list(other.parts), "<");
    }
  }

  private static final Pattern LOOSE = Pattern.compile("\\d+|[a-z]+|\\.");

  private static Parts loose(String version) {
    List<Value> parts = new ArrayList<>();
    Matcher matcher = LOOSE.matcher(version);
    int at = 0;
    while (matcher.find()) {
      add(version.substring(at, matcher.start()), parts);
      add(matcher.group(), parts);
      at = matcher.end();
    }
    add(version.substring(at), parts);
    return new Parts(parts);
  }

  private static void add(String part, List<Value> parts) {
    if (!part.isEmpty() && !part.equals(".")) {
      parts.add(
          part.chars().allMatch(c -> c >= '0' && c <= '9')
              ? Value.of(new BigInteger(part))
              : Value.of(part));
    }
  }

  private static final Pattern STRICT =
      Pattern.compile("(\\d+)\\.(\\d+)(?:\\.(\\d+))?(?:([ab])(\\d+))?");

  private static Parts strict(String version) {
    Matcher m = STRICT.matcher(version);
    if (!m.matches()) {
      throw invalid(version, "strict");
    }
    List<Value> parts = new ArrayList<>();
    for (int group = 1; group <= 3; group++) {
      parts.add(Value.of(m.group(group) == null ? 0 : Long.parseLong(m.group(group))));
    }
    // A final version is above its alphas and betas.
    parts.add(Value.of(m.group(4) == null ? "z" : m.group(4)));
    parts.add(Value.of(m.group(5) == null ? 0 : Long.parseLong(m.group(5))));
    return new Parts(parts);
  }

  private static Fault invalid(String version, String type) {
    return Fault.of("\"" + version + "\" is no version of the type \"" + type + "\".");
  }

  private static final Pattern SEMANTIC =
      Pattern.compile(
          "(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-([0-9A-Za-z.-]+))?(?:\\+[0-9A-Za-z.-]+)?");

  private static Parts semantic(String version) {
    Matcher m = SEMANTIC.matcher(version);
    if (!m.matches()) {
      throw invalid(version, "semver");
    }
    List<Value> parts = new ArrayList<>();
    for (int group = 1; group <= 3; group++) {
      parts.add(Value.of(new BigInteger(m.group(group))));
    }
    parts.add(Value.of(m.group(4) == null ? 1 : 0));
    for (String part : m.group(4) == null ? new String[0] : m.group(4).split("\\.")) {
      boolean number = part.matches("\\d+");
      // Numbers stand below words.
      parts.add(
          Value.list(
              Value.of(number ? 0 : 1), number ? Value.of(new BigInteger(part)) : Value.of(part)));
    }
    return new Parts(parts);
  }

  private static final Pattern PEP440 =
      Pattern.compile(
          "v?(?:(\\d+)!)?(\\d+(?:\\.\\d+)*)(?:[-_.]?(a|alpha|b|beta|c|rc|pre|preview)[-_.]?(\\d*))?"
              + "(?:(?:[-_.]?(post|rev|r)[-_.]?(\\d*))|-(\\d+))?(?:[-_.]?dev[-_.]?(\\d*))?"
              + "(?:\\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?");

  private static Parts pep440(String version) {
    Matcher m = PEP440.matcher(version.strip().toLowerCase(Locale.ROOT));
    if (!m.matches()) {
      throw invalid(version, "pep440");
    }
    List<Value> parts = new ArrayList<>();
    parts.add(number(m.group(1), 0));
    parts.add(release(m.group(2)));
    boolean pre = m.group(3) != null;
    boolean post = m.group(5) != null || m.group(7) != null;
    boolean dev = m.group(0).contains("dev");
    long rank = pre ? preRank(m.group(3)) : dev && !post ? -1 : 9;
    parts.add(Value.of(rank));
    parts.add(number(m.group(4), 0));
    parts.add(post ? number(m.group(7) == null ? m.group(6) : m.group(7), 0) : Value.of(-1));
    parts.add(dev ? number(m.group(8), 0) : Value.of(Long.MAX_VALUE));
    parts.add(Value.of(m.group(9) == null ? "" : m.group(9)));
    return new Parts(parts);
  }

  private static long preRank(String word) {
    return switch (word.charAt(0)) {
      case 'a' -> 0;
      case 'b' -> 1;
      default -> 2;
    };
  }

  private static Value number(@Nullable String digits, long preset) {
    return digits == null || digits.isEmpty() ? Value.of(preset) : Value.of(new BigInteger(digits));
  }

  private static Value release(String written) {
    List<Value> numbers = new ArrayList<>();
    for (String part : written.replaceAll("(\\.0+)+$", "").split("\\.")) {
      numbers.add(Value.of(new BigInteger(part)));
    }
    return Value.list(numbers);
  }
}
