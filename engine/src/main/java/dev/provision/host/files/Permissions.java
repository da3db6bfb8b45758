package dev.provision.host.files;

/** The nine letters that {@code ls -l} shows. */
final class Permissions {

  private static final int[] BITS = {0400, 0200, 0100, 040, 020, 010, 04, 02, 01};

  private Permissions() {}

  static Mode parse(String letters) {
    int bits = 0;
    for (int i = 0; i < Math.min(9, letters.length()); i++) {
      char c = letters.charAt(i);
      boolean isSpecial = c == 's' || c == 'S' || c == 't' || c == 'T';
      if (c != '-' && c != 'S' && c != 'T') {
        bits |= BITS[i];
      }
      if (isSpecial) {
        bits |= i == 2 ? 04000 : i == 5 ? 02000 : 01000;
      }
    }
    return new Mode(bits);
  }
}
