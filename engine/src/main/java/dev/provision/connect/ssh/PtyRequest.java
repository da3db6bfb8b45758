package dev.provision.connect.ssh;

/**
 * A terminal for a command.
 *
 * @param term value of TERM
 * @param columns width in characters
 * @param rows height in lines
 * @param raw whether the terminal hands bytes through as they are: no echo, no line editing, no
 *     signals by control characters, no change of line ends
 */
public record PtyRequest(String term, int columns, int rows, boolean raw) {

  /** A terminal that changes no byte. */
  public static PtyRequest ofRaw() {
    return new PtyRequest("dumb", 80, 24, true);
  }

  /** A terminal as a person has it. */
  public static PtyRequest cooked() {
    return new PtyRequest("dumb", 80, 24, false);
  }
}
