package dev.provision.module.files;

import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.host.files.FileContent;
import dev.provision.host.files.FileProbe;
import dev.provision.host.files.FileType;
import dev.provision.host.files.HostPath;
import dev.provision.module.Goal;
import dev.provision.module.Outcome;
import dev.provision.module.Proposal;
import dev.provision.module.Results;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.List;
import java.util.Optional;

/**
 * What modules that change parts of a file have in common. Links are written through.
 *
 * @param create whether a missing file is made
 * @param needed whether a missing file is an error
 */
record FileEdit(
    HostPath path,
    boolean create,
    boolean needed,
    FileGoals.Attributes attributes,
    boolean backup,
    Optional<String> validate) {

  /** Bytes up to which files are edited. */
  private static final long LIMIT = 16 << 20;

  /** Makes a new text of the old one. */
  interface Editor {
    Edited edit(Text text);
  }

  /**
   * A changed text.
   *
   * @param message what was done, for the result
   * @param count how often
   */
  record Edited(Text text, String message, long count) {}

  Query<FileState> observe(HostInfo host) {
    String at = path.on(host);
    return Query.ask(new FileProbe(at, true, LIMIT, Optional.empty()))
        .map(seen -> FileState.of(at, seen));
  }

  Proposal<FileState> desired(FileState seen, HostInfo host, Editor editor) {
    if (!seen.exists() && !create) {
      return needed
          ? Proposal.refuse(FileChecks.refused("Destination " + seen.path() + " does not exist !"))
          : Proposal.want(Goal.unchanged(seen));
    }
    Optional<Problem> refusal =
        FileChecks.target(seen, create && !seen.exists()).or(() -> unreadable(seen));
    if (refusal.isPresent()) {
      return Proposal.refuse(refusal.get());
    }
    Text before = seen.content().text().orElse(Text.plain(""));
    Edited edited;
    try {
      edited = editor.edit(before);
    } catch (IllegalArgumentException e) {
      return Proposal.refuse(FileChecks.refused("The replacement " + e.getMessage()));
    }
    if (!seen.exists() && edited.text().reveal().isEmpty()) {
      return Proposal.want(Goal.unchanged(seen));
    }
    return Proposal.want(FileGoals.file(seen, FileContent.of(edited.text()), attributes, host));
  }

  private static Optional<Problem> unreadable(FileState seen) {
    if (!seen.exists() || seen.content().text().isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        FileChecks.refused(
            seen.content().isHeld()
                ? seen.path() + " is no UTF-8 text, so it is not edited."
                : seen.path() + " is bigger than 16 MiB, so it is not edited."));
  }

  List<Step> transition(FileState from, Goal<FileState> to, HostInfo host) {
    List<Step> change = new FileTransition(backup, validate, true).steps(from, to, host);
    if (!change.isEmpty() && !from.place().hasFolder() && to.want().type() == FileType.FILE) {
      FileTarget target = new FileTarget(new HostPath(from.path() + "/"), Optional.empty(), true);
      return target.withMissingFolder(from, change, host);
    }
    return change;
  }

  Value.Dict result(Outcome<FileState> outcome, Edited edited) {
    Results results = new Results().put("msg", outcome.changed() ? edited.message() : "");
    results.put("backup", FileResults.backup(outcome).orElse(""));
    return results.toValue();
  }
}
