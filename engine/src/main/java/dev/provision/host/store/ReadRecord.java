package dev.provision.host.store;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.FrameResult;
import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Probe;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.value.Text;
import java.util.Set;

/**
 * A run's record on the host: the lines of {@link AppendRecord}; empty where the run changed
 * nothing here.
 */
public record ReadRecord(String run) implements Probe<Text> {

  public ReadRecord {
    StoreShell.checkedRun(run);
  }

  @Override
  public Text script() {
    return Text.plain(
        StoreShell.FOLDER
            + "f=$d/runs/"
            + Sh.quote(run)
            + "/journal\nif [ -e \"$f\" ]; then cat \"$f\"; fi\n");
  }

  @Override
  public Set<Resource> reads() {
    return StoreShell.STORE;
  }

  @Override
  public Text decode(FrameResult result) {
    if (!result.succeeded()) {
      throw new ProvisionException(
          ErrorCode.JOURNAL_UNUSABLE, "The journal on the host can't be read: " + result.err());
    }
    return Text.secret(result.out());
  }

  @Override
  public Known<Text> answer(HostModel model) {
    return model.isClosed() ? Known.of(Text.plain("")) : Known.unknown();
  }

  @Override
  public void learn(HostModel model, Text answer) {
    // The store is no part of what modules see.
  }
}
