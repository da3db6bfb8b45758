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
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replacements in a file. */
public final class ReplaceModule implements StateModule<ReplaceModule.Params, FileState> {

  /** Its arguments. */
  public record Params(
      @Param(
              value = "The file.",
              aliases = {"dest", "destfile", "name"})
          HostPath path,
      @Param("What to replace; `^` and `$` are the ends of lines.") PythonRegex regexp,
      @Param(value = "What to put instead, with `\\\\1` for what groups found.", defaultValue = "")
          Text replace,
      @Param("Replace only behind the first place that fits this.") Optional<PythonRegex> after,
      @Param("Replace only before the first place that fits this.") Optional<PythonRegex> before,
      @Param(
              value = "How the file is encoded.",
              defaultValue = "utf-8",
              choices = {"utf-8", "utf8", "UTF-8"})
          String encoding,
      @Param(value = "Permissions of the file.", example = "\"0644\"") Optional<FileMode> mode,
      @Param("The account that shall own it.") Optional<String> owner,
      @Param("The group that shall own it.") Optional<String> group,
      @Param(value = "Keep the old file beside the new one.", defaultValue = "false")
          boolean backup,
      @Param("A command that must accept the new file, named by %s, before it is put in place.")
          Optional<String> validate) {}

  @Override
  public String name() {
    return "replace";
  }

  @Override
  public String summary() {
    return "Replaces all that fits a regular expression in a file.";
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
    return FileChecks.validate(params.validate()).map(List::of).orElse(List.of());
  }

  private static FileEdit edit(Params params) {
    return new FileEdit(
        params.path(),
        false,
        true,
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
    String all = text.reveal();
    Optional<int[]> section = section(params, all);
    if (section.isEmpty()) {
      return new FileEdit.Edited(text, "", 0);
    }
    int from = section.get()[0];
    int to = section.get()[1];
    Text.Builder out = new Text.Builder().append(text.slice(0, from));
    Matcher matcher = params.regexp().withFlags(Pattern.MULTILINE).matcher(all.substring(from, to));
    int at = from;
    long count = 0;
    while (matcher.find()) {
      out.append(text.slice(at, from + matcher.start()));
      String fresh = PythonRegex.expand(matcher, params.replace().reveal());
      out.append(params.replace().hasSecret() ? Text.secret(fresh) : Text.plain(fresh));
      at = from + matcher.end();
      count++;
    }
    out.append(text.slice(at, all.length()));
    return new FileEdit.Edited(out.build(), count + " replacements made", count);
  }

  /** Where to replace; nothing where what bounds it is not there. */
  private static Optional<int[]> section(Params params, String all) {
    int from = 0;
    int to = all.length();
    if (params.after().isPresent()) {
      Optional<Matcher> after = params.after().get().withFlags(Pattern.DOTALL).search(all);
      if (after.isEmpty()) {
        return Optional.empty();
      }
      from = after.get().end();
    }
    if (params.before().isPresent()) {
      Matcher before = params.before().get().withFlags(Pattern.DOTALL).matcher(all);
      if (!before.find(from)) {
        return Optional.empty();
      }
      to = before.start();
    }
    return Optional.of(new int[] {from, to});
  }

  @Override
  public List<Step> transition(FileState from, Goal<FileState> to, Params how, HostInfo host) {
    return edit(how).transition(from, to, host);
  }

  @Override
  public Value.Dict result(Params params, Outcome<FileState> outcome) {
    Text before = outcome.before().content().text().orElse(Text.plain(""));
    return edit(params).result(outcome, edited(params, before));
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
