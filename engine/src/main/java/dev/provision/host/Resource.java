package dev.provision.host;

/**
 * A thing on one host that can be read and written: the unit of batching, staleness and conflicts.
 *
 * @param kind {@code file} (one entry of a folder), {@code tree} (it and all below it), {@code
 *     sysctl, package, unit, account, group, mount, route, mysql, …}
 * @param name the thing's own name, e.g. a path without a trailing slash; {@code *} for every thing
 *     of its kind
 */
public record Resource(String kind, String name) {

  private static final String FILE = "file";
  private static final String TREE = "tree";

  /** Everything on the host: what a user's command may have touched. */
  public static final Resource ANYTHING = new Resource("*", "*");

  /** One entry: a file, or a folder without what is in it. */
  public static Resource file(String path) {
    return new Resource(FILE, path);
  }

  /** A folder with all that is below it. */
  public static Resource tree(String path) {
    return new Resource(TREE, path);
  }

  public static Resource sysctl(String key) {
    return new Resource("sysctl", key);
  }

  public static Resource packages() {
    return new Resource("package", "*");
  }

  public static Resource unit(String name) {
    return new Resource("unit", name);
  }

  public static Resource account(String name) {
    return new Resource("account", name);
  }

  /** Whether a write to one may change what is read from the other. */
  public boolean overlaps(Resource other) {
    if (equals(ANYTHING) || other.equals(ANYTHING)) {
      return true;
    }
    if (isPath() && other.isPath()) {
      return name.equals(other.name)
          || (kind.equals(TREE) && isBelow(other.name, name))
          || (other.kind.equals(TREE) && isBelow(name, other.name));
    }
    return kind.equals(other.kind)
        && (name.equals("*") || other.name.equals("*") || name.equals(other.name));
  }

  private boolean isPath() {
    return kind.equals(FILE) || kind.equals(TREE);
  }

  private static boolean isBelow(String path, String folder) {
    return folder.equals("/") || path.startsWith(folder + "/");
  }

  @Override
  public String toString() {
    return kind + ":" + name;
  }
}
