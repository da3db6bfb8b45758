package dev.provision.template;

import java.util.Set;

/**
 * What can be said about a template without rendering it.
 *
 * @param variables the variables it may read, its own excepted
 * @param calls the lookups and functions in it that differ from call to call or act ({@code
 *     lookup('pipe')}, {@code now()}, {@code random}): while there is one, it must not be rendered
 *     ahead
 */
public record Analysis(Set<String> variables, Set<String> calls) {

  /** Nothing is read, nothing differs. */
  public static final Analysis NONE = new Analysis(Set.of(), Set.of());

  public Analysis {
    variables = Set.copyOf(variables);
    calls = Set.copyOf(calls);
  }

  /** Whether rendering twice with the same variables gives the same, and does nothing else. */
  public boolean isPure() {
    return calls.isEmpty();
  }
}
