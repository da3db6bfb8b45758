package dev.provision.host.files;

import java.util.Optional;

/**
 * What a model knows of a path.
 *
 * @param type known at least
 * @param stat where more is known
 * @param content of a regular file, where it is known
 * @param complete for a folder: whether all that is in it is known, so that the rest is absent
 */
public record FileNode(
    FileType type, Optional<FileStat> stat, Optional<FileContent> content, boolean complete) {

  public static final FileNode ABSENT =
      new FileNode(FileType.ABSENT, Optional.of(FileStat.ABSENT), Optional.empty(), false);

  /** A folder of which nothing else is known. */
  static final FileNode SOME_FOLDER =
      new FileNode(FileType.DIRECTORY, Optional.empty(), Optional.empty(), false);

  static FileNode of(FileStat stat) {
    return new FileNode(stat.type(), Optional.of(stat), Optional.empty(), false);
  }

  static FileNode file(FileStat stat, Optional<FileContent> content) {
    return new FileNode(FileType.FILE, Optional.of(stat), content, false);
  }

  /** A folder that was just made: nothing is in it. */
  static FileNode emptyFolder(FileStat stat) {
    return new FileNode(FileType.DIRECTORY, Optional.of(stat), Optional.empty(), true);
  }

  boolean exists() {
    return type != FileType.ABSENT;
  }

  FileNode withStat(FileStat newStat) {
    return new FileNode(type, Optional.of(newStat), content, complete);
  }
}
