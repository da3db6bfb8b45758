package dev.provision.connect.ssh;

import java.util.Locale;

/** OpenSSH's patterns: {@code *}, {@code ?}, lists with commas, and {@code !} before a member. */
final class Patterns {

  private Patterns() {}

  /** Whether a text fits a pattern. Case matters. Takes linear time for each star. */
  static boolean matches(String text, String pattern) {
    int t = 0;
    int p = 0;
    int star = -1;
    int retry = 0;
    while (t < text.length()) {
      char c = p < pattern.length() ? pattern.charAt(p) : '\0';
      if (p < pattern.length() && c == '*') {
        star = p++;
        retry = t;
      } else if (p < pattern.length() && (c == '?' || c == text.charAt(t))) {
        p++;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++retry;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  /** Whether a text fits a list: some member fits, and none that is negated. */
  static boolean matchesList(String text, String list) {
    boolean found = false;
    for (String member : list.split(",", -1)) {
      boolean negated = member.startsWith("!");
      String pattern = negated ? member.substring(1) : member;
      if (matches(text, pattern)) {
        if (negated) {
          return false;
        }
        found = true;
      }
    }
    return found;
  }

  /** As {@link #matchesList}, without regard to case, as for host names. */
  static boolean matchesHostList(String host, String list) {
    return matchesList(host.toLowerCase(Locale.ROOT), list.toLowerCase(Locale.ROOT));
  }
}
