package dev.provision.module.files;

import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.files.DigestProbe;
import dev.provision.host.files.FileProbe;
import dev.provision.host.files.FileSeen;
import dev.provision.host.files.FileStat;
import dev.provision.host.files.FileType;
import dev.provision.host.files.HostPath;
import dev.provision.host.files.Owner;
import dev.provision.module.Param;
import dev.provision.module.ReadModule;
import dev.provision.module.Results;
import dev.provision.value.Value;
import java.util.Optional;

/** What an inode says. */
public final class StatModule implements ReadModule<StatModule.Params, StatModule.Seen> {

  /** Its arguments. */
  public record Params(
      @Param(
              value = "The path to look at.",
              aliases = {"dest", "name"})
          HostPath path,
      @Param(value = "Describe what a link leads to.", defaultValue = "false") boolean follow,
      @Param(value = "Tell a digest of a regular file.", defaultValue = "true") boolean getChecksum,
      @Param(
              value = "Which digest.",
              aliases = {"checksum", "checksum_algo"},
              defaultValue = "sha1")
          DigestProbe.Algorithm checksumAlgorithm,
      @Param(
              value = "Accepted; nothing is told of MIME types.",
              aliases = {"mime", "mime_type", "mime-type"},
              defaultValue = "true")
          boolean getMime,
      @Param(
              value = "Accepted; nothing is told of file system attributes.",
              aliases = {"attr", "attributes"},
              defaultValue = "true")
          boolean getAttributes) {}

  /**
   * What was seen.
   *
   * @param digest of a regular file that can be read, where it was asked for
   */
  public record Seen(String path, FileSeen file, Optional<String> digest) {}

  @Override
  public String name() {
    return "stat";
  }

  @Override
  public String summary() {
    return "Tells what stands at a path of the host.";
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public Query<Seen> observe(Params params, HostInfo host) {
    String path = params.path().on(host);
    Query<FileSeen> file = Query.ask(FileProbe.stat(path, params.follow()));
    Query<Optional<String>> digest =
        params.getChecksum()
            ? Query.ask(new DigestProbe(path, params.checksumAlgorithm()))
            : Query.of(Optional.empty());
    return file.and(digest, (f, d) -> new Seen(path, f, d));
  }

  @Override
  public Value.Dict result(Params params, Seen seen) {
    FileStat stat = seen.file().stat();
    Results results = new Results().put("exists", stat.exists());
    if (stat.exists()) {
      describe(results, seen, stat);
    }
    return Value.dict("stat", results.toValue());
  }

  private static void describe(Results results, Seen seen, FileStat stat) {
    results.put("path", seen.path()).put("mode", stat.mode().toString());
    type(results, stat.type());
    owner(results, "uid", "pw_name", stat.owner());
    owner(results, "gid", "gr_name", stat.group());
    results.put("size", stat.size());
    stat.detail().ifPresent(detail -> detail(results, detail));
    permissions(results, stat.mode().bits());
    if (stat.type() == FileType.LINK) {
      results.put("lnk_target", stat.linkTarget());
      results.put("lnk_source", target(seen));
    }
    if (stat.type() == FileType.FILE) {
      seen.digest().ifPresent(digest -> results.put("checksum", digest));
    }
  }

  private static String target(Seen seen) {
    String target = seen.file().stat().linkTarget();
    return target.startsWith("/") ? target : HostPath.normal(seen.file().folder() + "/" + target);
  }

  private static void type(Results results, FileType type) {
    results
        .put("isdir", type == FileType.DIRECTORY)
        .put("ischr", type == FileType.CHARACTER)
        .put("isblk", type == FileType.BLOCK)
        .put("isreg", type == FileType.FILE)
        .put("isfifo", type == FileType.FIFO)
        .put("islnk", type == FileType.LINK)
        .put("issock", type == FileType.SOCKET);
  }

  private static void owner(Results results, String id, String name, Owner owner) {
    if (owner.id() >= 0) {
      results.put(id, owner.id());
    }
    if (!owner.name().isEmpty()) {
      results.put(name, owner.name());
    }
  }

  private static void detail(Results results, FileStat.Detail detail) {
    results
        .put("inode", detail.inode())
        .put("dev", detail.device())
        .put("nlink", detail.links())
        .put("atime", Value.of((double) detail.accessed()))
        .put("mtime", Value.of((double) detail.modified()))
        .put("ctime", Value.of((double) detail.changed()));
  }

  private static void permissions(Results results, int bits) {
    String[] names = {"rusr", "wusr", "xusr", "rgrp", "wgrp", "xgrp", "roth", "woth", "xoth"};
    for (int i = 0; i < names.length; i++) {
      results.put(names[i], (bits & 0400 >> i) != 0);
    }
    results.put("isuid", (bits & 04000) != 0).put("isgid", (bits & 02000) != 0);
  }
}
