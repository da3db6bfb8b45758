package dev.provision.module.files;

import dev.provision.host.files.FileContent;
import dev.provision.host.files.FileSeen;
import dev.provision.host.files.FileStat;
import dev.provision.host.files.FileType;
import dev.provision.host.files.Mode;
import dev.provision.host.files.Owner;

/**
 * The state of one path.
 *
 * @param path absolute; always the same
 * @param content empty for all but regular files, and where it does not matter
 * @param target what a symbolic link says; empty for all else
 */
public record FileState(
    String path,
    FileType type,
    FileContent content,
    Mode mode,
    Owner owner,
    Owner group,
    String target,
    Place place) {

  static FileState of(String path, FileSeen seen) {
    FileStat stat = seen.stat();
    return new FileState(
        path,
        stat.type(),
        seen.content().orElse(FileContent.EMPTY),
        stat.mode(),
        stat.owner(),
        stat.group(),
        stat.linkTarget(),
        Place.of(seen));
  }

  public boolean exists() {
    return type != FileType.ABSENT;
  }

  boolean isFolder() {
    return type == FileType.DIRECTORY;
  }

  FileState absent() {
    return new FileState(
        path,
        FileType.ABSENT,
        FileContent.EMPTY,
        new Mode(0),
        Owner.UNKNOWN,
        Owner.UNKNOWN,
        "",
        place);
  }

  FileState withType(FileType newType) {
    return new FileState(path, newType, content, mode, owner, group, target, place);
  }

  FileState withContent(FileContent newContent) {
    return new FileState(path, type, newContent, mode, owner, group, target, place);
  }

  FileState withMode(Mode newMode) {
    return new FileState(path, type, content, newMode, owner, group, target, place);
  }

  FileState withOwner(Owner newOwner) {
    return new FileState(path, type, content, mode, newOwner, group, target, place);
  }

  FileState withGroup(Owner newGroup) {
    return new FileState(path, type, content, mode, owner, newGroup, target, place);
  }

  FileState withTarget(String newTarget) {
    return new FileState(path, type, content, mode, owner, group, newTarget, place);
  }

  FileState withPlace(Place newPlace) {
    return new FileState(path, type, content, mode, owner, group, target, newPlace);
  }
}
