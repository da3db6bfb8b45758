package dev.provision.diag;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the names that somebody may have meant. */
public final class Suggestions {

  private Suggestions() {}

  /** The names at a small edit distance of {@code word}, nearest first, three at most. */
  public static List<String> closest(String word, Collection<String> names) {
    String wanted = word.toLowerCase(Locale.ROOT);
    int limit = Math.max(1, Math.min(3, (wanted.length() + 1) / 3));
    return names.stream()
        .distinct()
        .map(name -> new Candidate(name, distance(wanted, name.toLowerCase(Locale.ROOT))))
        .filter(c -> c.distance <= limit)
        .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
        .limit(3)
        .map(Candidate::name)
        .toList();
  }

  /** {@code Did you mean "mode"?}, or nothing where no name is near. */
  public static Optional<String> didYouMean(String word, Collection<String> names) {
    List<String> near = closest(word, names);
    if (near.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        near.stream().collect(Collectors.joining("\" or \"", "Did you mean \"", "\"?")));
  }

  /** Edit distance in which swapping two neighbours counts as one edit. */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        d[i][j] = i == 0 || j == 0 ? i + j : edited(d, a, b, i, j);
      }
    }
    return d[a.length()][b.length()];
  }

  private static int edited(int[][] d, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int best = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (same ? 0 : 1));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
  }

  private record Candidate(String name, int distance) {}
}
