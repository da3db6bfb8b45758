package dev.provision.host.files;

import java.util.Optional;

/**
 * What stands at a path of a host.
 *
 * @param content of a regular file, if it was asked for
 * @param readable false where the account may not read a regular file
 * @param folder the true path of the folder it stands in; empty where there is no such folder
 * @param realPath the true path of what is described here: behind a link where it was followed
 */
public record FileSeen(
    FileStat stat,
    Optional<FileContent> content,
    boolean readable,
    String folder,
    String realPath) {

  public boolean exists() {
    return stat.exists();
  }

  public boolean hasFolder() {
    return !folder.isEmpty();
  }
}
