package dev.provision.module.files;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.host.ShellWords;
import dev.provision.module.PythonRegex;
import java.util.Optional;

/** What modules for files refuse. */
final class FileChecks {

  private FileChecks() {}

  static Problem invalid(String detail) {
    return Problem.error(ErrorCode.INVALID_ARGUMENT, Position.NONE, detail);
  }

  static Problem refused(String detail) {
    return Problem.error(ErrorCode.MODULE_FAILED, Position.NONE, detail);
  }

  /** A validating command has to name the file. */
  static Optional<Problem> validate(Optional<String> command) {
    if (command.isEmpty()) {
      return Optional.empty();
    }
    if (!command.get().contains("%s")) {
      return Optional.of(
          invalid("The argument \"validate\" must hold %s, which stands for the file."));
    }
    try {
      ShellWords.split(command.get());
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(invalid("The argument \"validate\" " + e.getMessage()));
    }
  }

  /** A regular expression that may also be a word for an end of the file. */
  static Optional<Problem> regex(Optional<String> written) {
    try {
      written.ifPresent(PythonRegex::compile);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(invalid("\"" + written.orElse("") + "\" " + e.getMessage()));
    }
  }

  /** A place where a regular file can be put. */
  static Optional<Problem> target(FileState seen, boolean makesFolder) {
    if (!seen.exists() && !seen.place().hasFolder() && !makesFolder) {
      return Optional.of(
          refused("The destination's folder does not exist: " + seen.path() + " can't be made."));
    }
    if (!seen.place().readable()) {
      return Optional.of(
          refused(
              "The account may not read "
                  + seen.path()
                  + ". Does the task need \"become: true\"?"));
    }
    return switch (seen.type()) {
      case ABSENT, FILE, LINK -> Optional.empty();
      case DIRECTORY -> Optional.of(refused(seen.path() + " is a folder."));
      case CHARACTER, BLOCK, FIFO, SOCKET ->
          Optional.of(
              refused(
                  seen.path()
                      + " is no regular file but a "
                      + seen.type().word()
                      + ", which is not replaced."));
    };
  }
}
