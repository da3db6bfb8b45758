package dev.provision.report;

import java.io.Flushable;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes whole lines, each at once, so that a reader at the other end of a pipe sees them as they
 * come.
 */
final class Lines {

  private final Appendable out;

  Lines(Appendable out) {
    this.out = out;
  }

  void line(String text) {
    try {
      out.append(text).append('\n');
      if (out instanceof Flushable flushable) {
        flushable.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Can't write the report", e);
    }
  }

  /** Each line of a text that may hold several. */
  void block(String text) {
    text.lines().forEach(this::line);
  }
}
