package dev.provision.diag;

/** How grave a problem is. */
public enum Severity {
  ERROR,
  WARNING,
  NOTE;

  /** The word that users see: {@code error}, {@code warning}, {@code note}. */
  public String word() {
    return switch (this) {
      case ERROR -> "error";
      case WARNING -> "warning";
      case NOTE -> "note";
    };
  }
}
