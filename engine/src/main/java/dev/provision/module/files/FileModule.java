package dev.provision.module.files;

import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.host.files.FileContent;
import dev.provision.host.files.FileMode;
import dev.provision.host.files.FileProbe;
import dev.provision.host.files.FileSeen;
import dev.provision.host.files.FileStat;
import dev.provision.host.files.FileType;
import dev.provision.host.files.HostPath;
import dev.provision.host.files.Mode;
import dev.provision.host.files.SetTree;
import dev.provision.host.files.Touch;
import dev.provision.host.files.TreeGroups;
import dev.provision.host.files.TreeProbe;
import dev.provision.module.Goal;
import dev.provision.module.Outcome;
import dev.provision.module.Param;
import dev.provision.module.Proposal;
import dev.provision.module.Results;
import dev.provision.module.Reversibility;
import dev.provision.module.Risk;
import dev.provision.module.StateModule;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A file, folder or link as such: that it is there, or not, and with which attributes. */
public final class FileModule implements StateModule<FileModule.Params, FileState> {

  private static final Pattern TIME = Pattern.compile("preserve|now|\\d{12}(\\.\\d\\d)?");

  /** Its arguments. */
  public record Params(
      @Param(
              value = "The path.",
              aliases = {"dest", "name"})
          HostPath path,
      @Param(
              "What shall be there; without it whatever is there, which then must be, or with `recurse` a"
                  + " folder.")
          Optional<State> state,
      @Param(value = "Permissions.", example = "\"0644\"") Optional<FileMode> mode,
      @Param("The account that shall own it.") Optional<String> owner,
      @Param("The group that shall own it.") Optional<String> group,
      @Param(value = "Give all that is below a folder the same attributes.", defaultValue = "false")
          boolean recurse,
      @Param("What a link leads to.") Optional<String> src,
      @Param(
              value = "Make a link although its target is missing or a file is in its place.",
              defaultValue = "false")
          boolean force,
      @Param(
              value = "Change the attributes of what a symbolic link leads to.",
              defaultValue = "true")
          boolean follow,
      @Param("With `touch`: `preserve`, `now` or a time as `YYYYMMDDhhmm.SS`.")
          Optional<String> modificationTime,
      @Param("With `touch`: `preserve`, `now` or a time as `YYYYMMDDhhmm.SS`.")
          Optional<String> accessTime) {

    /** What shall be there. */
    public enum State {
      ABSENT,
      DIRECTORY,
      FILE,
      HARD,
      LINK,
      TOUCH
    }

    private State wanted(FileState seen) {
      return state.orElseGet(() -> recurse ? State.DIRECTORY : ofSeen(seen));
    }

    private static State ofSeen(FileState seen) {
      return seen.isFolder() ? State.DIRECTORY : State.FILE;
    }

    private boolean is(State wanted) {
      return state.filter(s -> s == wanted).isPresent();
    }

    private FileGoals.Attributes attributes() {
      return new FileGoals.Attributes(mode, owner, group);
    }
  }

  @Override
  public String name() {
    return "file";
  }

  @Override
  public String summary() {
    return "Makes, removes and links files and folders, and sets their attributes.";
  }

  @Override
  public List<String> notes() {
    return List.of(
        "`state: absent` removes a folder with all that is in it, which can't be undone.",
        "With `recurse` only what does not fit is touched, and links below the folder are not followed.");
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public Class<FileState> state() {
    return FileState.class;
  }

  @Override
  public String subject(Params params) {
    return params.path().written();
  }

  @Override
  public List<Problem> check(Params params) {
    List<Problem> problems = new ArrayList<>();
    boolean isLink = params.is(Params.State.LINK) || params.is(Params.State.HARD);
    if (params.is(Params.State.HARD) && params.src().isEmpty()) {
      problems.add(FileChecks.invalid("\"state: hard\" needs the argument \"src\"."));
    }
    if (params.src().isPresent() && params.state().isPresent() && !isLink) {
      problems.add(
          FileChecks.invalid("\"src\" is for links; it needs \"state: link\" or \"state: hard\"."));
    }
    if (params.recurse() && params.state().isPresent() && !params.is(Params.State.DIRECTORY)) {
      problems.add(FileChecks.invalid("\"recurse\" needs \"state: directory\"."));
    }
    if (HostPath.normal("/" + params.path().written()).equals("/")
        && params.path().written().startsWith("/")
        && params.is(Params.State.ABSENT)) {
      problems.add(FileChecks.invalid("The root folder is not removed."));
    }
    for (Optional<String> time : List.of(params.modificationTime(), params.accessTime())) {
      if (time.isPresent() && !TIME.matcher(time.get()).matches()) {
        problems.add(
            FileChecks.invalid(
                "\"" + time.get() + "\" is no time: write preserve, now or YYYYMMDDhhmm.SS."));
      }
    }
    return problems;
  }

  @Override
  public Query<FileState> observe(Params params, HostInfo host) {
    String path = params.path().on(host);
    boolean isLink = params.is(Params.State.LINK) || params.is(Params.State.HARD);
    boolean follow = params.follow() && !isLink && !params.is(Params.State.ABSENT);
    FileProbe probe =
        // What goes away is read before, so that it can come back.
        params.is(Params.State.ABSENT) || params.is(Params.State.LINK)
            ? FileProbe.content(path, follow)
            : FileProbe.stat(path, follow);
    Query<FileState> state = Query.ask(probe).map(seen -> FileState.of(path, seen));
    if (params.recurse()) {
      state =
          state.and(
              Query.ask(new TreeProbe(path)),
              (seen, tree) ->
                  seen.withUnfitting(unfitting(params, tree))
                      .withPlace(seen.place().withTree(tree)));
    }
    if (isLink && params.src().isPresent()) {
      String source = source(params, path, host);
      state = state.and(Query.ask(FileProbe.stat(source, true)), (s, f) -> linked(s, source, f));
    }
    return state;
  }

  private static long unfitting(Params params, TreeGroups tree) {
    return tree.unfitting(params.mode(), params.owner(), params.group());
  }

  /** A symbolic link's target is relative to its folder. */
  private static String source(Params params, String path, HostInfo host) {
    String src = params.src().orElseThrow();
    boolean isRelative = !src.startsWith("/") && !src.startsWith("~");
    return isRelative && params.is(Params.State.LINK)
        ? HostPath.normal(HostPath.parent(path) + "/" + src)
        : new HostPath(src).on(host);
  }

  /** Two names of one file have one inode. */
  private static FileState linked(FileState seen, String source, FileSeen file) {
    FileState of = FileState.of(source, file);
    FileState withSource = seen.withPlace(seen.place().withSource(of));
    boolean isSame =
        seen.type() == FileType.FILE
            && seen.place().inode().isPresent()
            && seen.place().inode().equals(file.stat().detail().map(FileStat.Detail::identity));
    return isSame ? withSource.withTarget(source) : withSource;
  }

  @Override
  public Proposal<FileState> desired(Params params, FileState seen, HostInfo host) {
    return switch (params.wanted(seen)) {
      case ABSENT -> Proposal.want(FileGoals.absent(seen));
      case DIRECTORY -> folder(params, seen, host);
      case FILE -> existing(params, seen);
      case HARD -> hard(params, seen, host);
      case LINK -> link(params, seen, host);
      case TOUCH -> touch(params, seen, host);
    };
  }

  private static Proposal<FileState> folder(Params params, FileState seen, HostInfo host) {
    if (seen.exists() && !seen.isFolder()) {
      return Proposal.refuse(
          FileChecks.refused(seen.path() + " already exists as a " + seen.type().word() + "."));
    }
    Goal<FileState> goal = FileGoals.folder(seen, params.attributes(), host);
    if (seen.unfitting() == 0) {
      return Proposal.want(goal);
    }
    return Proposal.want(FileGoals.withFittingTree(goal));
  }

  private static Proposal<FileState> existing(Params params, FileState seen) {
    if (!seen.exists()) {
      return Proposal.refuse(
          FileChecks.refused(
              seen.path() + " does not exist. To make it, use \"state: touch\" or \"directory\"."));
    }
    if (params.is(Params.State.FILE) && seen.isFolder()) {
      return Proposal.refuse(FileChecks.refused(seen.path() + " is a folder, no file."));
    }
    return Proposal.want(FileGoals.attributes(seen, params.attributes()));
  }

  private static Proposal<FileState> link(Params params, FileState seen, HostInfo host) {
    if (params.src().isEmpty() && seen.type() != FileType.LINK) {
      return Proposal.refuse(
          FileChecks.refused("\"src\" is needed: there is no link at " + seen.path() + "."));
    }
    String target = params.src().orElse(seen.target());
    Optional<Problem> refusal = unlinkable(params, seen);
    if (refusal.isPresent()) {
      return Proposal.refuse(refusal.get());
    }
    return Proposal.want(FileGoals.link(seen, target, params.attributes(), host));
  }

  private static Proposal<FileState> hard(Params params, FileState seen, HostInfo host) {
    Optional<FileState> source = seen.place().source();
    if (source.filter(FileState::exists).isEmpty()) {
      return Proposal.refuse(
          FileChecks.refused("The source " + params.src().orElse("") + " does not exist."));
    }
    if (seen.exists() && seen.target().isEmpty() && !params.force()) {
      return Proposal.refuse(inTheWay(seen));
    }
    return Proposal.want(FileGoals.hard(seen, source.get(), params.attributes(), host));
  }

  private static Optional<Problem> unlinkable(Params params, FileState seen) {
    if (!seen.place().hasFolder()) {
      return Optional.of(FileChecks.refused("The folder of " + seen.path() + " does not exist."));
    }
    if (params.force()) {
      return Optional.empty();
    }
    if (seen.exists() && seen.type() != FileType.LINK) {
      return Optional.of(inTheWay(seen));
    }
    boolean isMissing = seen.place().source().filter(s -> !s.exists()).isPresent();
    return isMissing
        ? Optional.of(
            FileChecks.refused(
                "The link's target "
                    + params.src().orElse("")
                    + " does not exist. To make the link all the same, add \"force: true\"."))
        : Optional.empty();
  }

  private static Problem inTheWay(FileState seen) {
    return FileChecks.refused(
        "A "
            + seen.type().word()
            + " is in the way at "
            + seen.path()
            + ". To replace it, add \"force: true\".");
  }

  private static Proposal<FileState> touch(Params params, FileState seen, HostInfo host) {
    if (!seen.exists()) {
      if (!seen.place().hasFolder()) {
        return Proposal.refuse(
            FileChecks.refused("The folder of " + seen.path() + " does not exist."));
      }
      return Proposal.want(FileGoals.file(seen, FileContent.EMPTY, params.attributes(), host));
    }
    Goal<FileState> goal = FileGoals.attributes(seen, params.attributes());
    String accessed = params.accessTime().orElse(Touch.NOW);
    String modified = params.modificationTime().orElse(Touch.NOW);
    if (accessed.equals(Touch.PRESERVE) && modified.equals(Touch.PRESERVE)) {
      return Proposal.want(goal);
    }
    Touch touch = new Touch(seen.place().realPath(), accessed, modified);
    return Proposal.want(
        goal, List.of(new Proposal.Event(touch.words(), true, Risk.NONE, List.of(touch))));
  }

  @Override
  public List<Step> transition(FileState from, Goal<FileState> to, Params how, HostInfo host) {
    boolean follow = how.follow() && !how.is(Params.State.LINK) && !how.is(Params.State.ABSENT);
    List<Step> steps =
        new ArrayList<>(new FileTransition(false, Optional.empty(), follow).steps(from, to, host));
    if (to.gaps(from).contains("unfitting")) {
      Map<SetTree.Kind, Mode> modes = how.mode().map(from.place().tree()::modes).orElse(Map.of());
      steps.add(new SetTree(from.place().realPath(), modes, how.owner(), how.group()));
    }
    return steps;
  }

  @Override
  public Value.Dict result(Params params, Outcome<FileState> outcome) {
    FileState after = outcome.after();
    boolean isLink = params.is(Params.State.LINK) || params.is(Params.State.HARD);
    Results results = new Results().put(isLink ? "dest" : "path", after.path());
    params.src().ifPresent(src -> results.put("src", src));
    if (params.is(Params.State.TOUCH)) {
      results.put("dest", after.path());
    }
    return FileResults.attributes(results, after).toValue();
  }

  @Override
  public Reversibility reversibility(Params params, FileState from, Goal<FileState> to) {
    if (to.gaps(from).contains("unfitting")) {
      return Reversibility.none("What the attributes below the folder were is not kept.");
    }
    if (params.is(Params.State.HARD) && from.exists()) {
      return Reversibility.lossy(
          "A file that was a name of another one becomes a file of its own.");
    }
    return FileTransition.reversibility(from, to);
  }

  @Override
  public Risk risk(Params params, FileState from, Goal<FileState> to) {
    boolean removes = from.exists() && !to.want().exists();
    return removes && (from.isFolder() || !from.content().isHeld()) ? Risk.DATA : Risk.NONE;
  }
}
