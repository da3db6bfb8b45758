package dev.provision.host.store;

import dev.provision.host.HostModel;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.host.Step;
import dev.provision.value.Text;
import java.util.Set;

/**
 * Gives the host back, and lets old runs' records go.
 *
 * @param run does nothing where another one holds it
 * @param keep how many runs' records stay
 */
public record ReleaseLock(String run, int keep) implements Step {

  public ReleaseLock {
    StoreShell.checkedRun(run);
  }

  @Override
  public Text script() {
    return Text.plain(
        StoreShell.FOLDER
            + StoreShell.PROCESS
            + "lines \"$d/lock\"\n"
            + "if [ \"$r\" = "
            + Sh.quote(run)
            + " ]; then rm -f \"$d/lock\"; fi\n"
            // Run ids begin with their time: the oldest come first.
            + "n=$(ls \"$d/runs\" 2>/dev/null | wc -l)\n"
            + "for x in \"$d\"/runs/*; do\n"
            + "  [ \"$n\" -gt "
            + keep
            + " ] || break\n"
            + "  [ \"$x\" = \"$d/runs/\""
            + Sh.quote(run)
            + " ] || rm -rf \"$x\"\n"
            + "  n=$((n - 1))\n"
            + "done\n"
            + ":\n");
  }

  @Override
  public Set<Resource> reads() {
    return StoreShell.STORE;
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
    return "release the host";
  }
}
