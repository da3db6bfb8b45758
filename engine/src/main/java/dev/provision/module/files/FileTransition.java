package dev.provision.module.files;

import dev.provision.host.HostInfo;
import dev.provision.host.Step;
import dev.provision.host.files.FileType;
import dev.provision.host.files.MakeFolder;
import dev.provision.host.files.MakeLink;
import dev.provision.host.files.Owner;
import dev.provision.host.files.PutFile;
import dev.provision.host.files.Remove;
import dev.provision.host.files.SetAttributes;
import dev.provision.module.Goal;
import dev.provision.module.Reversibility;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The steps that bring one path from one state to another, whichever the two are.
 *
 * @param backup whether a file that is replaced is kept beside the new one
 * @param validate a command that must accept a new file
 * @param follow whether a link at the path is written through
 */
record FileTransition(boolean backup, Optional<String> validate, boolean follow) {

  static final FileTransition PLAIN = new FileTransition(false, Optional.empty(), false);

  private static final List<String> ATTRIBUTES = List.of("mode", "owner", "group");

  List<Step> steps(FileState from, Goal<FileState> to, HostInfo host) {
    Set<String> gaps = to.gaps(from);
    if (gaps.isEmpty()) {
      return List.of();
    }
    FileState want = to.want();
    String path = follow && from.exists() ? from.place().realPath() : from.path();
    List<Step> steps = new ArrayList<>();
    boolean replaced = gaps.contains("type") && from.exists();
    switch (want.type()) {
      case ABSENT -> steps.add(new Remove(path, from.isFolder()));
      case FILE -> {
        if (replaced && from.isFolder()) {
          steps.add(new Remove(path, false));
        }
        if (gaps.contains("target") && !want.target().isEmpty()) {
          steps.add(new MakeLink(path, want.target(), false, FileGoals.maker(host)));
          // Another name of a file comes with that file's attributes.
          Set<String> left = from.place().source().map(to::gaps).orElse(gaps);
          if (ATTRIBUTES.stream().anyMatch(left::contains)) {
            steps.add(attributes(path, want, left));
          }
        } else if (gaps.contains("type") || gaps.contains("content") || gaps.contains("target")) {
          steps.add(put(path, from, want, gaps, host));
        } else {
          steps.add(attributes(path, want, gaps));
        }
      }
      case DIRECTORY -> {
        if (replaced) {
          steps.add(new Remove(path, false));
        }
        if (gaps.contains("type")) {
          steps.add(folder(path, from, want, gaps, host));
        } else if (ATTRIBUTES.stream().anyMatch(gaps::contains)) {
          steps.add(attributes(path, want, gaps));
        }
      }
      case LINK -> {
        if (gaps.contains("type") || gaps.contains("target")) {
          steps.add(new MakeLink(path, want.target(), true, FileGoals.maker(host)));
        }
        if (gaps.contains("owner") || gaps.contains("group")) {
          steps.add(attributes(path, want, gaps));
        }
      }
      // Devices, pipes and sockets are never made here, only given other attributes.
      case CHARACTER, BLOCK, FIFO, SOCKET -> steps.add(attributes(path, want, gaps));
    }
    return steps;
  }

  private Step put(String path, FileState from, FileState want, Set<String> gaps, HostInfo host) {
    return new PutFile(
        path,
        want.content(),
        source(from, want),
        want.mode(),
        changed("owner", want.owner(), gaps),
        changed("group", want.group(), gaps),
        FileGoals.maker(host),
        backup,
        validate);
  }

  private static Optional<String> source(FileState from, FileState want) {
    return from.place()
        .source()
        .filter(source -> source.content().equals(want.content()))
        .map(FileState::path);
  }

  private static Step folder(
      String path, FileState from, FileState want, Set<String> gaps, HostInfo host) {
    return new MakeFolder(
        path,
        want.mode(),
        changed("owner", want.owner(), gaps),
        changed("group", want.group(), gaps),
        !from.place().hasFolder(),
        FileGoals.maker(host));
  }

  private static Step attributes(String path, FileState want, Set<String> gaps) {
    return new SetAttributes(
        path,
        want.type() == FileType.LINK,
        gaps.contains("mode") && want.type() != FileType.LINK
            ? Optional.of(want.mode())
            : Optional.empty(),
        changed("owner", want.owner(), gaps),
        changed("group", want.group(), gaps));
  }

  private static Optional<String> changed(String component, Owner owner, Set<String> gaps) {
    if (!gaps.contains(component) || owner.equals(Owner.UNKNOWN)) {
      return Optional.empty();
    }
    return Optional.of(owner.name().isEmpty() ? Long.toString(owner.id()) : owner.name());
  }

  /** A file comes back exactly if its content is held; a removed folder's content does not. */
  static Reversibility reversibility(FileState from, Goal<FileState> to) {
    boolean isRemoval = to.want().type() == FileType.ABSENT;
    if (from.isFolder() && !to.want().isFolder()) {
      return Reversibility.none("What was in the folder is gone.");
    }
    if (!from.place().hasFolder() && to.want().exists()) {
      return Reversibility.lossy("The folders that were made for it stay.");
    }
    if (from.type() == FileType.FILE
        && (isRemoval || to.gaps(from).contains("content") || to.gaps(from).contains("type"))
        && !from.content().isHeld()) {
      return Reversibility.none("The old content was too big to be kept.");
    }
    return switch (from.type()) {
      case ABSENT, FILE, DIRECTORY, LINK -> Reversibility.exact();
      case CHARACTER, BLOCK, FIFO, SOCKET ->
          isRemoval
              ? Reversibility.none("Devices, pipes and sockets are not made again.")
              : Reversibility.exact();
    };
  }
}
