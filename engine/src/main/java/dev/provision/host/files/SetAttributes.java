package dev.provision.host.files;

import dev.provision.host.HostModel;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.host.Step;
import dev.provision.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Sets mode and owners of one path.
 *
 * @param path absolute; what a symbolic link leads to is changed, unless {@code link}
 * @param link whether the link itself is meant, which has owners but no mode
 */
public record SetAttributes(
    String path, boolean link, Optional<Mode> mode, Optional<String> owner, Optional<String> group)
    implements Step {

  @Override
  public Text script() {
    String quoted = Sh.quote(path);
    // chown takes setuid away, so the mode comes last.
    return Text.plain(
        Scripts.owners(link ? "chown -h" : "chown", quoted, owner, group)
            + mode.map(m -> "chmod " + Scripts.exact(m) + " " + quoted + " || exit 1\n")
                .orElse(""));
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(Resource.file(path));
  }

  @Override
  public Set<Resource> writes() {
    return Set.of(Resource.file(path));
  }

  @Override
  public void applyTo(HostModel model) {
    FileModel files = FileModel.of(model);
    String real = link ? files.canonicalFolder(path) : files.canonical(path);
    files.change(
        real,
        stat -> {
          FileStat owned = stat.withOwners(owner, group);
          return mode.map(owned::withMode).orElse(owned);
        });
  }

  @Override
  public String words() {
    List<String> what = new ArrayList<>();
    mode.ifPresent(m -> what.add("mode " + m));
    owner.ifPresent(o -> what.add("owner " + o));
    group.ifPresent(g -> what.add("group " + g));
    return "set " + String.join(", ", what) + " of " + path;
  }
}
