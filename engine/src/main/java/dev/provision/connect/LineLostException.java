package dev.provision.connect;

import java.io.IOException;

/** The other end is gone, or silent for longer than it may be. Never leaves this package. */
final class LineLostException extends IOException {

  private static final long serialVersionUID = 1L;

  LineLostException(String why) {
    super(why);
  }

  LineLostException(String why, IOException cause) {
    super(why, cause);
  }
}
