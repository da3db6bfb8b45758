package dev.provision.host.sysctl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The files that settings are loaded from at boot.
 *
 * @param files by path, what is set in each, in the file's order
 */
public record SysctlFiles(Map<String, List<Entry>> files) {

  /** Folders, the strongest first: a file hides those of its name in later ones. */
  static final List<String> FOLDERS =
      List.of(
          "/etc/sysctl.d",
          "/run/sysctl.d",
          "/usr/local/lib/sysctl.d",
          "/usr/lib/sysctl.d",
          "/lib/sysctl.d");

  static final String MAIN = "/etc/sysctl.conf";

  /**
   * One setting in a file.
   *
   * @param line 1-based
   */
  public record Entry(int line, SysctlKey key, String value) {}

  /** A setting in a file that is named with it. */
  public record Source(String file, int line, String value) {
    @Override
    public String toString() {
      return file + ":" + line;
    }
  }

  public SysctlFiles {
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
  }

  /** One line of a file, or nothing where it sets nothing. */
  static Optional<Entry> entry(int number, String line) {
    String text = line.strip();
    if (text.isEmpty() || text.startsWith("#") || text.startsWith(";")) {
      return Optional.empty();
    }
    int equals = text.indexOf('=');
    if (equals <= 0) {
      return Optional.empty();
    }
    String name = text.substring(0, equals).strip();
    // A minus in front says that failures don't matter.
    name = name.startsWith("-") ? name.substring(1).strip() : name;
    return Optional.of(
        new Entry(number, SysctlKey.of(name), SysctlValue.normal(text.substring(equals + 1))));
  }

  static List<Entry> entries(String content) {
    List<Entry> entries = new ArrayList<>();
    String[] lines = content.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      entry(i + 1, lines[i]).ifPresent(entries::add);
    }
    return entries;
  }

  /** Whether a path is one of those that are loaded. */
  static boolean isLoaded(String path) {
    return path.equals(MAIN)
        || path.endsWith(".conf")
            && FOLDERS.contains(path.substring(0, Math.max(0, path.lastIndexOf('/'))));
  }

  SysctlFiles with(String path, Optional<String> content) {
    Map<String, List<Entry>> more = new LinkedHashMap<>(files);
    if (content.isPresent()) {
      more.put(path, entries(content.get()));
    } else {
      more.remove(path);
    }
    return new SysctlFiles(more);
  }

  /**
   * All places that set {@code key}, in the order in which they are loaded: the last one wins at
   * boot.
   */
  public List<Source> sources(SysctlKey key) {
    List<Source> sources = new ArrayList<>();
    for (String path : loadOrder()) {
      for (Entry entry : files.getOrDefault(path, List.of())) {
        if (entry.key().equals(key)) {
          sources.add(new Source(path, entry.line(), entry.value()));
        }
      }
    }
    return sources;
  }

  /** The places that set {@code key} and are loaded after the file {@code path}, or would be. */
  public List<Source> sourcesAfter(SysctlKey key, String path) {
    SysctlFiles withPath = files.containsKey(path) ? this : with(path, Optional.of(""));
    List<String> order = withPath.loadOrder();
    List<String> later = order.subList(order.indexOf(path) + 1, order.size());
    return withPath.sources(key).stream().filter(source -> later.contains(source.file())).toList();
  }

  /** By name across folders, as {@code sysctl --system} does; /etc/sysctl.conf comes last. */
  List<String> loadOrder() {
    Map<String, String> byName = new TreeMap<>();
    for (String path : files.keySet()) {
      if (path.equals(MAIN)) {
        continue;
      }
      String name = path.substring(path.lastIndexOf('/') + 1);
      byName.merge(name, path, SysctlFiles::stronger);
    }
    List<String> order = new ArrayList<>(byName.values());
    if (files.containsKey(MAIN)) {
      order.add(MAIN);
    }
    return order;
  }

  private static String stronger(String a, String b) {
    return Collections.min(Set.of(a, b), Comparator.comparingInt(SysctlFiles::rank));
  }

  private static int rank(String path) {
    int rank = FOLDERS.indexOf(path.substring(0, path.lastIndexOf('/')));
    return rank < 0 ? FOLDERS.size() : rank;
  }
}
