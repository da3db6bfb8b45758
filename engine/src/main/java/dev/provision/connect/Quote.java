package dev.provision.connect;

/** What a host said, made fit for a message: one line, no control characters, not too long. */
final class Quote {

  private Quote() {}

  /** The beginning of {@code text} in quotes; empty for nothing but blanks. */
  static String firstOf(String text, int limit) {
    String safe = safe(text);
    if (safe.isEmpty()) {
      return "";
    }
    return "\"" + (safe.length() > limit ? safe.substring(0, limit) + "…" : safe) + "\"";
  }

  private static String safe(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .limit(100_000)
        .map(c -> Character.isISOControl(c) || isInvisible(c) ? ' ' : c)
        .forEach(out::appendCodePoint);
    return out.toString().trim().replaceAll(" +", " ");
  }

  /** Marks that turn the direction of writing could make a message look like another one. */
  private static boolean isInvisible(int c) {
    int type = Character.getType(c);
    return type == Character.FORMAT || type == Character.UNASSIGNED || type == Character.SURROGATE;
  }
}
