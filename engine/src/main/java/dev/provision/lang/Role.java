package dev.provision.lang;

import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A role's own files, apart from its tasks and handlers.
 *
 * @param name as users name it
 * @param folder where it stands
 * @param defaults the variables that everything else overrides
 * @param vars the variables of {@code vars/main.yml}, over those written where the role is asked
 *     for
 * @param allowDuplicates whether it runs again for the same host when named again with the same
 *     parameters
 * @param dependencies what {@code meta/main.yml} asks for, as written
 * @param argumentSpecs the specification of each entry point ({@code main}, …), as written
 */
public record Role(
    String name,
    Path folder,
    Value.Dict defaults,
    Value.Dict vars,
    boolean allowDuplicates,
    List<Value> dependencies,
    Optional<Value.Dict> argumentSpecs) {

  public Role {
    dependencies = List.copyOf(dependencies);
  }
}
