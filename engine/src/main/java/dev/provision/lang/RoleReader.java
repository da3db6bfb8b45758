package dev.provision.lang;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.diag.Suggestions;
import dev.provision.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds roles and reads one use of each to a block. */
final class RoleReader {

  private final Loading loading;
  private final Problems problems;
  private final NodeReader nodes;

  RoleReader(Loading loading, NodeReader nodes) {
    this.loading = loading;
    this.problems = loading.problems();
    this.nodes = nodes;
  }

  /**
   * A role as asked for.
   *
   * @param from the files to take instead of {@code main}, by {@code tasks_from} and its like
   * @param isEntry whether it stands in a list of roles
   */
  record Wanted(
      String name,
      Map<String, String> from,
      Value.Dict params,
      Keywords keywords,
      boolean isPublic,
      boolean isEntry,
      Optional<Boolean> allowDuplicates,
      Position at) {

    static Wanted of(
        String name, Value.Dict args, Keywords keywords, Position at, boolean publicByDefault) {
      Map<String, String> from = new LinkedHashMap<>();
      for (String key : List.of("tasks_from", "vars_from", "defaults_from", "handlers_from")) {
        args.get(key).ifPresent(value -> from.put(key, Conversions.text(value)));
      }
      boolean isPublic =
          args.get("public").flatMap(Conversions::bool).orElse(false) || publicByDefault;
      // Unlike the roles of a play, an import or include runs as often as it is written.
      boolean duplicates = args.get("allow_duplicates").flatMap(Conversions::bool).orElse(true);
      Value.Dict none = Value.dict(Map.of());
      return new Wanted(name, from, none, keywords, isPublic, false, Optional.of(duplicates), at);
    }

    String from(String key) {
      return from.getOrDefault(key, "main");
    }
  }

  /** The entries of a {@code roles} or {@code dependencies} list as blocks. */
  List<Node> list(String word, Value list, Frame frame, TaskAddress container) {
    List<Node> blocks = new ArrayList<>();
    if (list instanceof Value.Null) {
      return blocks;
    }
    if (!(list instanceof Value.Seq seq)) {
      loading.keywords().wrongType(word, "a list of roles", list);
      return blocks;
    }
    for (Value entry : seq.items()) {
      wanted(entry, frame).flatMap(w -> use(w, frame, container)).ifPresent(blocks::add);
    }
    return blocks;
  }

  private Optional<Wanted> wanted(Value entry, Frame frame) {
    if (!(entry instanceof Value.Dict dict)) {
      return loading
          .staticName("role", entry, frame.outer(), frame.play(), "")
          .map(name -> plain(name, Value.dict(Map.of()), Keywords.NONE, entry.origin()));
    }

    Optional<Value> name = dict.get("role").or(() -> dict.get("name"));
    if (name.isEmpty()) {
      problems.error(
          ErrorCode.MISSING_KEYWORD, entry.origin(), "The entry names no role: it lacks \"role\".");
      return Optional.empty();
    }
    Map<Value, Value> params = new LinkedHashMap<>();
    Keywords own = loading.keywords().read(dict, Keyword.Place.ROLE, word -> true);
    dict.entries()
        .forEach(
            (key, value) -> {
              String word = Conversions.text(key);
              boolean keyword =
                  Keyword.of(word).filter(k -> k.isAllowedIn(Keyword.Place.ROLE)).isPresent();
              if (!keyword && !word.equals("role")) {
                params.put(key, value);
              }
            });
    Value.Dict given = Value.dictOf(params).at(entry.origin());
    loading.keywords().checkNames(given);
    return loading
        .staticName("role", name.get(), own.under(frame.outer()), frame.play(), "")
        .map(text -> plain(text, given, own, name.get().origin()));
  }

  private static Wanted plain(String name, Value.Dict params, Keywords own, Position at) {
    return new Wanted(name, Map.of(), params, own, true, true, Optional.empty(), at);
  }

  /**
   * One use of a role.
   *
   * @param container what the role's address hangs below
   */
  Optional<Block> use(Wanted wanted, Frame frame, TaskAddress container) {
    Optional<Path> folder = find(wanted, frame);
    if (folder.isEmpty()) {
      return Optional.empty();
    }
    if (isRecursive(folder.get(), wanted, frame)) {
      return Optional.empty();
    }
    Role role = role(wanted, folder.get());
    return Optional.of(block(role, wanted, frame, container));
  }

  private boolean isRecursive(Path folder, Wanted wanted, Frame frame) {
    boolean sameEntry = wanted.from.get("tasks_from") == null;
    for (Optional<RoleUse> use = frame.role(); use.isPresent(); use = use.get().parent()) {
      boolean same = use.get().role().folder().equals(folder);
      if (same && sameEntry && use.get().entryPoint().equals("main")) {
        problems.error(
            ErrorCode.RECURSIVE_IMPORT,
            wanted.at,
            "The role \"" + wanted.name + "\" asks for itself by this.");
        return true;
      }
    }
    return false;
  }

  private Block block(Role role, Wanted wanted, Frame frame, TaskAddress container) {
    Keywords own = wanted.keywords.without(Keyword.NAME);
    // The variables of an entry in a list of roles rank with the role's own, below those of blocks.
    Frame outside = frame.under(wanted.isEntry ? own.without(Keyword.VARS) : own);
    SearchPath search = roleSearch(role, frame);
    RoleUse bare = use(role, wanted, frame.role(), List.of());
    List<Node> body = new ArrayList<>();
    List<RoleUse> dependencies = new ArrayList<>();
    Frame forDependencies = outside.inRole(bare, frame.numbers(), search);
    for (Value dependency : role.dependencies()) {
      wanted(dependency, forDependencies)
          .flatMap(w -> use(w, forDependencies, container))
          .ifPresent(
              block -> {
                body.add(block);
                block.role().ifPresent(dependencies::add);
              });
    }
    RoleUse use = use(role, wanted, frame.role(), dependencies);
    frame.play().roles().add(use);
    TaskAddress address = frame.play().roleAddress(container, role.name());
    Frame inside = outside.inRole(use, new Frame.Numbers(address), search);
    TaskAddress first = inside.numbers().peek(false);
    body.addAll(tasks(role, wanted, inside));
    addHandlers(role, wanted, inside);
    return new Block(
        Block.Kind.ROLE,
        first,
        Optional.of(Value.of(role.name())),
        body,
        List.of(),
        List.of(),
        wanted.keywords,
        outside.outer(),
        Optional.of(use),
        search,
        wanted.at);
  }

  private static RoleUse use(
      Role role, Wanted wanted, Optional<RoleUse> parent, List<RoleUse> dependencies) {
    return new RoleUse(
        role,
        wanted.from("tasks_from"),
        wanted.params,
        wanted.keywords,
        parent,
        dependencies,
        wanted.isPublic,
        wanted.allowDuplicates.orElse(role.allowDuplicates()),
        wanted.at);
  }

  /** The role's own folder comes first, then what the roles that brought it see. */
  private static SearchPath roleSearch(Role role, Frame frame) {
    SearchPath outer = frame.search();
    return outer.in(role.folder().resolve("tasks")).in(role.folder());
  }

  private List<Node> tasks(Role role, Wanted wanted, Frame frame) {
    return file(role, wanted, "tasks").map(file -> nodes.file(file, frame)).orElse(List.of());
  }

  private void addHandlers(Role role, Wanted wanted, Frame frame) {
    if (frame.play().wantsHandlers(role, wanted.from("handlers_from"))) {
      file(role, wanted, "handlers")
          .ifPresent(
              file -> frame.play().roleHandlers().addAll(nodes.file(file, frame.forHandlers())));
    }
  }

  /** The file of an entry point; a missing {@code main} is fine, another name must be there. */
  private Optional<Path> file(Role role, Wanted wanted, String kind) {
    String name = wanted.from(kind + "_from");
    Path folder = role.folder().resolve(kind);
    List<Path> candidates = new ArrayList<>();
    for (String suffix : List.of(".yml", ".yaml", ".json", "")) {
      candidates.add(folder.resolve(name + suffix).normalize());
    }
    Optional<Path> found = candidates.stream().filter(Files::isRegularFile).findFirst();
    if (found.isEmpty() && wanted.from.containsKey(kind + "_from")) {
      problems.error(
          ErrorCode.FILE_NOT_FOUND,
          wanted.at,
          "The role \"" + role.name() + "\" has no file \"" + kind + "/" + name + ".yml\".");
    }
    return found;
  }

  private Role role(Wanted wanted, Path folder) {
    Value.Dict meta = loading.files().variablesOf(folder.resolve("meta"), "main", problems);
    String name = shownName(wanted.name, folder);
    return new Role(
        name,
        folder,
        variables(wanted, folder, "defaults", name),
        Keywords.merged(wanted.keywords.vars(), variables(wanted, folder, "vars", name)),
        meta.get("allow_duplicates").flatMap(Conversions::bool).orElse(false),
        dependencies(meta),
        argumentSpecs(folder, meta));
  }

  private static String shownName(String wanted, Path folder) {
    boolean path = wanted.indexOf('/') >= 0 && folder.getFileName() != null;
    return path ? String.valueOf(folder.getFileName()) : wanted;
  }

  private Value.Dict variables(Wanted wanted, Path folder, String kind, String role) {
    String base = wanted.from(kind + "_from");
    Path inside = folder.resolve(kind);
    if (wanted.from.containsKey(kind + "_from") && VariableFiles.filesOf(inside, base).isEmpty()) {
      problems.error(
          ErrorCode.FILE_NOT_FOUND,
          wanted.at,
          "The role \"" + role + "\" has no file \"" + kind + "/" + base + ".yml\".");
    }
    Value.Dict read = loading.files().variablesOf(inside, base, problems);
    loading.keywords().checkNames(read);
    return read;
  }

  private List<Value> dependencies(Value.Dict meta) {
    Value list = meta.get("dependencies").orElse(Value.NULL);
    if (list instanceof Value.Seq seq) {
      return seq.items();
    }
    if (!(list instanceof Value.Null)) {
      loading.keywords().wrongType("dependencies", "a list of roles", list);
    }
    return List.of();
  }

  private Optional<Value.Dict> argumentSpecs(Path folder, Value.Dict meta) {
    Value.Dict own =
        loading.files().variablesOf(folder.resolve("meta"), "argument_specs", problems);
    return own.get("argument_specs")
        .or(() -> meta.get("argument_specs"))
        .filter(Value.Dict.class::isInstance)
        .map(Value.Dict.class::cast);
  }

  // Finding

  private Optional<Path> find(Wanted wanted, Frame frame) {
    List<Path> places = places(wanted.name, frame);
    Optional<Path> found = places.stream().filter(Files::isDirectory).findFirst();
    if (found.isEmpty()) {
      List<String> names = places.stream().flatMap(RoleReader::siblings).distinct().toList();
      problems.error(
          ErrorCode.UNKNOWN_ROLE,
          wanted.at,
          "There is no role \""
              + wanted.name
              + "\" at "
              + NodeReader.places(places)
              + "."
              + Suggestions.didYouMean(wanted.name, names).map(s -> " " + s).orElse(""));
    }
    return found;
  }

  private List<Path> places(String name, Frame frame) {
    Path given = Path.of(SearchPath.expandHome(name));
    if (given.isAbsolute()) {
      return List.of(given);
    }
    Path playbook = frame.play().folder();
    List<Path> places = new ArrayList<>();
    places.add(playbook.resolve("roles").resolve(given).normalize());
    for (Optional<RoleUse> use = frame.role(); use.isPresent(); use = use.get().parent()) {
      Path folder = use.get().role().folder();
      places.add(folder.resolve("roles").resolve(given).normalize());
      places.add(folder.resolveSibling(given).normalize());
    }
    loading.options().rolesPath().forEach(path -> places.add(path.resolve(given).normalize()));
    places.add(playbook.resolve(given).normalize());
    String[] parts = name.split("\\.", -1);
    if (parts.length == 3) {
      collections(playbook).forEach(path -> places.add(inCollection(path, parts)));
    }
    return places.stream().distinct().toList();
  }

  private Stream<Path> collections(Path playbook) {
    return Stream.concat(
        Stream.of(playbook.resolve("collections")), loading.options().collectionsPath().stream());
  }

  private static Path inCollection(Path path, String[] parts) {
    Path collection = path.resolve("ansible_collections").resolve(parts[0]).resolve(parts[1]);
    return collection.resolve("roles").resolve(parts[2]).normalize();
  }

  private static Stream<String> siblings(Path place) {
    Path parent = place.getParent();
    if (parent == null || !parent.endsWith("roles") || !Files.isDirectory(parent)) {
      return Stream.empty();
    }
    try (Stream<Path> folders = Files.list(parent)) {
      return folders.map(folder -> folder.getFileName().toString()).toList().stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }
}
