package dev.provision.run.play;

import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Which tasks {@code --tags} and {@code --skip-tags} leave, as Ansible has it.
 *
 * @param only {@code all} where nothing was said
 */
public record TagFilter(Set<String> only, Set<String> skip) {

  private static final String ALWAYS = "always";
  private static final String NEVER = "never";

  public static TagFilter of(List<String> only, List<String> skip) {
    return new TagFilter(only.isEmpty() ? Set.of("all") : Set.copyOf(only), Set.copyOf(skip));
  }

  public boolean takes(Collection<String> tags) {
    return isWanted(tags) && !isSkipped(tags);
  }

  private boolean isWanted(Collection<String> tags) {
    boolean tagged = !tags.isEmpty();
    boolean named = tags.stream().anyMatch(only::contains);
    if (tags.contains(ALWAYS) || named) {
      return true;
    }
    boolean never = tags.contains(NEVER);
    return only.contains("all") && !never
        || only.contains("tagged") && tagged && !never
        || only.contains("untagged") && !tagged;
  }

  private boolean isSkipped(Collection<String> tags) {
    boolean always = tags.contains(ALWAYS) && !skip.contains(ALWAYS);
    return skip.contains("all") && !always
        || tags.stream().anyMatch(skip::contains)
        || skip.contains("tagged") && !tags.isEmpty() && !always
        || skip.contains("untagged") && tags.isEmpty();
  }
}
