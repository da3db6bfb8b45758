package dev.provision.run.work;

import dev.provision.connect.Session;
import dev.provision.host.Context;
import dev.provision.host.FrameResult;
import dev.provision.host.HostInfo;
import java.util.List;

/**
 * The host as the engine sees it: a session that speaks in operations instead of frames. Used by
 * one thread at a time, but {@link #interrupt}, {@link #kill} and {@link #close} may come from any.
 */
public interface Remote extends AutoCloseable {

  /**
   * What is known of the host since the hello of {@code context}'s shell.
   *
   * @throws dev.provision.diag.ProvisionException as {@link Session#info}
   */
  HostInfo info(Context context);

  /**
   * Runs operations in order, in one round trip. One outcome for each, in their order.
   *
   * @throws dev.provision.diag.ProvisionException where the host can't be reached any more
   */
  List<Outcome> exchange(List<Op> ops);

  void reconnect();

  void interrupt();

  void kill();

  Session.Traffic traffic();

  @Override
  void close();

  /** What came of one operation: a reply to a question, a frame's result for all else. */
  sealed interface Outcome {

    /** Of an {@link Op.Ask}. */
    record Answered(Op.Reply reply) implements Outcome {}

    /** Of an {@link Op.Act} or {@link Op.Raw}. */
    record Ran(FrameResult result) implements Outcome {}
  }
}
