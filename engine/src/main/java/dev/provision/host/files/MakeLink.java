package dev.provision.host.files;

import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.host.Step;
import dev.provision.value.Text;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a link, in place of what stands there unless that is a folder with something in it.
 *
 * @param target what a symbolic link says, or the path of the file that a hard link is one more
 *     name of
 * @param maker whom a new symbolic link belongs to, as far as it is known
 */
public record MakeLink(String path, String target, boolean symbolic, Owner maker) implements Step {

  @Override
  public Text script() {
    String prefix = PutFile.temporaryPrefix(path);
    return Text.plain(
        Scripts.variables(path)
            + "[ -d \"$d\" ] || { echo \"The folder $d does not exist\" >&2; exit 1; }\n"
            + "if [ -d \"$f\" ] && [ ! -L \"$f\" ]; then rmdir \"$f\" || exit 1; fi\n"
            + "t=$d/"
            + prefix
            + "link\nrm -f \"$t\"\n"
            + (symbolic ? "ln -s " : "ln ")
            + Sh.quote(target.startsWith("-") ? "./" + target : target)
            + " \"$t\" || exit 1\n"
            // mv would follow a link to a folder, and does nothing for two names of one file.
            + "if [ -L \"$f\" ] && [ -d \"$f\" ] || [ \"$f\" -ef \"$t\" ]; then rm -f \"$f\"; fi\n"
            + "mv -f \"$t\" \"$f\" || { rm -f \"$t\"; exit 1; }\n");
  }

  @Override
  public Set<Resource> reads() {
    return symbolic
        ? Set.of(Resource.file(path))
        : Set.of(Resource.file(path), Resource.file(target));
  }

  @Override
  public Set<Resource> writes() {
    return Set.of(Resource.tree(path));
  }

  @Override
  public void applyTo(HostModel model) {
    FileModel files = FileModel.of(model);
    files.remove(path);
    String real = files.canonicalFolder(path);
    if (symbolic) {
      FileStat link = FileModel.link(target);
      Owner group = maker.equals(Owner.ROOT) ? maker : Owner.UNKNOWN;
      files.put(
          real,
          FileNode.of(
              new FileStat(FileType.LINK, link.mode(), maker, group, 0, target, Optional.empty())));
      return;
    }
    Known<FileNode> source = files.node(target);
    if (source.isKnown() && source.get().stat().isPresent()) {
      FileStat of = source.get().stat().get();
      // A file has no target; here it says which file this is one more name of.
      files.put(
          real,
          source
              .get()
              .withStat(
                  new FileStat(
                      of.type(),
                      of.mode(),
                      of.owner(),
                      of.group(),
                      of.size(),
                      target,
                      of.detail())));
    } else {
      model.forget(Resource.file(real));
    }
  }

  @Override
  public String words() {
    return "link " + path + " to " + target;
  }
}
