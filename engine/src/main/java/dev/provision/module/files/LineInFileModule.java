package dev.provision.module.files;

import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.host.files.FileMode;
import dev.provision.host.files.HostPath;
import dev.provision.module.Goal;
import dev.provision.module.Outcome;
import dev.provision.module.Param;
import dev.provision.module.Proposal;
import dev.provision.module.PythonRegex;
import dev.provision.module.Reversibility;
import dev.provision.module.Risk;
import dev.provision.module.StateModule;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A line in a file. */
public final class LineInFileModule implements StateModule<LineInFileModule.Params, FileState> {

  /** Its arguments. */
  public record Params(
      @Param(
              value = "The file.",
              aliases = {"dest", "destfile", "name"})
          HostPath path,
      @Param("The line; not needed to remove lines by `regexp` or `search_string`.")
          Optional<Text> line,
      @Param(value = "Finds the line to replace, or the lines to remove.", aliases = "regex")
          Optional<PythonRegex> regexp,
      @Param("The same by a plain text that is in the line.") Optional<String> searchString,
      @Param(value = "Whether the line shall be there.", defaultValue = "present") State state,
      @Param(
              value = "Fill what `regexp` found into `line`; without a find nothing is done.",
              aliases = "backref",
              defaultValue = "false")
          boolean backrefs,
      @Param("Put a new line behind the last line that fits this, or at `EOF`.")
          Optional<String> insertafter,
      @Param("Put a new line before the last line that fits this, or at `BOF`.")
          Optional<String> insertbefore,
      @Param(value = "Take the first fitting line instead of the last.", defaultValue = "false")
          boolean firstmatch,
      @Param(value = "Make a missing file.", defaultValue = "false") boolean create,
      @Param(value = "Permissions of the file.", example = "\"0644\"") Optional<FileMode> mode,
      @Param("The account that shall own it.") Optional<String> owner,
      @Param("The group that shall own it.") Optional<String> group,
      @Param(value = "Keep the old file beside the new one.", defaultValue = "false")
          boolean backup,
      @Param("A command that must accept the new file, named by %s, before it is put in place.")
          Optional<String> validate) {}

  @Override
  public String name() {
    return "lineinfile";
  }

  @Override
  public String summary() {
    return "Makes sure that a line is in a file, or is not.";
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

  /** Whether the line shall be there. */
  public enum State {
    PRESENT,
    ABSENT
  }

  @Override
  public List<Problem> check(Params params) {
    List<Problem> problems = new ArrayList<>();
    boolean isFinding = params.regexp().isPresent() || params.searchString().isPresent();
    if (params.state() == State.PRESENT && params.line().isEmpty()) {
      problems.add(FileChecks.invalid("\"state: present\" needs the argument \"line\"."));
    }
    if (params.state() == State.ABSENT && params.line().isEmpty() && !isFinding) {
      problems.add(
          FileChecks.invalid(
              "\"state: absent\" needs one of \"line\", \"regexp\" and \"search_string\"."));
    }
    if (params.regexp().isPresent() && params.searchString().isPresent()) {
      problems.add(FileChecks.invalid("\"regexp\" and \"search_string\" exclude each other."));
    }
    if (params.backrefs() && params.regexp().isEmpty()) {
      problems.add(FileChecks.invalid("\"backrefs\" needs the argument \"regexp\"."));
    }
    if (params.insertafter().isPresent() && params.insertbefore().isPresent()) {
      problems.add(FileChecks.invalid("\"insertafter\" and \"insertbefore\" exclude each other."));
    }
    for (Optional<String> place : List.of(params.insertafter(), params.insertbefore())) {
      FileChecks.regex(place).ifPresent(problems::add);
    }
    FileChecks.validate(params.validate()).ifPresent(problems::add);
    return problems;
  }

  private static FileEdit edit(Params params) {
    return new FileEdit(
        params.path(),
        params.create() && params.state() == State.PRESENT,
        params.state() == State.PRESENT,
        new FileGoals.Attributes(params.mode(), params.owner(), params.group()),
        params.backup(),
        params.validate());
  }

  @Override
  public Query<FileState> observe(Params params, HostInfo host) {
    return edit(params).observe(host);
  }

  @Override
  public Proposal<FileState> desired(Params params, FileState seen, HostInfo host) {
    return edit(params).desired(seen, host, text -> edited(params, text));
  }

  private static FileEdit.Edited edited(Params params, Text text) {
    LineEditor editor = new LineEditor(params, TextLines.split(text));
    return params.state() == State.PRESENT ? editor.present() : editor.absent();
  }

  @Override
  public List<Step> transition(FileState from, Goal<FileState> to, Params how, HostInfo host) {
    return edit(how).transition(from, to, host);
  }

  @Override
  public Value.Dict result(Params params, Outcome<FileState> outcome) {
    Text before = outcome.before().content().text().orElse(Text.plain(""));
    FileEdit.Edited edited = edited(params, before);
    Value.Dict result = edit(params).result(outcome, edited);
    return params.state() == State.ABSENT ? result.with("found", Value.of(edited.count())) : result;
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
