package dev.provision.host.store;

import dev.provision.host.Frame;
import dev.provision.host.HostModel;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.host.Step;
import dev.provision.value.Text;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * Adds lines to a run's record on the host. They may hold secrets: only the account itself can read
 * them.
 *
 * @param lines JSON objects, each ended by a line break
 */
public record AppendRecord(String run, String lines) implements Step {

  public AppendRecord {
    StoreShell.checkedRun(run);
  }

  @Override
  public Text script() {
    return Text.plain(
        StoreShell.FOLDER
            + "f=$d/runs/"
            + Sh.quote(run)
            + "\n"
            + "mkdir -p \"$f\" && chmod 700 \"$d\" && cat >>\"$f/journal\"\n");
  }

  @Override
  public Optional<Frame.Payload> input() {
    return Optional.of(new Frame.Payload(lines.getBytes(StandardCharsets.UTF_8), true));
  }

  @Override
  public Set<Resource> reads() {
    return Set.of();
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
    return "write the journal";
  }

  /** Without the lines: they may hold secrets. */
  @Override
  public String toString() {
    return "AppendRecord[" + run + "]";
  }
}
