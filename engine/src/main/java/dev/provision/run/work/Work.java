package dev.provision.run.work;

import dev.provision.diag.ProvisionException;
import dev.provision.host.FrameResult;
import dev.provision.host.Probe;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One module call on one host, as a machine: asked what it needs, told what came of it, until it
 * has ended. It never waits and never speaks to a host itself, so that needs of many works travel
 * together.
 */
public interface Work {

  /** What it needs now; the same until it is told something. */
  Need need(Knowledge knowledge);

  /**
   * The operations of the last {@link Need.Change} have these results, those of its questions not
   * among them.
   */
  void done(List<FrameResult> results);

  /** The last {@link Need.Pause} is over. */
  default void rested() {}

  /** The last {@link Need.Reconnect} worked, or did not in time. */
  default void reconnected(Optional<ProvisionException> failure) {}

  /** The questions whose answers it has used last. */
  Set<Probe<?>> looked();

  /** In check mode: what it needs to know can't be told before an apply. */
  TaskResult unforeseeable();
}
