package dev.provision.lang;

import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What loading depends on beside the files.
 *
 * @param rolesPath further folders of roles, after those beside the playbook
 * @param collectionsPath folders that hold {@code ansible_collections}, after that beside the
 *     playbook
 * @param isModule whether a name is a module's; only tells which of two unknown words in a task is
 *     the mistake
 * @param staticNames renders the names in imports
 */
public record PlaybookOptions(
    List<Path> rolesPath,
    List<Path> collectionsPath,
    Predicate<String> isModule,
    StaticNames staticNames) {

  /**
   * Renders names that must be known before anything runs: with extra variables and those of the
   * play.
   */
  @FunctionalInterface
  public interface StaticNames {
    /**
     * The name with its templates rendered.
     *
     * @param name holds a template
     * @param variables of the play and of what encloses the import
     * @return nothing where a variable in it is not known yet
     */
    Optional<String> render(Value name, Value.Dict variables);
  }

  /** Ansible's own places; names in imports must be plain. */
  public static final PlaybookOptions DEFAULT =
      new PlaybookOptions(
          List.of(
              Path.of(SearchPath.expandHome("~/.ansible/roles")),
              Path.of("/usr/share/ansible/roles"),
              Path.of("/etc/ansible/roles")),
          List.of(
              Path.of(SearchPath.expandHome("~/.ansible/collections")),
              Path.of("/usr/share/ansible/collections")),
          name -> false,
          (name, variables) -> Optional.empty());

  public PlaybookOptions {
    rolesPath = List.copyOf(rolesPath);
    collectionsPath = List.copyOf(collectionsPath);
  }

  public PlaybookOptions withRolesPath(List<Path> folders) {
    return new PlaybookOptions(folders, collectionsPath, isModule, staticNames);
  }

  public PlaybookOptions withModules(Predicate<String> known) {
    return new PlaybookOptions(rolesPath, collectionsPath, known, staticNames);
  }

  public PlaybookOptions withStaticNames(StaticNames names) {
    return new PlaybookOptions(rolesPath, collectionsPath, isModule, names);
  }
}
