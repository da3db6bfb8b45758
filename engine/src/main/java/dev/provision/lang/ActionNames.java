package dev.provision.lang;

import java.util.Set;

/** Names of modules that the language itself knows. */
public final class ActionNames {

  /** Collections whose modules we know by their short names. */
  private static final Set<String> COLLECTIONS =
      Set.of(
          "ansible.builtin",
          "ansible.legacy",
          "ansible.posix",
          "ansible.mysql",
          "community.mysql",
          "community.general");

  /** Modules whose free form is a command: of its words only a few options are taken out. */
  private static final Set<String> COMMANDS = Set.of("command", "shell", "script", "raw");

  /** Modules that take a free form that is no list of {@code key=value}. */
  private static final Set<String> FREE_FORMS =
      Set.of(
          "command",
          "shell",
          "script",
          "raw",
          "include",
          "include_vars",
          "include_tasks",
          "include_role",
          "import_tasks",
          "import_role",
          "add_host",
          "group_by",
          "set_fact",
          "meta",
          "expect");

  private ActionNames() {}

  /** {@code ansible.builtin.copy} as {@code copy}; names of other collections as they are. */
  public static String shortName(String written) {
    int dot = written.lastIndexOf('.');
    return dot > 0 && COLLECTIONS.contains(written.substring(0, dot))
        ? written.substring(dot + 1)
        : written;
  }

  static boolean takesCommand(String module) {
    return COMMANDS.contains(module);
  }

  static boolean takesFreeForm(String module) {
    return FREE_FORMS.contains(module);
  }

  static boolean isImportPlaybook(String written) {
    return shortName(written).equals("import_playbook");
  }
}
