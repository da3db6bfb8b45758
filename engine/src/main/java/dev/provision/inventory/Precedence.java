package dev.provision.inventory;

/** Where a variable can be set, the weakest first: the order in which Ansible documents them. */
public enum Precedence {
  ROLE_DEFAULTS("role defaults"),
  INVENTORY_ALL("the inventory's vars of all"),
  INVENTORY_GROUP("the inventory's group vars"),
  GROUP_VARS_ALL("group_vars/all beside the inventory"),
  PLAYBOOK_GROUP_VARS_ALL("group_vars/all beside the playbook"),
  GROUP_VARS("group_vars beside the inventory"),
  PLAYBOOK_GROUP_VARS("group_vars beside the playbook"),
  INVENTORY_HOST("the inventory's host vars"),
  HOST_VARS("host_vars beside the inventory"),
  PLAYBOOK_HOST_VARS("host_vars beside the playbook"),
  FACTS("facts"),
  PLAY_VARS("play vars"),
  VARS_PROMPT("vars_prompt"),
  VARS_FILES("vars_files"),
  ROLE_VARS("role vars"),
  TASK_VARS("block and task vars"),
  INCLUDE_VARS("include_vars"),
  SET_FACTS("set_fact and registered variables"),
  ROLE_PARAMS("role parameters"),
  INCLUDE_PARAMS("include parameters"),
  EXTRA_VARS("extra vars"),
  MAGIC("set by the program");

  private final String words;

  Precedence(String words) {
    this.words = words;
  }

  /** For people: {@code group_vars beside the inventory}. */
  public String words() {
    return words;
  }
}
