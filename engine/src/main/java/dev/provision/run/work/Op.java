package dev.provision.run.work;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Context;
import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import dev.provision.host.Probe;
import dev.provision.host.Step;

/** One thing that travels in an exchange. */
public sealed interface Op {

  Context context();

  /** What goes over the wire. */
  Frame frame();

  /** A question, asked as an account. */
  record Ask<T>(Probe<T> probe, Context context) implements Op {

    @Override
    public Frame frame() {
      return Frame.query(probe.script(), context);
    }

    /** What the frame's result means: a value or a coded failure. */
    Reply read(FrameResult result) {
      try {
        return switch (result.status()) {
          case ENDED -> new Reply.Value(probe.decode(result));
          case NOT_RUN -> failed(ErrorCode.INTERRUPTED, "was not asked any more");
          case TIMED_OUT -> failed(ErrorCode.COMMAND_TIMED_OUT, "took too long to answer");
          case TOO_MUCH_OUTPUT -> failed(ErrorCode.OUTPUT_TOO_LARGE, "had too long an answer");
          case UNKNOWN -> failed(ErrorCode.CONNECTION_LOST, "was cut off");
        };
      } catch (ProvisionException e) {
        return new Reply.Failure(e);
      } catch (RuntimeException e) {
        // Whatever a host answers must not end the run of the others.
        return failed(ErrorCode.INTERNAL, "could not be read: " + e);
      }
    }

    private Reply failed(ErrorCode code, String what) {
      return new Reply.Failure(
          new ProvisionException(
              code, "A question about " + probe.reads() + " on the host " + what + "."));
    }
  }

  /** What came of a question. */
  sealed interface Reply {
    /** The answer, of the probe's type. */
    record Value(Object value) implements Reply {}

    /** It could not be had. */
    record Failure(ProvisionException problem) implements Reply {}
  }

  /**
   * A change of ours.
   *
   * @param id unique in a run; the host's record calls it so
   * @param stops whether its failure keeps what follows in the exchange from running
   */
  record Act(String id, Step step, Context context, boolean stops) implements Op {

    @Override
    public Frame frame() {
      return Frame.step(id, step.script(), step.input(), context)
          .withTimeout(step.timeout())
          .withStopsBatch(stops);
    }
  }

  /** A frame that a module made itself: a user's command. */
  record Raw(Frame frame) implements Op {

    @Override
    public Context context() {
      return frame.context();
    }
  }
}
