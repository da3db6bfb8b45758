package dev.provision.run.journal;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;

/** Names for runs: their time, so that they sort, and something random. */
public final class RunIds {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  private RunIds() {}

  /** As {@code 20261201-134502-118-9f3a1c}. */
  public static String next(Clock clock) {
    byte[] random = new byte[3];
    new SecureRandom().nextBytes(random);
    return TIME.format(Instant.now(clock)) + "-" + HexFormat.of().formatHex(random);
  }
}
