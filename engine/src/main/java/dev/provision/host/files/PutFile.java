package dev.provision.host.files;

import dev.provision.host.Frame;
import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.host.Step;
import dev.provision.value.Text;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * Replaces or makes a regular file as a whole: a temporary file in the same folder is filled and
 * renamed. Owner, ACL, label and extended attributes of the old file are kept. A symbolic link at
 * {@code path} is replaced; give the path behind it to write through it.
 *
 * @param path absolute
 * @param content held here, or on the host in {@code source}
 * @param source a file of the host that has the content; empty where it is sent
 * @param mode of the file afterwards
 * @param owner empty to keep the old one, or for a new file the account's
 * @param group empty to keep the old one, or for a new file the account's
 * @param maker whom a new file belongs to, as far as it is known
 * @param backup whether the old file is kept beside it; its name is printed as {@code backup NAME}
 * @param validate a command that must accept the new file, named by {@code %s}, before it is put in
 *     place
 */
public record PutFile(
    String path,
    FileContent content,
    Optional<String> source,
    Mode mode,
    Optional<String> owner,
    Optional<String> group,
    Owner maker,
    boolean backup,
    Optional<String> validate)
    implements Step {

  /** What the backup's name is printed behind. */
  public static final String BACKUP_WORD = "backup ";

  @Override
  public Text script() {
    return Text.plain(
        Scripts.temporary(path)
            + "exec 4>\"$t\" || exit 1\n"
            + Scripts.KEEP_ATTRIBUTES
            + Scripts.owners("\"$t\"", owner, group)
            + "chmod "
            + Scripts.exact(mode)
            + " \"$t\" || exit 1\n"
            // Opened before: the new mode may forbid it.
            + "cat"
            + source.map(from -> " " + Sh.quote(from)).orElse("")
            + " >&4 || exit 1\nexec 4>&-\n"
            // Writing takes setuid away from those who are not root.
            + (mode.bits() > 0777 ? "chmod " + Scripts.exact(mode) + " \"$t\" || exit 1\n" : "")
            + validate.map(Scripts::validated).orElse("")
            + (backup ? Scripts.BACKUP : "")
            + Scripts.RENAME);
  }

  @Override
  public Optional<Frame.Payload> input() {
    if (source.isPresent()) {
      return Optional.empty();
    }
    return Optional.of(new Frame.Payload(content.reveal().orElseThrow(), content.hasSecret()));
  }

  @Override
  public Set<Resource> reads() {
    return source
        .map(from -> Set.of(Resource.file(path), Resource.file(from)))
        .orElse(Set.of(Resource.file(path)));
  }

  @Override
  public Set<Resource> writes() {
    return Set.of(Resource.file(path));
  }

  @Override
  public void applyTo(HostModel model) {
    FileModel files = FileModel.of(model);
    String real = files.canonicalFolder(path);
    Known<FileNode> before = files.node(real);
    boolean isKept = before.isKnown() && before.get().type() == FileType.FILE;
    Optional<FileStat> old = isKept ? before.get().stat() : Optional.empty();
    FileStat stat =
        new FileStat(
                FileType.FILE,
                mode,
                old.map(FileStat::owner).orElse(maker),
                old.map(FileStat::group).orElse(maker.equals(Owner.ROOT) ? maker : Owner.UNKNOWN),
                content.size(),
                "",
                Optional.empty())
            .withOwners(owner, group);
    files.put(real, FileNode.file(stat, Optional.of(content)));
  }

  @Override
  public String words() {
    return "write " + path;
  }

  /**
   * A name for the temporary file that is the same for the same path, so that leftovers are found.
   */
  static String temporaryPrefix(String path) {
    byte[] name = path.getBytes(StandardCharsets.UTF_8);
    return ".provision-" + FileContent.digest("SHA-256", name).substring(0, 10) + ".";
  }
}
