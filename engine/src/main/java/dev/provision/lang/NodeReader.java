package dev.provision.lang;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.diag.Suggestions;
import dev.provision.value.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads task lists to nodes; imports are followed at once. */
final class NodeReader {

  private static final List<String> TASKS_ARGS = List.of("file", "apply");
  private static final List<String> ROLE_ARGS =
      List.of(
          "name",
          "role",
          "tasks_from",
          "vars_from",
          "defaults_from",
          "handlers_from",
          "public",
          "allow_duplicates",
          "apply",
          "rolespec_validate");

  private final Loading loading;
  private final Problems problems;
  private final KeywordReader keywords;
  private final ActionReader actions;
  private final LoopReader loops;
  private final RoleReader roles;

  NodeReader(Loading loading) {
    this.loading = loading;
    this.problems = loading.problems();
    this.keywords = loading.keywords();
    this.actions = new ActionReader(problems, keywords, loading.options().isModule());
    this.loops = new LoopReader(problems, keywords);
    this.roles = new RoleReader(loading, this);
  }

  RoleReader roles() {
    return roles;
  }

  /**
   * The nodes of a list.
   *
   * @param word the keyword or file that holds it, for messages
   */
  List<Node> list(String word, Value list, Frame frame) {
    List<Node> nodes = new ArrayList<>();
    if (list instanceof Value.Null) {
      return nodes;
    }
    if (!(list instanceof Value.Seq seq)) {
      keywords.wrongType(word, "a list of tasks", list);
      return nodes;
    }
    for (Value entry : seq.items()) {
      if (entry instanceof Value.Dict dict) {
        node(dict, frame).ifPresent(nodes::add);
      } else {
        problems.error(
            ErrorCode.WRONG_TYPE,
            entry.origin(),
            "A task is a mapping, and this is a " + entry.typeName() + ".");
      }
    }
    return nodes;
  }

  /** The nodes of a task file. */
  List<Node> file(Path file, Frame frame) {
    return loading
        .files()
        .read(file, problems)
        .map(value -> list(file.toString(), value, frame.inFile(file)))
        .orElse(List.of());
  }

  private Optional<Node> node(Value.Dict source, Frame frame) {
    if (source.get("block").isPresent()) {
      return Optional.of(block(source, frame));
    }
    if (source.get("rescue").isPresent() || source.get("always").isPresent()) {
      problems.error(
          ErrorCode.MISSING_KEYWORD,
          source.origin(),
          "\"rescue\" and \"always\" belong to a \"block\", and there is none here.");
      return Optional.empty();
    }
    Keywords own = keywords.read(source, frame.place(), word -> true);
    Optional<Loop> loop = loops.read(source);
    return actions
        .read(source, frame.place())
        .flatMap(found -> node(source, found, own, loop, frame));
  }

  private Block block(Value.Dict source, Frame frame) {
    Keywords own = keywords.read(source, Keyword.Place.BLOCK, word -> false);
    Frame inside = frame.under(own);
    TaskAddress address = frame.numbers().peek(frame.handlers());
    return new Block(
        Block.Kind.WRITTEN,
        address,
        name(own),
        list("block", source.get("block").orElse(Value.NULL), inside),
        list("rescue", source.get("rescue").orElse(Value.NULL), inside),
        list("always", source.get("always").orElse(Value.NULL), inside),
        own,
        inside.outer(),
        frame.role(),
        frame.search(),
        source.origin());
  }

  static Optional<Value.Str> name(Keywords own) {
    return own.get(Keyword.NAME)
        .map(
            name ->
                name instanceof Value.Str str
                    ? str
                    : Value.of(Conversions.text(name)).at(name.origin()));
  }

  private Optional<Node> node(
      Value.Dict source, ActionReader.Found found, Keywords own, Optional<Loop> loop, Frame frame) {
    Action action = found.action();
    Keywords all = found.local() ? local(own, action) : own;
    return switch (action.module()) {
      case "import_tasks" -> importTasks(source, action, all, loop, frame);
      case "import_role" -> importRole(action, all, loop, frame);
      case "include" -> {
        problems.warning(
            ErrorCode.UNSUPPORTED_KEYWORD,
            action.at(),
            "\"include\" is no more; it is read as \"include_tasks\".");
        yield include(Include.Kind.TASKS, source, action, all, loop, frame);
      }
      case "include_tasks" -> include(Include.Kind.TASKS, source, action, all, loop, frame);
      case "include_role" -> include(Include.Kind.ROLE, source, action, all, loop, frame);
      case "import_playbook" -> {
        problems.error(
            ErrorCode.UNKNOWN_KEYWORD,
            action.at(),
            "\"import_playbook\" stands beside plays, not among tasks.");
        yield Optional.empty();
      }
      default -> Optional.of(task(source, action, all, loop, frame));
    };
  }

  private static Keywords local(Keywords own, Action action) {
    Value here = Value.of("localhost").at(action.at());
    return own.has(Keyword.DELEGATE_TO) ? own : own.with(Keyword.DELEGATE_TO, here);
  }

  private static Task task(
      Value.Dict source, Action action, Keywords own, Optional<Loop> loop, Frame frame) {
    return new Task(
        frame.next(),
        name(own),
        action,
        loop,
        own,
        own.under(frame.outer()),
        frame.role(),
        frame.search(),
        frame.handlers(),
        source.origin());
  }

  // Includes

  private Optional<Node> include(
      Include.Kind kind,
      Value.Dict source,
      Action written,
      Keywords own,
      Optional<Loop> loop,
      Frame frame) {
    Action action = kind == Include.Kind.TASKS ? tasksArgs(written, true) : roleArgs(written, true);
    String key = kind == Include.Kind.TASKS ? "file" : "name";
    if (!hasTarget(action, key)) {
      return Optional.empty();
    }
    return Optional.of(
        new Include(
            kind,
            frame.next(),
            name(own),
            action,
            loop,
            own,
            own.under(frame.outer()),
            frame.outer(),
            frame.role(),
            frame.search(),
            frame.folder(),
            frame.handlers(),
            source.origin()));
  }

  private boolean hasTarget(Action action, String key) {
    if (action.args().get(key).isPresent() || action.argsTemplate().isPresent()) {
      return true;
    }
    problems.error(
        ErrorCode.MISSING_ARGUMENT,
        action.at(),
        "\"" + action.written() + "\" needs \"" + key + "\".");
    return false;
  }

  /** The arguments with the free form under {@code file}. */
  private Action tasksArgs(Action action, boolean dynamic) {
    Action named = renamed(action, Action.FREE_FORM, "file");
    check(named, TASKS_ARGS, dynamic);
    return named;
  }

  /** The arguments with {@code role} under {@code name}. */
  private Action roleArgs(Action action, boolean dynamic) {
    Action named = renamed(renamed(action, Action.FREE_FORM, "name"), "role", "name");
    check(named, ROLE_ARGS, dynamic);
    return named;
  }

  private static Action renamed(Action action, String from, String to) {
    Optional<Value> value = action.args().get(from);
    if (value.isEmpty()) {
      return action;
    }
    Map<Value, Value> args = new LinkedHashMap<>(action.args().entries());
    args.remove(Value.of(from));
    args.put(Value.of(to), value.get());
    Value.Dict dict = Value.dictOf(args).at(action.args().origin());
    return new Action(action.written(), action.module(), dict, action.argsTemplate(), action.at());
  }

  private void check(Action action, List<String> known, boolean dynamic) {
    action
        .args()
        .entries()
        .forEach(
            (key, value) -> {
              String word = Conversions.text(key);
              if (!known.contains(word)) {
                problems.error(
                    ErrorCode.UNKNOWN_ARGUMENT,
                    key.origin(),
                    "\""
                        + action.written()
                        + "\" has no argument \""
                        + word
                        + "\"."
                        + Suggestions.didYouMean(word, known).map(s -> " " + s).orElse(""));
              } else if (word.equals("apply")) {
                checkApply(action, value, dynamic);
              }
            });
  }

  private void checkApply(Action action, Value apply, boolean dynamic) {
    if (!dynamic) {
      problems.error(
          ErrorCode.INVALID_ARGUMENT,
          apply.origin(),
          "\""
              + action.written()
              + "\" needs no \"apply\": its own keywords reach the tasks it brings.");
    } else if (apply instanceof Value.Dict dict) {
      keywords.read(dict, Keyword.Place.BLOCK, word -> false);
    } else if (!apply.hasTemplate()) {
      keywords.wrongType("apply", "a mapping of keywords", apply);
    }
  }

  // Imports

  private Optional<Node> importTasks(
      Value.Dict source, Action written, Keywords own, Optional<Loop> loop, Frame frame) {
    Action action = tasksArgs(written, false);
    if (!hasTarget(action, "file") || loops(action, loop)) {
      return Optional.empty();
    }
    Value name = action.args().get("file").orElse(Value.NULL);
    Frame inside = frame.under(own);
    return loading
        .staticName("file", name, inside.outer(), frame.play(), " Use include_tasks.")
        .flatMap(file -> tasksFile(file, name.origin(), frame.folder(), frame))
        .filter(file -> !isRecursive(file, name.origin(), frame))
        .map(file -> imported(source, file, own, inside));
  }

  private Block imported(Value.Dict source, Path file, Keywords own, Frame inside) {
    TaskAddress address = inside.numbers().peek(inside.handlers());
    return new Block(
        Block.Kind.IMPORT,
        address,
        name(own),
        file(file, inside),
        List.of(),
        List.of(),
        own,
        inside.outer(),
        inside.role(),
        inside.search(),
        source.origin());
  }

  private boolean loops(Action action, Optional<Loop> loop) {
    loop.ifPresent(
        found ->
            problems.error(
                ErrorCode.INVALID_ARGUMENT,
                found.items().origin(),
                "\""
                    + action.written()
                    + "\" is done before anything runs and can't be repeated. Use \""
                    + action.written().replace("import_", "include_")
                    + "\"."));
    return loop.isPresent();
  }

  private boolean isRecursive(Path file, Position at, Frame frame) {
    boolean recursive = frame.files().contains(file);
    if (recursive) {
      problems.error(
          ErrorCode.RECURSIVE_IMPORT, at, "The file \"" + file + "\" imports itself by this.");
    }
    return recursive;
  }

  /**
   * A task file by its name; nothing where there is none, which is a problem then.
   *
   * @param folder of the file in which the name stands
   */
  Optional<Path> tasksFile(String name, Position at, Path folder, Frame frame) {
    List<Path> candidates = new ArrayList<>();
    Path given = Path.of(SearchPath.expandHome(name));
    candidates.add(folder.resolve(given).normalize());
    frame.role().ifPresent(use -> candidates.add(inRole(use, frame, given)));
    candidates.addAll(frame.search().candidates(frame.handlers() ? "handlers" : "tasks", name));
    Optional<Path> found = candidates.stream().filter(Files::isRegularFile).findFirst();
    if (found.isEmpty()) {
      problems.error(
          ErrorCode.FILE_NOT_FOUND,
          at,
          "There is no file \"" + name + "\" at " + places(candidates) + ".");
    }
    return found;
  }

  private static Path inRole(RoleUse use, Frame frame, Path given) {
    String kind = frame.handlers() ? "handlers" : "tasks";
    return use.role().folder().resolve(kind).resolve(given).normalize();
  }

  static String places(List<Path> candidates) {
    return String.join(", ", candidates.stream().map(Path::toString).distinct().limit(4).toList());
  }

  private Optional<Node> importRole(
      Action written, Keywords own, Optional<Loop> loop, Frame frame) {
    Action action = roleArgs(written, false);
    if (!hasTarget(action, "name") || loops(action, loop)) {
      return Optional.empty();
    }
    Value name = action.args().get("name").orElse(Value.NULL);
    return loading
        .staticName("name", name, own.under(frame.outer()), frame.play(), " Use include_role.")
        .flatMap(
            role ->
                roles.use(
                    RoleReader.Wanted.of(role, action.args(), own, name.origin(), true),
                    frame,
                    frame.numbers().container()))
        .map(Node.class::cast);
  }
}
