package dev.provision.connect.ssh;

/** Text that came from outside, made fit for a terminal. */
final class Untrusted {

  private static final int LIMIT = 200;

  private Untrusted() {}

  /** At most 200 characters, without control characters. */
  static String shown(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .limit(LIMIT)
        .forEach(
            c -> {
              if (c == '\n' || c == '\r' || c == '\t') {
                out.append(' ');
              } else if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                out.append('?');
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.toString().strip();
  }
}
