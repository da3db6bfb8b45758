package dev.provision.lang;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.value.Value;
import dev.provision.value.Vault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Reads YAML files, each once as long as it is not changed, and finds the files that a name without
 * a suffix may mean. Safe for use by many threads.
 */
public final class VariableFiles {

  private static final List<String> SUFFIXES = List.of("", ".yml", ".yaml", ".json");

  private final Sources sources;
  private final Vault vault;
  private final Map<Path, Kept> kept = new ConcurrentHashMap<>();

  public VariableFiles(Sources sources, Vault vault) {
    this.sources = sources;
    this.vault = vault;
  }

  public Sources sources() {
    return sources;
  }

  public Vault vault() {
    return vault;
  }

  /** The file's value; nothing where it can't be read, which is a problem then. */
  public Optional<Value> read(Path file, Problems problems) {
    Stamp stamp = stamp(file);
    Kept known = kept.get(file);
    if (known != null && known.stamp.equals(stamp)) {
      problems.addAll(known.problems);
      return known.value;
    }
    Problems own = new Problems();
    Optional<Value> value = new YamlReader(own, sources, vault).read(file);
    kept.put(file, new Kept(stamp, value, own.sorted()));
    problems.addAll(own.sorted());
    return value;
  }

  /** A file of variables: a mapping; an empty file has none. */
  public Optional<Value.Dict> variables(Path file, Problems problems) {
    Optional<Value> value = read(file, problems);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (value.get() instanceof Value.Null) {
      return Optional.of(Value.dict(Map.of()).at(Position.ofFile(file.toString())));
    }
    if (value.get() instanceof Value.Dict dict) {
      return Optional.of(dict);
    }
    problems.error(
        ErrorCode.WRONG_TYPE,
        value.get().origin(),
        "A file of variables holds a mapping, and this one holds a "
            + value.get().typeName()
            + ".");
    return Optional.empty();
  }

  /**
   * The variables of {@code folder/base.yml} and the like, or of all files below {@code
   * folder/base/}, later files over earlier ones.
   */
  public Value.Dict variablesOf(Path folder, String base, Problems problems) {
    Map<Value, Value> all = new LinkedHashMap<>();
    for (Path file : filesOf(folder, base)) {
      variables(file, problems).ifPresent(dict -> over(all, dict));
    }
    return Value.dictOf(all);
  }

  private static void over(Map<Value, Value> all, Value.Dict more) {
    more.entries()
        .forEach(
            (key, value) -> {
              all.remove(key); // so that the key's place is that of the winner
              all.put(key, value);
            });
  }

  /**
   * The files that {@code base} means in a folder: with or without a suffix, or all in a folder of
   * that name.
   */
  public static List<Path> filesOf(Path folder, String base) {
    for (String suffix : SUFFIXES) {
      Path file = folder.resolve(base + suffix);
      if (Files.isRegularFile(file)) {
        return List.of(file);
      }
      if (suffix.isEmpty() && Files.isDirectory(file)) {
        return below(file);
      }
    }
    return List.of();
  }

  /**
   * All variable files below a folder, in order of their names; hidden ones and back-ups are left
   * out.
   */
  public static List<Path> below(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> !isIgnored(file.getFileName().toString()))
          .sorted()
          .flatMap(file -> Files.isDirectory(file) ? below(file).stream() : variableFile(file))
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static Stream<Path> variableFile(Path file) {
    String name = file.getFileName().toString();
    boolean known =
        name.indexOf('.') < 0
            || name.endsWith(".yml")
            || name.endsWith(".yaml")
            || name.endsWith(".json");
    return known ? Stream.of(file) : Stream.empty();
  }

  private static boolean isIgnored(String name) {
    return name.startsWith(".") || name.endsWith("~");
  }

  private static Stamp stamp(Path file) {
    try {
      return new Stamp(Files.getLastModifiedTime(file).toMillis(), Files.size(file));
    } catch (IOException e) {
      return new Stamp(-1, -1);
    }
  }

  private record Stamp(long modified, long size) {}

  private record Kept(
      Stamp stamp, Optional<Value> value, List<dev.provision.diag.Problem> problems) {}
}
