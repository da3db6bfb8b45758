package dev.provision.lang;

import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is gathered for a play while its tasks and roles are read. */
final class PlayFrame {

  private final TaskAddress address;
  private final Path folder;
  private final Value.Dict vars;
  private final List<RoleUse> roles = new ArrayList<>();
  private final List<Node> roleHandlers = new ArrayList<>();
  private final Set<String> handlersRead = new HashSet<>();
  private final Map<String, Integer> labels = new HashMap<>();

  PlayFrame(TaskAddress address, Path folder, Value.Dict vars) {
    this.address = address;
    this.folder = folder;
    this.vars = vars;
  }

  TaskAddress address() {
    return address;
  }

  /** Of the playbook. */
  Path folder() {
    return folder;
  }

  /** The play's variables, for the names of imports. */
  Value.Dict vars() {
    return vars;
  }

  /** Every use of a role so far, dependencies first. */
  List<RoleUse> roles() {
    return roles;
  }

  List<Node> roleHandlers() {
    return roleHandlers;
  }

  /** Whether a role's handlers have not been read yet; they are not read again afterwards. */
  boolean wantsHandlers(Role role, String from) {
    return handlersRead.add(role.folder() + "\n" + from);
  }

  /** A role's address within {@code container}; the second use of a role in it has a number. */
  TaskAddress roleAddress(TaskAddress container, String role) {
    TaskAddress plain = container.role(role);
    int count = labels.merge(plain.toString(), 1, Integer::sum);
    return count == 1 ? plain : container.role(role + "#" + count);
  }
}
