package dev.provision.report;

/** Keeps what hosts send from steering the terminal. */
final class Printable {

  private Printable() {}

  /** One line: control characters become visible, tabs stay. */
  static String line(String text) {
    StringBuilder out = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < 0x20 && c != '\t') || (c >= 0x7f && c < 0xa0) || isDirectional(c)) {
        if (out == null) {
          out = new StringBuilder(text.substring(0, i));
        }
        out.append(visible(c));
      } else if (out != null) {
        out.append(c);
      }
    }
    return out == null ? text : out.toString();
  }

  private static boolean isDirectional(char c) {
    return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  }

  private static String visible(char c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case 0x1b -> "\\e";
      default -> String.format("\\u%04x", (int) c);
    };
  }
}
