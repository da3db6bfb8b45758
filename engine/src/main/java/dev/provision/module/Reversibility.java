package dev.provision.module;

/**
 * Whether a change can be undone by a transition back to the state seen before.
 *
 * @param kind how well
 * @param reason what is lost, or why not; empty for an exact one
 */
public record Reversibility(Kind kind, String reason) {

  /** How well a change can be undone. */
  public enum Kind {
    EXACT,
    LOSSY,
    NONE
  }

  /** Only where a law test proves it. */
  public static Reversibility exact() {
    return new Reversibility(Kind.EXACT, "");
  }

  public static Reversibility lossy(String reason) {
    return new Reversibility(Kind.LOSSY, reason);
  }

  public static Reversibility none(String reason) {
    return new Reversibility(Kind.NONE, reason);
  }
}
