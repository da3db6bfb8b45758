package dev.provision.inventory;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.diag.Suggestions;
import dev.provision.lang.VariableFiles;
import dev.provision.value.Value;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads inventories: YAML and INI files, folders of them, executables, lists of hosts. */
public final class InventoryLoader {

  /** Where bare names are looked for too. */
  static final String FOLDER = "inventories";

  private static final List<String> SUFFIXES = List.of("", ".yml", ".yaml", ".ini", ".json");
  private static final Duration SCRIPT_LIMIT = Duration.ofMinutes(2);

  /** In a folder, files with these ends are no inventories. */
  private static final List<String> IGNORED =
      List.of(
          ".pyc", ".pyo", ".swp", ".bak", "~", ".rpm", ".md", ".txt", ".rst", ".orig", ".ini",
          ".cfg", ".retry");

  private static final Set<String> VARS_FOLDERS = Set.of("group_vars", "host_vars", "vars_plugins");

  /** The first line that says something, where it can only be YAML. */
  private static final Pattern YAML_START = Pattern.compile("---.*|[\\w.-]+:(?:\\s.*)?|\\{.*");

  private final VariableFiles files;
  private final Path base;

  /**
   * @param base the folder that holds {@code inventories/}
   */
  public InventoryLoader(VariableFiles files, Path base) {
    this.files = files;
    this.base = base;
  }

  /**
   * Reads all sources to one inventory; later ones win. With errors among the problems it may lack
   * what they are about.
   *
   * @param sources as after {@code -i}: a file, a folder, an executable, a bare name, or host names
   *     with a comma
   */
  public Inventory load(List<String> sources, Problems problems) {
    InventoryDraft draft = new InventoryDraft(problems);
    List<InventorySource> read = new ArrayList<>();
    for (String source : sources) {
      if (source.indexOf(',') >= 0) {
        hostList(source, draft);
        read.add(new InventorySource(source, Path.of(source), base));
      } else {
        resolve(source, problems)
            .ifPresent(
                file -> {
                  source(file, draft);
                  read.add(new InventorySource(source, file, folderOf(file)));
                });
      }
    }
    Set<Path> folders = new LinkedHashSet<>();
    read.forEach(source -> folders.add(source.folder()));
    for (Path folder : folders) {
      AdjacentVars.besideInventory(folder, draft, files, problems).addTo(draft);
    }
    if (draft.hostNames().isEmpty() && !sources.isEmpty() && !problems.hasErrors()) {
      problems.error(
          ErrorCode.EMPTY_INVENTORY,
          read.isEmpty() ? Position.NONE : Position.ofFile(read.get(0).file().toString()),
          "The inventory names no host. Add one, or give another inventory with -i.");
    }
    return draft.build(read);
  }

  private static Path folderOf(Path file) {
    return Files.isDirectory(file)
        ? file
        : Optional.ofNullable(file.getParent()).orElse(Path.of("."));
  }

  private void hostList(String source, InventoryDraft draft) {
    for (String written : source.split(",", -1)) {
      if (!written.isBlank()) {
        HostName name = HostName.parse(written.strip());
        draft.hostInGroup(name.name(), InventoryDraft.UNGROUPED, Position.NONE);
        name.port()
            .ifPresent(
                port -> draft.hostVar(name.name(), Value.of("ansible_port"), Value.of(port)));
      }
    }
  }

  /** A bare name's inventory. */
  private Optional<Path> named(String source, Path given) {
    if (given.getNameCount() != 1 || given.isAbsolute() || source.endsWith("/")) {
      return Optional.empty();
    }
    return SUFFIXES.stream()
        .map(suffix -> base.resolve(FOLDER).resolve(source + suffix))
        .filter(Files::exists)
        .findFirst()
        .map(InventoryLoader::shown);
  }

  /** The file or folder that a source names: a file here, one in inventories/, a folder here. */
  private Optional<Path> resolve(String source, Problems problems) {
    Path given = Path.of(source);
    Optional<Path> named = named(source, given);
    // A folder here of that name is most likely no inventory: "lab" means inventories/lab.yml.
    if (named.isPresent() && !Files.isRegularFile(given)) {
      return named;
    }
    if (Files.exists(given)) {
      return Optional.of(given);
    }
    if (named.isPresent()) {
      return named;
    }
    Path folder = base.resolve(FOLDER);
    problems.error(
        ErrorCode.FILE_NOT_FOUND,
        Position.NONE,
        "There is no inventory \""
            + source
            + "\", neither here nor in "
            + shown(folder)
            + "."
            + Suggestions.didYouMean(source, names(folder)).map(s -> " " + s).orElse(""));
    return Optional.empty();
  }

  /** Without a leading {@code ./}. */
  private static Path shown(Path file) {
    return file.normalize();
  }

  private static List<String> names(Path folder) {
    try (Stream<Path> found = Files.list(folder)) {
      return found
          .map(file -> file.getFileName().toString())
          .filter(name -> !VARS_FOLDERS.contains(name))
          .flatMap(name -> Stream.of(name, name.replaceFirst("\\.\\w+$", "")))
          .distinct()
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  // Sources

  private void source(Path source, InventoryDraft draft) {
    if (Files.isDirectory(source)) {
      entries(source, draft.problems()).forEach(file -> source(file, draft));
      return;
    }
    try {
      if (isScript(source)) {
        new ScriptInventory(draft, source, SCRIPT_LIMIT).read();
      } else if (isYaml(source)) {
        files.read(source, draft.problems()).ifPresent(new YamlInventory(draft)::read);
      } else {
        ini(source, draft);
      }
    } catch (ProvisionException e) {
      draft.problems().add(e.problem()); // a name is encrypted, and no password opens it
    } catch (IOException e) {
      draft
          .problems()
          .error(
              ErrorCode.FILE_UNREADABLE,
              Position.ofFile(source.toString()),
              "The inventory can't be read: " + e.getMessage() + ".");
    }
  }

  private void ini(Path source, InventoryDraft draft) throws IOException {
    byte[] bytes = Files.readAllBytes(source);
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') >= 0) {
      int line = (int) text.substring(0, text.indexOf('\uFFFD')).lines().count();
      draft
          .problems()
          .error(
              ErrorCode.INVALID_ENCODING,
              Position.of(source.toString(), Math.max(1, line), 1),
              "The file is not UTF-8. Save it as UTF-8.");
      return;
    }
    files.sources().remember(source.toString(), text);
    new IniInventory(draft, source.toString()).read(text.lines().toList());
  }

  private static List<Path> entries(Path folder, Problems problems) {
    try (Stream<Path> found = Files.list(folder)) {
      return found.filter(InventoryLoader::isSource).sorted().toList();
    } catch (IOException e) {
      problems.error(
          ErrorCode.FILE_UNREADABLE,
          Position.ofFile(folder.toString()),
          "The folder can't be read: " + e.getMessage() + ".");
      return List.of();
    }
  }

  private static boolean isSource(Path file) {
    String name = file.getFileName().toString();
    boolean vars = Files.isDirectory(file) && VARS_FOLDERS.contains(name);
    return !vars && !name.startsWith(".") && IGNORED.stream().noneMatch(name::endsWith);
  }

  /** Executable, and a script or a program: on some file systems everything is executable. */
  private static boolean isScript(Path file) throws IOException {
    if (!Files.isExecutable(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      String start = new String(in.readNBytes(4), StandardCharsets.ISO_8859_1);
      return start.startsWith("#!") || start.startsWith("\u007fELF");
    }
  }

  private static boolean isYaml(Path file) throws IOException {
    String name = file.getFileName().toString();
    if (name.endsWith(".yml") || name.endsWith(".yaml") || name.endsWith(".json")) {
      return true;
    }
    if (name.indexOf('.') >= 0) {
      return false;
    }
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return lines
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .findFirst()
          .filter(line -> YAML_START.matcher(line).matches())
          .isPresent();
    }
  }
}
