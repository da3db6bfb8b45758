package dev.provision.module.files;

import dev.provision.host.files.FileSeen;
import dev.provision.host.files.FileStat;
import dev.provision.host.files.TreeGroups;
import java.util.Optional;

/**
 * What is told along with a file's state. Equal to any other place: it is no part of the state, so
 * a folder that appears above a file is no change of the file.
 *
 * @param folder the true path of the folder; empty where there is none
 * @param realPath the true path of the file, behind a link where it is followed
 * @param readable whether the account may read it
 * @param inode device and inode; empty where a model can't tell
 * @param source another file of the host that it shall be like, where there is one
 * @param tree what is below it, where that was asked
 */
public record Place(
    String folder,
    String realPath,
    boolean readable,
    Optional<String> inode,
    Optional<FileState> source,
    TreeGroups tree) {

  static Place of(FileSeen seen) {
    return new Place(
        seen.folder(),
        seen.realPath(),
        seen.readable(),
        seen.stat().detail().map(FileStat.Detail::identity),
        Optional.empty(),
        TreeGroups.NONE);
  }

  Place withSource(FileState newSource) {
    return new Place(folder, realPath, readable, inode, Optional.of(newSource), tree);
  }

  Place withTree(TreeGroups newTree) {
    return new Place(folder, realPath, readable, inode, source, newTree);
  }

  boolean hasFolder() {
    return !folder.isEmpty();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Place;
  }

  @Override
  public int hashCode() {
    return 0;
  }
}
