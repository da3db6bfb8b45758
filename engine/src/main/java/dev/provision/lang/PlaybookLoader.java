package dev.provision.lang;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads playbooks with all they name: roles, imports, files of variables. Problems are collected,
 * all of them, before anything runs. Safe for use by many threads.
 */
public final class PlaybookLoader {

  private final VariableFiles files;
  private final PlaybookOptions options;

  public PlaybookLoader(VariableFiles files, PlaybookOptions options) {
    this.files = files;
    this.options = options;
  }

  /**
   * What an include brought.
   *
   * @param nodes in the order in which they run; a role is one block
   * @param handlers what it adds to the play's handlers
   * @param roles the uses of roles in it, dependencies first
   */
  public record Included(List<Node> nodes, List<Node> handlers, List<RoleUse> roles) {
    public Included {
      nodes = List.copyOf(nodes);
      handlers = List.copyOf(handlers);
      roles = List.copyOf(roles);
    }
  }

  /**
   * Reads a playbook. With errors among the problems it may lack what they are about; nothing where
   * the file could not be read at all.
   *
   * @param file as the user gave it: positions show it so
   */
  public Optional<Playbook> load(Path file, Problems problems) {
    Loading loading = new Loading(files, problems, options);
    List<Play> plays = new ArrayList<>();
    boolean read = new Reader(loading).read(file, TaskAddress.playbook(file.toString()), plays);
    if (!read) {
      return Optional.empty();
    }
    Preview preview = new Preview(this, problems);
    plays.forEach(preview::follow);
    HandlerCheck check = new HandlerCheck(problems);
    plays.forEach(play -> check.check(play, preview.of(play)));
    return Optional.of(new Playbook(file, plays, preview.tasks()));
  }

  /**
   * Loads what an include names, when it is reached.
   *
   * @param include of {@code play}
   * @param action the include's arguments with no template left in them
   * @param address for what it brings: the include's, and its item's where it is repeated
   * @param problems takes what is wrong; with an error among them the include fails
   */
  public Included include(
      Play play, Include include, Value.Dict action, TaskAddress address, Problems problems) {
    NodeReader nodes = new NodeReader(new Loading(files, problems, options));
    PlayFrame gathered = new PlayFrame(play.address(), play.folder(), play.vars());
    Keywords applied =
        action
            .get("apply")
            .filter(Value.Dict.class::isInstance)
            .map(apply -> apply((Value.Dict) apply))
            .orElse(Keywords.NONE);
    Keywords outer = withVars(applied.under(include.inherited()), include.own().vars());
    Frame frame =
        new Frame(
            gathered,
            new Frame.Numbers(address),
            outer,
            include.role(),
            include.search(),
            List.of(),
            include.isHandler());
    List<Node> brought =
        include.kind() == Include.Kind.TASKS
            ? tasks(nodes, include, action, frame)
            : role(nodes, action, frame, address);
    return new Included(brought, gathered.roleHandlers(), gathered.roles());
  }

  private static Keywords apply(Value.Dict apply) {
    // Checked when the include was read; here only its values count.
    return new KeywordReader(new Problems()).read(apply, Keyword.Place.BLOCK, word -> true);
  }

  private static Keywords withVars(Keywords keywords, Value.Dict vars) {
    return vars.entries().isEmpty()
        ? keywords
        : new Keywords(Map.of(Keyword.VARS, vars)).under(keywords).withIncludeVars(vars);
  }

  private static List<Node> tasks(
      NodeReader nodes, Include include, Value.Dict action, Frame frame) {
    Value file = action.get("file").orElse(Value.NULL);
    return nodes
        .tasksFile(Conversions.text(file), file.origin(), include.folder(), frame)
        .map(path -> nodes.file(path, frame))
        .orElse(List.of());
  }

  private static List<Node> role(
      NodeReader nodes, Value.Dict action, Frame frame, TaskAddress address) {
    Value name = action.get("name").orElse(Value.NULL);
    RoleReader.Wanted wanted =
        RoleReader.Wanted.of(Conversions.text(name), action, Keywords.NONE, name.origin(), false);
    return nodes.roles().use(wanted, frame, address).map(List::<Node>of).orElse(List.of());
  }

  /** Reads files of plays. */
  private static final class Reader {
    private final Loading loading;
    private final Problems problems;
    private final PlayReader plays;
    private final List<Path> open = new ArrayList<>();
    private TaskAddress root = TaskAddress.playbook("");

    Reader(Loading loading) {
      this.loading = loading;
      this.problems = loading.problems();
      this.plays = new PlayReader(loading, new NodeReader(loading));
    }

    boolean read(Path file, TaskAddress address, List<Play> into) {
      root = address;
      return read(file, Keywords.NONE, into);
    }

    private boolean read(Path file, Keywords imported, List<Play> into) {
      Optional<Value> value = loading.files().read(file, problems);
      if (value.isEmpty()) {
        return false;
      }
      if (!(value.get() instanceof Value.Seq seq)) {
        notPlays(file, value.get());
        return false;
      }
      open.add(file);
      Path folder = Optional.ofNullable(file.getParent()).orElse(Path.of("."));
      for (Value entry : seq.items()) {
        try {
          entry(entry, folder, imported, into);
        } catch (ProvisionException e) {
          // A name that is needed now is encrypted, and no password opens it.
          problems.add(e.problem());
        }
      }
      open.remove(open.size() - 1);
      return true;
    }

    private void notPlays(Path file, Value value) {
      String what = value instanceof Value.Null ? "is empty" : "holds a " + value.typeName();
      problems.error(
          ErrorCode.WRONG_TYPE,
          value.origin().isKnown() ? value.origin() : Position.ofFile(file.toString()),
          "A playbook is a list of plays, and this file " + what + ".");
    }

    private void entry(Value entry, Path folder, Keywords imported, List<Play> into) {
      if (!(entry instanceof Value.Dict source)) {
        problems.error(
            ErrorCode.WRONG_TYPE,
            entry.origin(),
            "A play is a mapping, and this is a " + entry.typeName() + ".");
        return;
      }

      Optional<Value> importKey =
          source.entries().keySet().stream()
              .filter(key -> ActionNames.isImportPlaybook(Conversions.text(key)))
              .findFirst();
      if (importKey.isPresent()) {
        importPlaybook(source, importKey.get(), folder, imported, into);
      } else {
        TaskAddress address = root.play(into.size() + 1);
        into.add(plays.read(source, folder, address, imported));
      }
    }

    private void importPlaybook(
        Value.Dict source, Value key, Path folder, Keywords imported, List<Play> into) {
      String word = Conversions.text(key);
      Keywords own =
          loading.keywords().read(without(source, key), Keyword.Place.BLOCK, other -> false);
      Value name = source.entries().getOrDefault(key, Value.NULL);
      PlayFrame frame = new PlayFrame(root, folder, imported.vars());
      Optional<String> target = loading.staticName(word, name, own.under(imported), frame, "");
      if (target.isEmpty()) {
        return;
      }
      Path file = folder.resolve(SearchPath.expandHome(target.get())).normalize();
      if (!Files.isRegularFile(file)) {
        problems.error(
            ErrorCode.FILE_NOT_FOUND, name.origin(), "There is no playbook at " + file + ".");
      } else if (open.contains(file)) {
        problems.error(
            ErrorCode.RECURSIVE_IMPORT,
            name.origin(),
            "The playbook \"" + file + "\" imports itself by this.");
      } else {
        read(file, own.without(Keyword.NAME).under(imported), into);
      }
    }

    private static Value.Dict without(Value.Dict source, Value key) {
      Map<Value, Value> rest = new LinkedHashMap<>(source.entries());
      rest.remove(key);
      return Value.dictOf(rest).at(source.origin());
    }
  }
}
