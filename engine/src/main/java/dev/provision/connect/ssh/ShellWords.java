package dev.provision.connect.ssh;

import java.util.regex.Pattern;

/** Words for a shell on this side: for commands to copy. */
final class ShellWords {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private ShellWords() {}

  static String quote(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
