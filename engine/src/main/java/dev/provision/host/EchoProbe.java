package dev.provision.host;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Text;
import java.util.Set;

/** Whether the host answers at all: it sends a word back. */
public record EchoProbe() implements Probe<Boolean> {

  private static final String WORD = "pong";

  @Override
  public Text script() {
    return Text.plain("echo " + WORD + "\n");
  }

  @Override
  public Set<Resource> reads() {
    return Set.of();
  }

  @Override
  public Boolean decode(FrameResult result) {
    if (!result.out().strip().equals(WORD)) {
      throw new ProvisionException(
          ErrorCode.SHELL_UNUSABLE, "The host did not send back the word that it was sent.");
    }
    return true;
  }

  @Override
  public Known<Boolean> answer(HostModel model) {
    return Known.of(true);
  }

  @Override
  public void learn(HostModel model, Boolean answer) {
    // Nothing to keep.
  }
}
