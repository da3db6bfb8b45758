package dev.provision.module;

import java.util.Set;

/** How a module's name may be written. */
public final class ModuleNames {

  /** Collections whose modules we know by their short names. */
  private static final Set<String> COLLECTIONS =
      Set.of(
          "ansible.builtin",
          "ansible.legacy",
          "ansible.posix",
          "ansible.mysql",
          "community.mysql",
          "community.general");

  private ModuleNames() {}

  /** {@code ansible.builtin.copy} as {@code copy}; names of other collections as they are. */
  public static String shortName(String written) {
    int dot = written.lastIndexOf('.');
    return dot > 0 && COLLECTIONS.contains(written.substring(0, dot))
        ? written.substring(dot + 1)
        : written;
  }
}
