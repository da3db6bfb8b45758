package dev.provision.host.store;

import dev.provision.host.FrameResult;
import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Probe;
import dev.provision.host.Resource;
import dev.provision.value.Text;
import java.util.Optional;
import java.util.Set;

/** Who holds the host: the run's id and the owner's words, or nothing. */
public record LockOwner() implements Probe<Optional<String>> {

  @Override
  public Text script() {
    return Text.plain(
        StoreShell.FOLDER
            + StoreShell.PROCESS
            + "lines \"$d/lock\"\nif held; then printf '%s (%s)' \"$r\" \"$o\"; fi\n");
  }

  @Override
  public Set<Resource> reads() {
    return StoreShell.STORE;
  }

  @Override
  public Optional<String> decode(FrameResult result) {
    String said = TakeLock.clean(result.out());
    return said.isEmpty() ? Optional.empty() : Optional.of(said);
  }

  @Override
  public Known<Optional<String>> answer(HostModel model) {
    return model.isClosed() ? Known.of(Optional.empty()) : Known.unknown();
  }

  @Override
  public void learn(HostModel model, Optional<String> answer) {
    // The store is no part of what modules see.
  }
}
