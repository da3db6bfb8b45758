package dev.provision.module.files;

import dev.provision.host.files.FileSeen;
import java.util.Optional;

/**
 * Where a file really is. Equal to any other place: it is told about a state but is no part of it,
 * so a folder that appears above a file is no change of the file.
 *
 * @param folder the true path of the folder; empty where there is none
 * @param realPath the true path of the file, behind a link where it is followed
 * @param readable whether the account may read it
 * @param source another file of the host that it shall be like, where there is one
 */
public record Place(String folder, String realPath, boolean readable, Optional<FileState> source) {

  static Place of(FileSeen seen) {
    return new Place(seen.folder(), seen.realPath(), seen.readable(), Optional.empty());
  }

  Place withSource(FileState newSource) {
    return new Place(folder, realPath, readable, Optional.of(newSource));
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
