package dev.provision.host.files;

import java.util.Optional;

/**
 * What an inode says of a path.
 *
 * @param size bytes; 0 for what is absent
 * @param linkTarget what a symbolic link says; empty for all else
 * @param detail what changes with every write and therefore can't be told by a model
 */
public record FileStat(
    FileType type,
    Mode mode,
    Owner owner,
    Owner group,
    long size,
    String linkTarget,
    Optional<Detail> detail) {

  public static final FileStat ABSENT =
      new FileStat(
          FileType.ABSENT, new Mode(0), Owner.UNKNOWN, Owner.UNKNOWN, 0, "", Optional.empty());

  /**
   * Numbers that only the host can give.
   *
   * @param accessed seconds since 1970, as are the other times
   */
  public record Detail(
      long inode, long device, long links, long accessed, long modified, long changed) {

    /** The same for two names of one file. */
    public String identity() {
      return device + ":" + inode;
    }
  }

  public boolean exists() {
    return type != FileType.ABSENT;
  }

  public boolean isFolder() {
    return type == FileType.DIRECTORY;
  }

  public FileStat withMode(Mode newMode) {
    return new FileStat(type, newMode, owner, group, size, linkTarget, Optional.empty());
  }

  /** Each taken only where it is given. */
  public FileStat withOwners(Optional<String> newOwner, Optional<String> newGroup) {
    return new FileStat(
        type,
        mode,
        newOwner.map(name -> renamed(owner, name)).orElse(owner),
        newGroup.map(name -> renamed(group, name)).orElse(group),
        size,
        linkTarget,
        Optional.empty());
  }

  private static Owner renamed(Owner now, String wanted) {
    return now.is(wanted) ? now : Owner.written(wanted);
  }
}
