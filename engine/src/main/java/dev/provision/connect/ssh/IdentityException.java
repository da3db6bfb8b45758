package dev.provision.connect.ssh;

/** A key that can't be read, opened or used. The message is for people and says why. */
final class IdentityException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Which remedy applies. */
  enum Kind {
    UNREADABLE,
    LOCKED,
    AGENT
  }

  private final Kind kind;
  private final String command;

  IdentityException(Kind kind, String message, String command) {
    super(message);
    this.kind = kind;
    this.command = command;
  }

  IdentityException(Kind kind, String message) {
    this(kind, message, "");
  }

  Kind kind() {
    return kind;
  }

  /** A command to copy that mends it; empty if there is none. */
  String command() {
    return command;
  }
}
