package dev.provision.host.files;

import dev.provision.host.FrameResult;
import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Probe;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.value.Text;
import java.util.Optional;
import java.util.Set;

/**
 * What stands at a path: its inode and, if asked, its content.
 *
 * @param path absolute and normal
 * @param follow whether to describe what a symbolic link leads to rather than the link
 * @param limit bytes up to which the content is fetched; bigger ones come as a digest, and at 0
 *     nothing is told of it
 * @param expected a content that needs no sending where the host has it already
 */
public record FileProbe(String path, boolean follow, long limit, Optional<FileContent> expected)
    implements Probe<FileSeen> {

  /** What is enough for configuration files. */
  public static final long LIMIT = 1 << 20;

  /** Without the content. */
  public static FileProbe stat(String path, boolean follow) {
    return new FileProbe(path, follow, 0, Optional.empty());
  }

  public static FileProbe content(String path, boolean follow) {
    return new FileProbe(path, follow, LIMIT, Optional.empty());
  }

  public static FileProbe expecting(String path, boolean follow, FileContent expected) {
    return new FileProbe(path, follow, LIMIT, Optional.of(expected));
  }

  private boolean hasContent() {
    return limit > 0;
  }

  @Override
  public Text script() {
    String follows = follow ? "t=$(readlink -f \"$f\") && [ -e \"$f\" ] && f=$t\n" : "";
    return Text.plain(
        "f="
            + Sh.quote(path)
            + " d="
            + Sh.quote(HostPath.parent(path))
            + "\n"
            + follows
            + INODE
            + (hasContent() ? contentScript() : ""));
  }

  // busybox knows these formats too. Without any stat, ls tells what POSIX makes it tell.
  private static final String INODE =
      """
      printf 'folder %s\\n' "$(cd -P "$d" 2>/dev/null && pwd -P)"
      printf 'real %s\\n' "$f"
      if command -v stat >/dev/null 2>&1; then
        s=$(stat -c '%f %u %g %s %h %i %d %X %Y %Z
      %U
      %G' "$f" 2>&1) && k=stat || k=none
      else
        s=$(ls -ldn "$f" 2>&1) && k=ls || k=none
      fi
      case $k$s in
        none*[Dd]enied*) echo denied;;
        none*) echo absent;;
        *) printf '%s %s\\n' "$k" "$s";;
      esac
      if [ -L "$f" ]; then printf 'link %s\\n' "$(readlink "$f")"; fi
      """;

  private String contentScript() {
    String unlessExpected =
        expected.map(e -> "[ \"${h%% *}\" = " + e.sha256() + " ] || ").orElse("");
    return CONTENT
        .replace("UNLESS_EXPECTED", unlessExpected)
        .replace("LIMIT", Long.toString(limit));
  }

  private static final String CONTENT =
      """
      if [ ! -L "$f" ] && [ -f "$f" ]; then
        if [ -r "$f" ]; then
          n=$(wc -c <"$f")
          h=$(sha256sum <"$f" 2>/dev/null || openssl dgst -sha256 -r <"$f" 2>/dev/null)
          printf 'sha256 %s %s\\n' "${h%% *}" "$n"
          UNLESS_EXPECTED{ [ "$n" -gt LIMIT ] && [ -n "$h" ]; } || { echo content; cat "$f"; }
        else
          echo unreadable
        fi
      fi
      """;

  @Override
  public Set<Resource> reads() {
    return Set.of(Resource.file(path));
  }

  @Override
  public FileSeen decode(FrameResult result) {
    return FileAnswer.parse(path, result).seen(expected);
  }

  @Override
  public Known<FileSeen> answer(HostModel model) {
    FileModel files = FileModel.of(model);
    String real = follow ? files.canonical(path) : files.canonicalFolder(path);
    Known<FileNode> node = files.node(real);
    if (!node.isKnown() || node.get().stat().isEmpty()) {
      return Known.unknown();
    }
    FileStat stat = node.get().stat().get();
    if (hasContent() && stat.type() == FileType.FILE && node.get().content().isEmpty()) {
      return Known.unknown();
    }
    Known<String> folder = folder(files, node.get());
    return folder.map(
        f ->
            new FileSeen(
                stat, hasContent() ? node.get().content() : Optional.empty(), true, f, real));
  }

  private Known<String> folder(FileModel files, FileNode node) {
    String folder = HostPath.parent(files.canonicalFolder(path));
    if (node.exists()) {
      return Known.of(folder);
    }
    return files.node(folder).map(parent -> parent.type() == FileType.DIRECTORY ? folder : "");
  }

  @Override
  public void learn(HostModel model, FileSeen answer) {
    FileModel files = FileModel.of(model);
    String parent = HostPath.parent(path);
    if (!answer.hasFolder()) {
      files.put(path, FileNode.ABSENT);
      if (!files.node(parent).isKnown()) {
        files.put(parent, FileNode.ABSENT);
      }
      return;
    }
    files.learnAlias(parent, answer.folder());
    if (!files.node(answer.folder()).isKnown()) {
      files.put(answer.folder(), FileNode.SOME_FOLDER);
    }
    learnNode(files, answer);
  }

  private void learnNode(FileModel files, FileSeen answer) {
    String own = HostPath.below(answer.folder(), HostPath.name(path));
    boolean followed = follow && answer.exists() && !answer.realPath().equals(path);
    if (followed && !answer.realPath().equals(own)) {
      files.put(own, FileNode.of(FileModel.link(answer.realPath())));
    }
    String real = followed ? answer.realPath() : own;
    FileNode node =
        answer.exists()
            ? new FileNode(
                answer.stat().type(), Optional.of(answer.stat()), kept(files, real, answer), false)
            : FileNode.ABSENT;
    files.put(real, node);
  }

  /** A probe without content does not make known content unknown while the size is the same. */
  private Optional<FileContent> kept(FileModel files, String real, FileSeen answer) {
    if (hasContent()) {
      return answer.content();
    }
    Known<FileNode> before = files.node(real);
    return before.isKnown()
        ? before.get().content().filter(c -> c.size() == answer.stat().size())
        : Optional.empty();
  }
}
