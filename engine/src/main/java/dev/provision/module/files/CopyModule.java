package dev.provision.module.files;

import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.host.files.FileContent;
import dev.provision.host.files.FileMode;
import dev.provision.host.files.FileProbe;
import dev.provision.host.files.FileType;
import dev.provision.host.files.HostPath;
import dev.provision.host.files.Mode;
import dev.provision.module.FileSource;
import dev.provision.module.Goal;
import dev.provision.module.Outcome;
import dev.provision.module.Param;
import dev.provision.module.ParamResolver.ControllerFile;
import dev.provision.module.Proposal;
import dev.provision.module.PythonJson;
import dev.provision.module.Results;
import dev.provision.module.Reversibility;
import dev.provision.module.Risk;
import dev.provision.module.StateModule;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A file with a given content. */
public final class CopyModule implements StateModule<CopyModule.Params, FileState> {

  /** Its arguments. */
  public record Params(
      @Param(value = "The file on the host, or the folder to put it in.", example = "/etc/my.cnf")
          HostPath dest,
      @Param("A file of the controller, or with `remote_src` of the host.")
          Optional<FileSource> src,
      @Param("What shall be in the file, instead of `src`. A dict or list is written as JSON.")
          Optional<Value> content,
      @Param(
              value =
                  "Permissions: octal digits in quotes, changes such as `u=rw,g=r`, or `preserve`.",
              example = "\"0644\"")
          Optional<CopyMode> mode,
      @Param("The account that shall own it.") Optional<String> owner,
      @Param("The group that shall own it.") Optional<String> group,
      @Param(value = "Keep the old file beside the new one.", defaultValue = "false")
          boolean backup,
      @Param(
              value = "Replace a file whose content differs; else only make a missing one.",
              aliases = "thirsty",
              defaultValue = "true")
          boolean force,
      @Param(value = "Write through a symbolic link at `dest`.", defaultValue = "false")
          boolean follow,
      @Param(value = "Whether `src` is a file of the host.", defaultValue = "false")
          boolean remoteSrc,
      @Param("A command that must accept the new file, named by %s, before it is put in place.")
          Optional<String> validate) {}

  @Override
  public String name() {
    return "copy";
  }

  @Override
  public String summary() {
    return "Puts a file with a given content on the host.";
  }

  @Override
  public List<String> notes() {
    return List.of(
        "Single files only, no folders.",
        "A new file is made with mode 0644 unless told otherwise.");
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
    return params.dest().written();
  }

  @Override
  public List<Problem> check(Params params) {
    List<Problem> problems = new ArrayList<>();
    if (params.src().isPresent() == params.content().isPresent()) {
      problems.add(
          FileChecks.invalid(
              "The module \"copy\" needs either \"src\" or \"content\", and not both."));
    }
    if (params.content().isPresent() && params.dest().isFolder()) {
      problems.add(
          FileChecks.invalid("With \"content\" the argument \"dest\" must be a file, no folder."));
    }
    if (params.src().flatMap(FileSource::file).filter(ControllerFile::isFolder).isPresent()) {
      problems.add(
          FileChecks.invalid("\"src\" is a folder. The module \"copy\" takes single files."));
    }
    FileChecks.validate(params.validate()).ifPresent(problems::add);
    return problems;
  }

  @Override
  public Query<FileState> observe(Params params, HostInfo host) {
    Query<FileState> target = target(params).observe(host, known(params));
    Optional<String> source = hostSource(params, host);
    if (source.isEmpty()) {
      return target;
    }
    Query<FileState> from =
        Query.ask(FileProbe.content(source.get(), true))
            .map(seen -> FileState.of(source.get(), seen));
    return target.and(from, (to, seen) -> to.withPlace(to.place().withSource(seen)));
  }

  private static FileTarget target(Params params) {
    Optional<String> name = params.src().map(src -> HostPath.name(src.written()));
    return new FileTarget(params.dest(), name.filter(n -> !n.isEmpty()), params.follow());
  }

  private static Optional<String> hostSource(Params params, HostInfo host) {
    return params
        .src()
        .filter(s -> s.file().isEmpty())
        .map(s -> new HostPath(s.written()).on(host));
  }

  /** The wanted content where the controller has it. */
  private static Optional<FileContent> known(Params params) {
    return params
        .content()
        .map(CopyModule::text)
        .map(FileContent::of)
        .or(() -> params.src().flatMap(FileSource::file).map(f -> FileContent.of(f.bytes())));
  }

  private static Text text(Value content) {
    if (content instanceof Value.Str str) {
      return str.text();
    }
    return PythonJson.dumps(content);
  }

  @Override
  public Proposal<FileState> desired(Params params, FileState seen, HostInfo host) {
    Optional<FileContent> content =
        known(params).or(() -> seen.place().source().map(FileState::content));
    Optional<Problem> refusal =
        FileChecks.target(seen, params.dest().isFolder()).or(() -> badSource(seen));
    if (refusal.isPresent()) {
      return Proposal.refuse(refusal.get());
    }
    FileContent wanted =
        !params.force() && seen.exists() ? seen.content() : content.orElse(FileContent.EMPTY);
    if (!params.force() && seen.exists() && seen.type() != FileType.FILE) {
      return Proposal.want(Goal.unchanged(seen));
    }
    return Proposal.want(FileGoals.file(seen, wanted, attributes(params, seen), host));
  }

  private static Optional<Problem> badSource(FileState seen) {
    Optional<FileState> source = seen.place().source();
    if (source.isEmpty()) {
      return Optional.empty();
    }
    String path = source.get().path();
    return switch (source.get().type()) {
      case FILE ->
          source.get().place().readable()
              ? Optional.empty()
              : Optional.of(
                  FileChecks.refused("The account may not read the source " + path + "."));
      case ABSENT -> Optional.of(FileChecks.refused("The source " + path + " does not exist."));
      case DIRECTORY ->
          Optional.of(
              FileChecks.refused("The source " + path + " is a folder; only files are taken."));
      case LINK, CHARACTER, BLOCK, FIFO, SOCKET ->
          Optional.of(FileChecks.refused("The source " + path + " is no regular file."));
    };
  }

  private static FileGoals.Attributes attributes(Params params, FileState seen) {
    Optional<FileMode> mode =
        params.mode().map(m -> m.mode().orElseGet(() -> FileMode.of(preserved(params, seen))));
    return new FileGoals.Attributes(mode, params.owner(), params.group());
  }

  private static Mode preserved(Params params, FileState seen) {
    return params
        .src()
        .flatMap(FileSource::file)
        .map(f -> new Mode(f.permissions()))
        .or(() -> seen.place().source().map(FileState::mode))
        .orElse(FileGoals.NEW_FILE);
  }

  @Override
  public List<Step> transition(FileState from, Goal<FileState> to, Params how, HostInfo host) {
    List<Step> change =
        new FileTransition(how.backup(), how.validate(), how.follow()).steps(from, to, host);
    List<Step> steps = new ArrayList<>();
    if (!change.isEmpty() && to.want().exists()) {
      target(how).missingFolder(from, host).ifPresent(steps::add);
    }
    steps.addAll(change);
    return steps;
  }

  @Override
  public Value.Dict result(Params params, Outcome<FileState> outcome) {
    Results results = new Results().put("dest", outcome.after().path());
    params.src().ifPresent(src -> results.put("src", src.written()));
    FileResults.digests(results, outcome.after().content());
    FileResults.attributes(results, outcome.after());
    FileResults.backup(outcome).ifPresent(name -> results.put("backup_file", name));
    return results.toValue();
  }

  @Override
  public Reversibility reversibility(Params params, FileState from, Goal<FileState> to) {
    return FileTransition.reversibility(from, to);
  }

  @Override
  public Risk risk(Params params, FileState from, Goal<FileState> to) {
    return Risk.NONE;
  }
}
