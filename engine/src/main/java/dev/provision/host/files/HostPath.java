package dev.provision.host.files;

import dev.provision.host.HostInfo;
import dev.provision.value.Value;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A path on the host as a user writes it: absolute, relative to the account's home, or with {@code
 * ~} in front.
 */
public record HostPath(String written) {

  /**
   * @throws IllegalArgumentException in words that go on after "The argument path"
   */
  public static HostPath fromValue(Value value) {
    if (!(value instanceof Value.Str str)) {
      throw new IllegalArgumentException("must be a path, not a " + value.typeName() + ".");
    }
    String text = str.reveal();
    if (text.isBlank()) {
      throw new IllegalArgumentException("must be a path, but is empty.");
    }
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("must be a path, but holds a NUL character.");
    }
    return new HostPath(text);
  }

  /** Whether it ends with a slash: then a folder is meant. */
  public boolean isFolder() {
    return written.endsWith("/");
  }

  /** Absolute, without {@code .}, {@code ..}, doubled or trailing slashes. */
  public String on(HostInfo host) {
    if (written.equals("~") || written.startsWith("~/")) {
      return normal(host.home() + written.substring(1));
    }
    return normal(written.startsWith("/") ? written : host.home() + "/" + written);
  }

  /** Without {@code .}, {@code ..}, doubled or trailing slashes; {@code path} is absolute. */
  public static String normal(String path) {
    Deque<String> names = new ArrayDeque<>();
    for (String name : path.split("/")) {
      if (name.equals("..")) {
        names.pollLast();
      } else if (!name.isEmpty() && !name.equals(".")) {
        names.addLast(name);
      }
    }
    return "/" + String.join("/", names);
  }

  /** The folder that {@code path} stands in; {@code /} for itself. */
  public static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash <= 0 ? "/" : path.substring(0, slash);
  }

  public static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** {@code name} below {@code folder}. */
  public static String below(String folder, String name) {
    return folder.equals("/") ? "/" + name : folder + "/" + name;
  }

  @Override
  public String toString() {
    return written;
  }
}
