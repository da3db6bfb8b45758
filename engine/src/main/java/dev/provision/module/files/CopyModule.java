package dev.provision.module.files;

import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.host.files.FileContent;
import dev.provision.host.files.HostPath;
import dev.provision.host.files.Mode;
import dev.provision.module.FileSource;
import dev.provision.module.Goal;
import dev.provision.module.Outcome;
import dev.provision.module.Param;
import dev.provision.module.ParamResolver;
import dev.provision.module.ParamResolver.ControllerFile;
import dev.provision.module.Proposal;
import dev.provision.module.PythonJson;
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

  /** What comes out of a vault file is secret as a whole. */
  private static FileContent content(ParamResolver.ControllerFile file) {
    return file.isSecret() ? FileContent.secret(file.bytes()) : FileContent.of(file.bytes());
  }

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

  private static FilePut put(Params params) {
    Optional<ControllerFile> file = params.src().flatMap(FileSource::file);
    return new FilePut(
        params.dest(),
        params.src().map(src -> HostPath.name(src.written())).filter(name -> !name.isEmpty()),
        params
            .content()
            .map(CopyModule::text)
            .map(FileContent::of)
            .or(() -> file.map(CopyModule::content)),
        params.src().filter(src -> src.file().isEmpty()).map(src -> new HostPath(src.written())),
        params.mode(),
        file.map(f -> new Mode(f.permissions())),
        params.owner(),
        params.group(),
        params.force(),
        new FileTransition(params.backup(), params.validate(), params.follow()));
  }

  private static Text text(Value content) {
    if (content instanceof Value.Str str) {
      return str.text();
    }
    return PythonJson.dumps(content);
  }

  @Override
  public Query<FileState> observe(Params params, HostInfo host) {
    return put(params).observe(host);
  }

  @Override
  public Proposal<FileState> desired(Params params, FileState seen, HostInfo host) {
    return put(params).desired(seen, host);
  }

  @Override
  public List<Step> transition(FileState from, Goal<FileState> to, Params how, HostInfo host) {
    return put(how).transition(from, to, host);
  }

  @Override
  public Value.Dict result(Params params, Outcome<FileState> outcome) {
    return FilePut.result(params.src().map(FileSource::written), outcome);
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
