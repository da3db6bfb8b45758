package dev.provision.host;

/**
 * A thing on one host that can be read and written: the unit of batching, staleness and conflicts.
 *
 * @param kind {@code file, sysctl, package, unit, account, group, mount, route, mysql, …}
 * @param name the thing's own name, e.g. a path without a trailing slash; {@code *} for every thing
 *     of its kind
 */
public record Resource(String kind, String name) {

  /** Everything on the host: what a user's command may have touched. */
  public static final Resource ANYTHING = new Resource("*", "*");

  public static Resource file(String path) {
    return new Resource("file", path);
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

  /**
   * Whether a write to one may change what is read from the other. A folder overlaps with all below
   * it.
   */
  public boolean overlaps(Resource other) {
    if (equals(ANYTHING) || other.equals(ANYTHING)) {
      return true;
    }
    if (!kind.equals(other.kind)) {
      return false;
    }
    return name.equals("*")
        || other.name.equals("*")
        || name.equals(other.name)
        || (kind.equals("file") && (isBelow(other.name, name) || isBelow(name, other.name)));
  }

  private static boolean isBelow(String path, String folder) {
    return folder.equals("/") || path.startsWith(folder + "/");
  }

  @Override
  public String toString() {
    return kind + ":" + name;
  }
}
