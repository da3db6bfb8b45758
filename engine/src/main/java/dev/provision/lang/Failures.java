package dev.provision.lang;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;

/** Words for why a file can't be read. */
final class Failures {

  private Failures() {}

  static String reason(IOException failure) {
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof FileSystemException fileSystemException
        && fileSystemException.getReason() != null) {
      return fileSystemException.getReason();
    }
    return String.valueOf(failure.getMessage());
  }
}
