package dev.provision.lang;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * The folders in which a task's files are looked for, nearest first: its role and the roles that
 * brought it, the folder of its task file, the playbook's folder.
 */
public record SearchPath(List<Path> folders) {

  public SearchPath {
    folders = List.copyOf(new LinkedHashSet<>(folders));
  }

  /** This path with a folder in front. */
  public SearchPath in(Path folder) {
    List<Path> more = new ArrayList<>();
    more.add(folder);
    more.addAll(folders);
    return new SearchPath(more);
  }

  /** This path with a folder before the last, which is the playbook's. */
  SearchPath beforeLast(Path folder) {
    List<Path> more = new ArrayList<>(folders);
    more.add(Math.max(0, more.size() - 1), folder);
    return new SearchPath(more);
  }

  /**
   * Where a file may be, in order.
   *
   * @param kind the sub-folder to look into first: {@code files}, {@code templates}, {@code vars},
   *     {@code tasks}
   */
  public List<Path> candidates(String kind, String name) {
    Path given = Path.of(expandHome(name));
    if (given.isAbsolute()) {
      return List.of(given);
    }
    List<Path> found = new ArrayList<>();
    for (Path folder : folders) {
      if (!given.startsWith(kind)) {
        found.add(folder.resolve(kind).resolve(given).normalize());
      }
      found.add(folder.resolve(given).normalize());
    }
    return found;
  }

  /** The first candidate that exists. */
  public Optional<Path> find(String kind, String name) {
    return candidates(kind, name).stream().filter(Files::exists).findFirst();
  }

  static String expandHome(String name) {
    return name.equals("~") || name.startsWith("~/")
        ? System.getProperty("user.home") + name.substring(1)
        : name;
  }
}
