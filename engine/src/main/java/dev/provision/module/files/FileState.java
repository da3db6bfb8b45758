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
 * @param target what a symbolic link says, or the path of which a file is one more name; empty for
 *     all else
 * @param unfitting how many things below a folder do not have the wanted attributes; 0 where that
 *     was not asked
 */
public record FileState(
    String path,
    FileType type,
    FileContent content,
    Mode mode,
    Owner owner,
    Owner group,
    String target,
    long unfitting,
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
        0,
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
        0,
        place);
  }

  FileState withType(FileType newType) {
    return new FileState(path, newType, content, mode, owner, group, target, unfitting, place);
  }

  FileState withContent(FileContent newContent) {
    return new FileState(path, type, newContent, mode, owner, group, target, unfitting, place);
  }

  FileState withMode(Mode newMode) {
    return new FileState(path, type, content, newMode, owner, group, target, unfitting, place);
  }

  FileState withOwner(Owner newOwner) {
    return new FileState(path, type, content, mode, newOwner, group, target, unfitting, place);
  }

  FileState withGroup(Owner newGroup) {
    return new FileState(path, type, content, mode, owner, newGroup, target, unfitting, place);
  }

  FileState withTarget(String newTarget) {
    return new FileState(path, type, content, mode, owner, group, newTarget, unfitting, place);
  }

  FileState withPlace(Place newPlace) {
    return new FileState(path, type, content, mode, owner, group, target, unfitting, newPlace);
  }

  FileState withUnfitting(long newUnfitting) {
    return new FileState(path, type, content, mode, owner, group, target, newUnfitting, place);
  }
}
