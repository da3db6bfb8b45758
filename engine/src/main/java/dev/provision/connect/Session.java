package dev.provision.connect;

import dev.provision.host.Context;
import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import dev.provision.host.HostInfo;
import java.util.List;

/**
 * A line to one host, kept open for a run. Used by one thread at a time, but {@link #interrupt},
 * {@link #kill} and {@link #close} may come from any.
 */
public interface Session extends AutoCloseable {

  /**
   * What is known of the host since the hello of the shell for {@code context}'s account. Opens
   * that shell on first use.
   *
   * @throws dev.provision.diag.ProvisionException coded: become failed, wrong password, shell
   *     unusable, line lost
   */
  HostInfo info(Context context);

  /**
   * Runs frames in order and waits for all of them: one round trip where all act as one account (or
   * as accounts that can be reached from a root shell). Results stand in the order of the frames,
   * one for each.
   *
   * <p>When the line is lost it is opened again behind a fence, and the host's own record tells how
   * far the batch came: what is not known then has the status {@code UNKNOWN}. Queries are asked
   * again.
   *
   * @throws dev.provision.diag.ProvisionException where the host can't be reached again, or become
   *     fails
   */
  List<FrameResult> exchange(List<Frame> frames);

  /**
   * Closes the line and opens it again, as after a reboot or a change of groups.
   *
   * @throws dev.provision.diag.ProvisionException coded, where that fails
   */
  void reconnect();

  /**
   * Lets the running step end and keeps the later ones of the batch from beginning. Returns at
   * once.
   */
  void interrupt();

  /** Kills the process group of the running step or command. Returns at once. */
  void kill();

  Traffic traffic();

  @Override
  void close();

  /**
   * What the session has cost so far.
   *
   * @param connectRoundTrips waits for the host up to the end of the first shell's hello
   * @param roundTrips waits for the host after that
   * @param bytesOut bytes of frames sent
   * @param bytesIn bytes of results received
   */
  record Traffic(int connectRoundTrips, int roundTrips, long bytesOut, long bytesIn) {
    public Traffic plus(Traffic other) {
      return new Traffic(
          connectRoundTrips + other.connectRoundTrips,
          roundTrips + other.roundTrips,
          bytesOut + other.bytesOut,
          bytesIn + other.bytesIn);
    }
  }
}
