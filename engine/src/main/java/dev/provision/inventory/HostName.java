package dev.provision.inventory;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A host as written, perhaps with a port: {@code db1:2222}, {@code [2001:db8::1]:22}. */
record HostName(String name, OptionalInt port) {

  private static final Pattern BRACKETED = Pattern.compile("\\[([0-9a-fA-F:.%]+)](?::(\\d{1,5}))?");
  private static final Pattern WITH_PORT =
      Pattern.compile("((?:[^:\\[\\]]|\\[[^\\]]*])+):(\\d{1,5})");

  static HostName parse(String text) {
    Matcher bracketed = BRACKETED.matcher(text);
    if (bracketed.matches() && bracketed.group(1).chars().filter(c -> c == ':').count() > 1) {
      return new HostName(bracketed.group(1), port(bracketed.group(2)));
    }
    Matcher plain = WITH_PORT.matcher(text);
    return plain.matches()
        ? new HostName(plain.group(1), port(plain.group(2)))
        : new HostName(text, OptionalInt.empty());
  }

  @SuppressWarnings("NullAway") // a group that did not take part in the match is null
  private static OptionalInt port(String digits) {
    return digits == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(digits));
  }
}
