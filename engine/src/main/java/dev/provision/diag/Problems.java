package dev.provision.diag;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects problems so that all of them can be shown at once. Safe for use by many threads. */
public final class Problems {

  private final Set<Problem> found = new LinkedHashSet<>();

  public synchronized void add(Problem problem) {
    found.add(problem);
  }

  public void error(ErrorCode code, Position at, String detail) {
    add(Problem.error(code, at, detail));
  }

  public void warning(ErrorCode code, Position at, String detail) {
    add(Problem.warning(code, at, detail));
  }

  public void addAll(Iterable<Problem> problems) {
    problems.forEach(this::add);
  }

  public synchronized boolean hasErrors() {
    return found.stream().anyMatch(Problem::isError);
  }

  public synchronized boolean isEmpty() {
    return found.isEmpty();
  }

  /** All problems by position, without repetition. */
  public synchronized List<Problem> sorted() {
    List<Problem> sorted = new ArrayList<>(found);
    sorted.sort(Problem.BY_POSITION);
    return List.copyOf(sorted);
  }
}
