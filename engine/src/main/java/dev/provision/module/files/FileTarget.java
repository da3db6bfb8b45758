package dev.provision.module.files;

import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.host.files.FileContent;
import dev.provision.host.files.FileProbe;
import dev.provision.host.files.HostPath;
import dev.provision.host.files.MakeFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a file goes: the path as given, or below it where that is a folder.
 *
 * @param dest as the user wrote it
 * @param name what it is called within a folder; empty where a folder will not do
 * @param follow whether a link at the path is written through
 */
record FileTarget(HostPath dest, Optional<String> name, boolean follow) {

  /** One exchange: both places are looked at. */
  Query<FileState> observe(HostInfo host, Optional<FileContent> expected) {
    String path = dest.on(host);
    if (name.isEmpty()) {
      return seen(path, expected);
    }
    String inner = HostPath.below(path, name.get());
    if (dest.isFolder()) {
      return seen(inner, expected);
    }
    Query<FileState> given =
        Query.ask(FileProbe.stat(path, true)).map(seen -> FileState.of(path, seen));
    return given
        .and(seen(path, expected), (followed, outer) -> followed.isFolder() ? followed : outer)
        .and(seen(inner, expected), (outer, below) -> outer.isFolder() ? below : outer);
  }

  private Query<FileState> seen(String path, Optional<FileContent> expected) {
    return Query.ask(new FileProbe(path, follow, FileProbe.LIMIT, expected))
        .map(seen -> FileState.of(path, seen));
  }

  /** The folder that a slash at the end asks for. */
  Optional<Step> missingFolder(FileState seen, HostInfo host) {
    if (!dest.isFolder() || seen.place().hasFolder()) {
      return Optional.empty();
    }
    return Optional.of(
        new MakeFolder(
            HostPath.parent(seen.path()),
            FileGoals.NEW_FOLDER,
            Optional.empty(),
            Optional.empty(),
            true,
            FileGoals.maker(host)));
  }

  /** The steps, after the one that makes the folder above the file. */
  List<Step> withMissingFolder(FileState seen, List<Step> steps, HostInfo host) {
    List<Step> all = new ArrayList<>();
    missingFolder(seen, host).ifPresent(all::add);
    all.addAll(steps);
    return all;
  }
}
