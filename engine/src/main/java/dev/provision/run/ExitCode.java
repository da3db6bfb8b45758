package dev.provision.run;

/** How a run ends, for scripts. */
public enum ExitCode {
  OK(0),
  INTERNAL(1),
  FAILED(2),
  CHANGES(3),
  UNREACHABLE(4),
  FELL_SHORT(5),
  REFUSED(6),
  USAGE(64),
  INVALID(65),
  INTERRUPTED(130);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /** The one that wins where both hold: 130, 1, 4, 2, 6, 5, 3. */
  public ExitCode or(ExitCode other) {
    return weight() >= other.weight() ? this : other;
  }

  private int weight() {
    return switch (this) {
      case OK -> 0;
      case CHANGES -> 1;
      case FELL_SHORT -> 2;
      case REFUSED -> 3;
      case FAILED -> 4;
      case UNREACHABLE -> 5;
      case INTERNAL -> 6;
      case USAGE -> 7;
      case INVALID -> 8;
      case INTERRUPTED -> 9;
    };
  }
}
