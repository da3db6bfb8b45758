package dev.provision.host.files;

import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.host.Step;
import dev.provision.value.Text;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a folder, and those above it that are missing, all with the same mode and owners.
 *
 * @param parents whether folders above it may be missing
 * @param maker whom new folders belong to, as far as it is known
 */
public record MakeFolder(
    String path,
    Mode mode,
    Optional<String> owner,
    Optional<String> group,
    boolean parents,
    Owner maker)
    implements Step {

  @Override
  public Text script() {
    return Text.plain(
        "m() {\n  if [ -d \"$1\" ]; then return 0; fi\n"
            + "  p=${1%/*}; [ -z \"$p\" ] || ( m \"$p\" ) || return 1\n"
            + "  ( umask 077; mkdir \"$1\" ) || return 1\n"
            + "  "
            + Scripts.owners("\"$1\"", owner, group).replace("exit", "return")
            + "  chmod "
            + Scripts.exact(mode)
            + " \"$1\"\n}\nm "
            + Sh.quote(path)
            + "\n");
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(Resource.file(path));
  }

  /** The folders above may be made too. */
  @Override
  public Set<Resource> writes() {
    if (!parents) {
      return Set.of(Resource.file(path));
    }
    Set<Resource> writes = new LinkedHashSet<>();
    for (String at = path; !at.equals("/"); at = HostPath.parent(at)) {
      writes.add(Resource.file(at));
    }
    return writes;
  }

  @Override
  public void applyTo(HostModel model) {
    make(FileModel.of(model), path);
  }

  private void make(FileModel files, String folder) {
    String real = files.canonical(folder);
    Known<FileNode> node = files.node(real);
    if (node.isKnown() && !node.get().exists()) {
      make(files, HostPath.parent(real));
      FileStat stat =
          new FileStat(
                  FileType.DIRECTORY,
                  mode,
                  maker,
                  maker.equals(Owner.ROOT) ? maker : Owner.UNKNOWN,
                  0,
                  "",
                  Optional.empty())
              .withOwners(owner, group);
      files.put(real, FileNode.emptyFolder(stat));
    }
  }

  @Override
  public String words() {
    return "make folder " + path;
  }
}
