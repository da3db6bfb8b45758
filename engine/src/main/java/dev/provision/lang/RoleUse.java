package dev.provision.lang;

import dev.provision.diag.Position;
import dev.provision.value.Value;
import java.util.List;
import java.util.Optional;

/**
 * One place where a role is asked for.
 *
 * @param entryPoint the tasks file without its suffix: {@code main} unless {@code tasks_from} says
 *     otherwise
 * @param params the variables given with it
 * @param keywords the keywords written there
 * @param parent the role that asks for it, if one does
 * @param dependencies the roles that ran before it because it asks for them
 * @param isPublic whether its variables can be seen by the tasks after it
 * @param allowDuplicates whether it runs though it ran before with the same parameters
 */
public record RoleUse(
    Role role,
    String entryPoint,
    Value.Dict params,
    Keywords keywords,
    Optional<RoleUse> parent,
    List<RoleUse> dependencies,
    boolean isPublic,
    boolean allowDuplicates,
    Position at) {

  public RoleUse {
    dependencies = List.copyOf(dependencies);
  }

  /**
   * Two uses with equal identity are one: the second does not run on a host where the first did.
   */
  public Identity identity() {
    return new Identity(
        role.folder().toString(), entryPoint, params, keywords.vars(), keywords.when());
  }

  /** What makes a use of a role differ from another. */
  public record Identity(
      String folder, String entryPoint, Value.Dict params, Value.Dict vars, List<Value> when) {}
}
