package dev.provision.lab;

/** A release of Debian that a machine runs. */
public enum Distribution {
  BOOKWORM("bookworm"),
  TRIXIE("trixie"),
  SID("sid");

  private final String word;

  Distribution(String word) {
    this.word = word;
  }

  /** As written in lab descriptions and in package sources. */
  public String word() {
    return word;
  }

  /**
   * The release whose kernel boots it. Not sid's own: that one changes from day to day, and a
   * server runs a released kernel.
   */
  public Distribution kernelRelease() {
    return this == SID ? TRIXIE : this;
  }
}
