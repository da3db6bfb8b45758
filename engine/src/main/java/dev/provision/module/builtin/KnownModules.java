package dev.provision.module.builtin;

import dev.provision.module.ModuleNames;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * Names of the modules that Ansible's distribution has, whether we have them or not. A name that is
 * not among them is most likely a slip.
 */
public final class KnownModules {

  private static final String RESOURCE = "known-modules.txt";

  /** Newer than the list. */
  private static final Set<String> SINCE = Set.of("deb822_repository", "dnf5", "mount_facts");

  private KnownModules() {}

  /**
   * By a full name of Ansible's distribution, or by a short one that any of its collections has.
   */
  public static boolean isKnown(String written) {
    String name = ModuleNames.shortName(written);
    return SINCE.contains(name) || Names.ALL.contains(written) || Names.ALL.contains(name);
  }

  /** Whether modules of a collection are known here: of others nobody can say what they have. */
  public static boolean isKnownCollection(String collection) {
    return Names.COLLECTIONS.contains(collection);
  }

  /** Read only when first asked: most playbooks use modules that we have. */
  private static final class Names {
    static final Set<String> ALL = new HashSet<>();
    static final Set<String> COLLECTIONS = new HashSet<>();

    static {
      try (InputStream in = KnownModules.class.getResourceAsStream(RESOURCE)) {
        if (in == null) {
          throw new IllegalStateException(RESOURCE + " is missing in the jar");
        }
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
            .lines()
            .forEach(Names::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void add(String line) {
      int colon = line.indexOf(':');
      String collection = line.substring(0, colon);
      COLLECTIONS.add(collection);
      for (String name : line.substring(colon + 1).strip().split(" ")) {
        ALL.add(name);
        ALL.add(collection + "." + name);
      }
    }
  }
}
