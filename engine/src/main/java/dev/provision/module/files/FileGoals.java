package dev.provision.module.files;

import dev.provision.host.HostInfo;
import dev.provision.host.files.FileContent;
import dev.provision.host.files.FileMode;
import dev.provision.host.files.FileType;
import dev.provision.host.files.Mode;
import dev.provision.host.files.Owner;
import dev.provision.module.Goal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Forms goals for one path from what modules for files have in common: mode, owner, group. */
final class FileGoals {

  static final Mode NEW_FILE = new Mode(0644);
  static final Mode NEW_FOLDER = new Mode(0755);

  private FileGoals() {}

  /** What a user says of permissions and owners. */
  record Attributes(Optional<FileMode> mode, Optional<String> owner, Optional<String> group) {}

  /** Regular file with this content. */
  static Goal<FileState> file(
      FileState seen, FileContent content, Attributes attributes, HostInfo host) {
    FileState marked = seen.withContent(SecretLines.marked(seen.content(), content));
    boolean isKept = seen.type() == FileType.FILE;
    FileState base = isKept ? marked : blank(marked, FileType.FILE, NEW_FILE, host);
    Goal<FileState> goal = with(marked, base.withContent(content), attributes, isKept);
    return goal.naming("type", "content");
  }

  static Goal<FileState> folder(FileState seen, Attributes attributes, HostInfo host) {
    boolean isKept = seen.isFolder();
    FileState base = isKept ? seen : blank(seen, FileType.DIRECTORY, NEW_FOLDER, host);
    return with(seen, base, attributes, isKept).naming("type");
  }

  static Goal<FileState> link(FileState seen, String target, Attributes attributes, HostInfo host) {
    boolean isKept = seen.type() == FileType.LINK;
    FileState base = isKept ? seen : blank(seen, FileType.LINK, new Mode(0777), host);
    Attributes owners = new Attributes(Optional.empty(), attributes.owner(), attributes.group());
    return with(seen, base.withTarget(target), owners, isKept).naming("type", "target");
  }

  /** One more name of another file, whose content and attributes it has. */
  static Goal<FileState> hard(
      FileState seen, FileState source, Attributes attributes, HostInfo host) {
    boolean isSame = seen.target().equals(source.path());
    FileState base =
        isSame
            ? seen
            : blank(seen, FileType.FILE, source.mode(), host)
                .withContent(seen.content())
                .withOwner(source.owner())
                .withGroup(source.group())
                .withTarget(source.path());
    return with(seen, base, attributes, false)
        .matching("content", "that of " + source.path(), content -> true)
        .naming("type", "target");
  }

  /** All that is below the folder fits. */
  static Goal<FileState> withFittingTree(Goal<FileState> goal) {
    return goal.wanting(goal.want().withUnfitting(0)).naming("unfitting");
  }

  /** As it is, but with these attributes. */
  static Goal<FileState> attributes(FileState seen, Attributes attributes) {
    return with(seen, seen, attributes, true);
  }

  static Goal<FileState> absent(FileState seen) {
    return Goal.of(seen, seen.absent()).naming("type");
  }

  /** Whoever makes it owns it. */
  static Owner maker(HostInfo host) {
    return new Owner(host.user(), host.userId());
  }

  private static FileState blank(FileState seen, FileType type, Mode mode, HostInfo host) {
    Owner maker = maker(host);
    return new FileState(
        seen.path(),
        type,
        FileContent.EMPTY,
        mode,
        maker,
        host.isRoot() ? Owner.ROOT : Owner.UNKNOWN,
        "",
        0,
        seen.place());
  }

  private static Goal<FileState> with(
      FileState seen, FileState base, Attributes attributes, boolean isKept) {
    FileState want = base;
    if (attributes.mode().isPresent()) {
      want = want.withMode(attributes.mode().get().applyTo(base.mode(), base.isFolder()));
    }
    want =
        want.withOwner(attributes.owner().map(o -> wanted(base.owner(), o)).orElse(base.owner()));
    want =
        want.withGroup(attributes.group().map(g -> wanted(base.group(), g)).orElse(base.group()));
    Goal<FileState> goal = Goal.of(seen, want);
    goal = owned(goal, "owner", attributes.owner(), isKept);
    goal = owned(goal, "group", attributes.group(), isKept);
    return attributes.mode().isPresent() ? goal.naming("mode") : goal;
  }

  private static Owner wanted(Owner now, String name) {
    return now.is(name) ? now : Owner.written(name);
  }

  private static Goal<FileState> owned(
      Goal<FileState> goal, String component, Optional<String> name, boolean isKept) {
    if (name.isPresent()) {
      String wanted = name.get();
      return goal.matching(component, wanted, owner -> ((Owner) owner).is(wanted))
          .naming(component);
    }
    // Whom a new file belongs to depends on its folder too.
    return isKept ? goal : goal.matching(component, "as the host has it", owner -> true);
  }

  /** For results: what was said of attributes, by the names of arguments. */
  static List<String> words(Attributes attributes) {
    List<String> words = new ArrayList<>();
    attributes.mode().ifPresent(m -> words.add("mode " + m));
    attributes.owner().ifPresent(o -> words.add("owner " + o));
    attributes.group().ifPresent(g -> words.add("group " + g));
    return words;
  }
}
