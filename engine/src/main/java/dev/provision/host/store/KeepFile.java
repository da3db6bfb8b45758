package dev.provision.host.store;

import dev.provision.host.HostModel;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.host.Step;
import dev.provision.value.Text;
import java.util.Set;

/**
 * Copies a regular file into the run's store before it is changed, with all that it has. Nothing is
 * copied where there is no such file, or where it is larger than the limit.
 *
 * @param name of the copy
 * @param limit in bytes
 */
public record KeepFile(String run, String name, String path, long limit) implements Step {

  public KeepFile {
    StoreShell.checkedRun(run);
    StoreShell.checkedRun(name);
  }

  @Override
  public Text script() {
    return Text.plain(
        StoreShell.FOLDER
            + "f=$d/runs/"
            + Sh.quote(run)
            + "/files\np="
            + Sh.quote(path)
            + "\n"
            + "[ -f \"$p\" ] || exit 0\n"
            + "[ \"$(wc -c <\"$p\")\" -le "
            + limit
            + " ] || exit 0\n"
            + "mkdir -p \"$f\" && chmod 700 \"$d\" && cp -p \"$p\" \"$f/"
            + name
            + "\"\n");
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(Resource.file(path));
  }

  @Override
  public Set<Resource> writes() {
    return StoreShell.STORE;
  }

  @Override
  public void applyTo(HostModel model) {
    // The store is no part of what modules see.
  }

  @Override
  public String words() {
    return "keep the old " + path;
  }
}
