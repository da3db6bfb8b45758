package dev.provision.host;

import dev.provision.value.Text;
import java.util.Set;

/**
 * The host's own time, as {@code 2026-12-01 08:15:30.123456}; without the fraction where its date
 * has none.
 */
public record ClockProbe() implements Probe<String> {

  @Override
  public Text script() {
    return Text.plain("date '+%Y-%m-%d %H:%M:%S.%N'\n");
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(new Resource("clock", "*"));
  }

  @Override
  public String decode(FrameResult result) {
    return result.out().strip().replaceAll("\\.(N|%N)?$", "");
  }

  @Override
  public Known<String> answer(HostModel model) {
    return Known.unknown();
  }

  @Override
  public void learn(HostModel model, String answer) {
    // It is over as soon as it is told.
  }
}
