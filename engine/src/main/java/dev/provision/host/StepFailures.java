package dev.provision.host;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;

/**
 * Words the failure of a step from what the host said. Tools speak English: our frames set {@code
 * LC_ALL=C}.
 */
final class StepFailures {

  private static final int SHOWN = 600;

  private StepFailures() {}

  static Problem of(String words, FrameResult result) {
    return switch (result.status()) {
      case ENDED -> Problem.error(code(result.err()), Position.NONE, ended(words, result));
      case NOT_RUN ->
          Problem.error(
              ErrorCode.STEP_FAILED,
              Position.NONE,
              "\"" + words + "\" was not begun: something before it failed.");
      case TIMED_OUT ->
          Problem.error(
              ErrorCode.COMMAND_TIMED_OUT,
              Position.NONE,
              "\"" + words + "\" took too long and was stopped.");
      case TOO_MUCH_OUTPUT ->
          Problem.error(
              ErrorCode.OUTPUT_TOO_LARGE,
              Position.NONE,
              "\"" + words + "\" wrote more than the limit and was stopped.");
      case UNKNOWN ->
          Problem.error(
              ErrorCode.OUTCOME_UNKNOWN,
              Position.NONE,
              "The line was lost during \""
                  + words
                  + "\", and the host does not say how it ended.");
    };
  }

  private static ErrorCode code(String stderr) {
    if (stderr.contains("No space left on device") || stderr.contains("Disk quota exceeded")) {
      return ErrorCode.DISK_FULL;
    }
    if (stderr.contains("Read-only file system")) {
      return ErrorCode.READ_ONLY;
    }
    return ErrorCode.STEP_FAILED;
  }

  private static String ended(String words, FrameResult result) {
    String said = result.err().strip();
    String what = "\"" + words + "\" failed with exit code " + result.exitCode();
    return said.isEmpty() ? what + "." : what + ": " + shortened(said);
  }

  private static String shortened(String text) {
    return text.length() <= SHOWN ? text : "…" + text.substring(text.length() - SHOWN);
  }
}
