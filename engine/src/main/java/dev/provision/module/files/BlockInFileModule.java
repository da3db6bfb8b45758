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

/** A block of lines in a file, between two marks. */
public final class BlockInFileModule implements StateModule<BlockInFileModule.Params, FileState> {

  /** Its arguments. */
  public record Params(
      @Param(
              value = "The file.",
              aliases = {"dest", "destfile", "name"})
          HostPath path,
      @Param(value = "The lines.", aliases = "content", defaultValue = "") Text block,
      @Param(
              value = "The lines around the block; {mark} stands for BEGIN and END.",
              defaultValue = "# {mark} ANSIBLE MANAGED BLOCK")
          String marker,
      @Param(value = "What {mark} is at the beginning.", defaultValue = "BEGIN") String markerBegin,
      @Param(value = "What {mark} is at the end.", defaultValue = "END") String markerEnd,
      @Param(value = "Whether the block shall be there.", defaultValue = "present") State state,
      @Param("Put a new block behind the last line that fits this, or at `EOF`.")
          Optional<String> insertafter,
      @Param("Put a new block before the last line that fits this, or at `BOF`.")
          Optional<String> insertbefore,
      @Param(value = "Put an empty line behind the block.", defaultValue = "false")
          boolean appendNewline,
      @Param(value = "Put an empty line before the block.", defaultValue = "false")
          boolean prependNewline,
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
    return "blockinfile";
  }

  @Override
  public String summary() {
    return "Makes sure that a block of lines between two marks is in a file, or is not.";
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

  /** Whether the block shall be there. */
  public enum State {
    PRESENT,
    ABSENT
  }

  @Override
  public List<Problem> check(Params params) {
    List<Problem> problems = new ArrayList<>();
    if (params.insertafter().isPresent() && params.insertbefore().isPresent()) {
      problems.add(FileChecks.invalid("\"insertafter\" and \"insertbefore\" exclude each other."));
    }
    if (begin(params).equals(end(params))) {
      problems.add(
          FileChecks.invalid("\"marker\" must hold {mark}: both ends of a block look alike now."));
    }
    for (Optional<String> place : List.of(params.insertafter(), params.insertbefore())) {
      FileChecks.regex(place).ifPresent(problems::add);
    }
    FileChecks.validate(params.validate()).ifPresent(problems::add);
    return problems;
  }

  private static String begin(Params params) {
    return params.marker().replace("{mark}", params.markerBegin());
  }

  private static String end(Params params) {
    return params.marker().replace("{mark}", params.markerEnd());
  }

  private static boolean isWanted(Params params) {
    return params.state() == State.PRESENT && !params.block().reveal().isEmpty();
  }

  private static FileEdit edit(Params params) {
    return new FileEdit(
        params.path(),
        params.create() && isWanted(params),
        isWanted(params),
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
    List<Text> lines = new ArrayList<>(TextLines.split(text));
    int begin = last(lines, begin(params));
    int end = last(lines, end(params));
    boolean isThere = begin >= 0 && end >= begin;
    int at = place(params, lines);
    if (isThere) {
      lines.subList(begin, end + 1).clear();
      at = begin;
    }
    if (!isWanted(params)) {
      return new FileEdit.Edited(TextLines.join(lines), "Block removed", isThere ? 1 : 0);
    }
    if (at == lines.size()) {
      TextLines.breakLast(lines);
    }
    lines.addAll(at, blockLines(params, lines, at));
    String message = isThere ? "Block updated" : "Block inserted";
    return new FileEdit.Edited(TextLines.join(lines), message, 1);
  }

  private static int last(List<Text> lines, String mark) {
    int found = -1;
    for (int i = 0; i < lines.size(); i++) {
      found = TextLines.bare(lines.get(i)).equals(mark) ? i : found;
    }
    return found;
  }

  private static int place(Params params, List<Text> lines) {
    Optional<String> before = params.insertbefore();
    Optional<String> wanted = before.or(params::insertafter);
    if (wanted.filter("BOF"::equals).isPresent()) {
      return 0;
    }
    if (wanted.isEmpty() || wanted.get().equals("EOF")) {
      return lines.size();
    }
    PythonRegex regex = PythonRegex.compile(wanted.get());
    int found = -1;
    for (int i = 0; i < lines.size(); i++) {
      found = regex.isFoundIn(TextLines.bare(lines.get(i))) ? i : found;
    }
    return found < 0 ? lines.size() : before.isPresent() ? found : found + 1;
  }

  private static List<Text> blockLines(Params params, List<Text> around, int at) {
    List<Text> block = new ArrayList<>();
    boolean hasEmptyBefore = at > 0 && TextLines.bare(around.get(at - 1)).isEmpty();
    if (params.prependNewline() && at > 0 && !hasEmptyBefore) {
      block.add(Text.plain("\n"));
    }
    block.add(Text.plain(begin(params) + "\n"));
    TextLines.split(params.block()).forEach(line -> block.add(TextLines.broken(line)));
    block.add(Text.plain(end(params) + "\n"));
    boolean hasEmptyBehind = at < around.size() && TextLines.bare(around.get(at)).isEmpty();
    if (params.appendNewline() && at < around.size() && !hasEmptyBehind) {
      block.add(Text.plain("\n"));
    }
    return block;
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
