package dev.provision.host;

import dev.provision.value.Text;
import java.time.Duration;
import java.util.Optional;

/**
 * One piece of shell that a session runs, with all that it needs. The only thing that ever goes
 * over the wire.
 *
 * @param kind how it is run
 * @param id names a step in the host's record of what began and ended; unique in a run, {@code
 *     [A-Za-z0-9.-]+}
 * @param script POSIX sh text; secret ranges are marked and never get into an argument list
 * @param input what the script reads on its standard input; empty for none ({@code /dev/null})
 * @param context account, environment, directory
 * @param timeout after which its process group is killed
 * @param stopsBatch whether a failure (exit code other than 0) keeps the later steps and commands
 *     of the batch from running; later queries run all the same
 */
public record Frame(
    Kind kind,
    String id,
    Text script,
    Optional<Payload> input,
    Context context,
    Duration timeout,
    boolean stopsBatch) {

  /** How long a query or step of ours may take unless told otherwise. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

  /** For a user's command, which may take as long as it likes unless the task has a time-out. */
  public static final Duration NO_TIMEOUT = Duration.ofDays(365);

  /** How a frame is run. */
  public enum Kind {
    /** Ours; reads only. Clean environment, in the session's own shell. May be sent again. */
    QUERY,
    /**
     * Ours; changes something. As a query, but fenced, recorded on the host and never sent twice.
     */
    STEP,
    /**
     * The user's own command. The session's original environment, a process group of its own,
     * output to private files. Fenced, recorded and never sent twice.
     */
    COMMAND
  }

  /**
   * Bytes for standard input.
   *
   * @param bytes not to be changed
   * @param secret whether no view may show them
   */
  @SuppressWarnings("ArrayRecordComponent") // Compared by identity of the frame, never by content.
  public record Payload(byte[] bytes, boolean secret) {}

  public static Frame query(Text script, Context context) {
    return new Frame(Kind.QUERY, "", script, Optional.empty(), context, DEFAULT_TIMEOUT, false);
  }

  public static Frame step(String id, Text script, Optional<Payload> input, Context context) {
    return new Frame(Kind.STEP, id, script, input, context, DEFAULT_TIMEOUT, true);
  }

  public Frame withTimeout(Duration newTimeout) {
    return new Frame(kind, id, script, input, context, newTimeout, stopsBatch);
  }

  public Frame withStopsBatch(boolean newStopsBatch) {
    return new Frame(kind, id, script, input, context, timeout, newStopsBatch);
  }
}
