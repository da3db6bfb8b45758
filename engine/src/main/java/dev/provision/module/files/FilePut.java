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
import dev.provision.module.Goal;
import dev.provision.module.Outcome;
import dev.provision.module.Proposal;
import dev.provision.module.Results;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What copy and template have in common: a whole file is put somewhere.
 *
 * @param dest the file, or the folder to put it in
 * @param name what it is called in a folder; empty where {@code dest} must be the file
 * @param content empty where a file of the host has it
 * @param hostSource that file
 * @param sourceMode the mode that {@code preserve} means; empty for that of the host's file
 */
record FilePut(
    HostPath dest,
    Optional<String> name,
    Optional<FileContent> content,
    Optional<HostPath> hostSource,
    Optional<CopyMode> mode,
    Optional<Mode> sourceMode,
    Optional<String> owner,
    Optional<String> group,
    boolean force,
    FileTransition how) {

  Query<FileState> observe(HostInfo host) {
    Query<FileState> seen = target().observe(host, content);
    if (hostSource.isEmpty()) {
      return seen;
    }
    String path = hostSource.get().on(host);
    Query<FileState> from =
        Query.ask(FileProbe.content(path, true)).map(source -> FileState.of(path, source));
    return seen.and(from, (to, source) -> to.withPlace(to.place().withSource(source)));
  }

  private FileTarget target() {
    return new FileTarget(dest, name, how.follow());
  }

  Proposal<FileState> desired(FileState seen, HostInfo host) {
    Optional<Problem> refusal = FileChecks.target(seen, dest.isFolder()).or(() -> badSource(seen));
    if (refusal.isPresent()) {
      return Proposal.refuse(refusal.get());
    }
    if (!force && seen.exists() && seen.type() != FileType.FILE) {
      return Proposal.want(Goal.unchanged(seen));
    }
    FileContent source =
        content.or(() -> seen.place().source().map(FileState::content)).orElse(FileContent.EMPTY);
    FileContent wanted = !force && seen.exists() ? seen.content() : source;
    return Proposal.want(FileGoals.file(seen, wanted, attributes(seen), host));
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

  private FileGoals.Attributes attributes(FileState seen) {
    Optional<FileMode> wanted =
        mode.map(m -> m.mode().orElseGet(() -> FileMode.of(preserved(seen))));
    return new FileGoals.Attributes(wanted, owner, group);
  }

  private Mode preserved(FileState seen) {
    return sourceMode
        .or(() -> seen.place().source().map(FileState::mode))
        .orElse(FileGoals.NEW_FILE);
  }

  List<Step> transition(FileState from, Goal<FileState> to, HostInfo host) {
    List<Step> change = how.steps(from, to, host);
    List<Step> steps = new ArrayList<>();
    if (!change.isEmpty() && to.want().exists()) {
      target().missingFolder(from, host).ifPresent(steps::add);
    }
    steps.addAll(change);
    return steps;
  }

  static Value.Dict result(Optional<String> src, Outcome<FileState> outcome) {
    Results results = new Results().put("dest", outcome.after().path());
    src.ifPresent(source -> results.put("src", source));
    FileResults.digests(results, outcome.after().content());
    FileResults.attributes(results, outcome.after());
    FileResults.backup(outcome).ifPresent(name -> results.put("backup_file", name));
    return results.toValue();
  }
}
