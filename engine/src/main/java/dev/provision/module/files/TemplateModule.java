package dev.provision.module.files;

import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.host.files.FileContent;
import dev.provision.host.files.HostPath;
import dev.provision.host.files.Mode;
import dev.provision.module.Goal;
import dev.provision.module.Outcome;
import dev.provision.module.Param;
import dev.provision.module.ParamResolver.RenderedTemplate;
import dev.provision.module.Proposal;
import dev.provision.module.Reversibility;
import dev.provision.module.Risk;
import dev.provision.module.StateModule;
import dev.provision.value.Value;
import java.util.List;
import java.util.Optional;

/** A file that is rendered from a template of the controller. */
public final class TemplateModule implements StateModule<TemplateModule.Params, FileState> {

  /** Its arguments. */
  public record Params(
      @Param(value = "The template.", example = "my.cnf.j2") RenderedTemplate src,
      @Param(value = "The file on the host, or the folder to put it in.", example = "/etc/my.cnf")
          HostPath dest,
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
              defaultValue = "true")
          boolean force,
      @Param(value = "Write through a symbolic link at `dest`.", defaultValue = "false")
          boolean follow,
      @Param("A command that must accept the new file, named by %s, before it is put in place.")
          Optional<String> validate,
      @Param(
              value = "What ends a line.",
              defaultValue = "\n",
              choices = {"\n", "\r", "\r\n"})
          String newlineSequence,
      @Param(value = "What begins a statement.", defaultValue = "{%") String blockStartString,
      @Param(value = "What ends a statement.", defaultValue = "%}") String blockEndString,
      @Param(value = "What begins an expression.", defaultValue = "{{") String variableStartString,
      @Param(value = "What ends an expression.", defaultValue = "}}") String variableEndString,
      @Param(value = "What begins a comment.", defaultValue = "{#") String commentStartString,
      @Param(value = "What ends a comment.", defaultValue = "#}") String commentEndString,
      @Param(value = "Take out the line break behind a statement.", defaultValue = "true")
          boolean trimBlocks,
      @Param(value = "Take out blanks before a statement.", defaultValue = "false")
          boolean lstripBlocks,
      @Param(
              value = "How the file is encoded.",
              defaultValue = "utf-8",
              choices = {"utf-8", "utf8", "UTF-8"})
          String outputEncoding) {}

  @Override
  public String name() {
    return "template";
  }

  @Override
  public String summary() {
    return "Puts a file on the host that is rendered from a template.";
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
    return FileChecks.validate(params.validate()).map(List::of).orElse(List.of());
  }

  private static FilePut put(Params params) {
    return new FilePut(
        params.dest(),
        Optional.of(HostPath.name(params.src().source())),
        Optional.of(FileContent.of(params.src().text())),
        Optional.empty(),
        params.mode(),
        Optional.of(new Mode(params.src().permissions())),
        params.owner(),
        params.group(),
        params.force(),
        new FileTransition(params.backup(), params.validate(), params.follow()));
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
    return FilePut.result(Optional.of(params.src().source()), outcome);
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
