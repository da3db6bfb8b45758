package dev.provision.host;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * What came of one frame.
 *
 * @param status whether it ran at all, and to its end
 * @param exitCode as the shell reports it (128 + n for signal n); -1 unless it ended
 * @param stdout complete; not to be changed. From the host: not to be trusted
 * @param stderr complete; not to be changed. From the host: not to be trusted
 * @param elapsed measured on the host
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record FrameResult(
    Status status, int exitCode, byte[] stdout, byte[] stderr, Duration elapsed) {

  /** What is known about a frame's end. */
  public enum Status {
    /** It ran to its end; the exit code tells how. */
    ENDED,
    /** It did not run: an earlier step failed, or the fence closed before. */
    NOT_RUN,
    /** It was killed after its time-out. */
    TIMED_OUT,
    /** It wrote more than the limit and was stopped. */
    TOO_MUCH_OUTPUT,
    /** The line was lost, and the host has no record of its end. */
    UNKNOWN
  }

  public static FrameResult notRun() {
    return new FrameResult(Status.NOT_RUN, -1, new byte[0], new byte[0], Duration.ZERO);
  }

  public static FrameResult unknown() {
    return new FrameResult(Status.UNKNOWN, -1, new byte[0], new byte[0], Duration.ZERO);
  }

  public static FrameResult ended(int exitCode, String stdout, String stderr) {
    return new FrameResult(
        Status.ENDED,
        exitCode,
        stdout.getBytes(StandardCharsets.UTF_8),
        stderr.getBytes(StandardCharsets.UTF_8),
        Duration.ZERO);
  }

  public boolean succeeded() {
    return status == Status.ENDED && exitCode == 0;
  }

  /** Standard output as UTF-8; bytes that are not become U+FFFD. */
  public String out() {
    return new String(stdout, StandardCharsets.UTF_8);
  }

  /** Standard error as UTF-8; bytes that are not become U+FFFD. */
  public String err() {
    return new String(stderr, StandardCharsets.UTF_8);
  }
}
