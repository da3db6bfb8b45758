package dev.provision.connect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of shells' folders on hosts. Each tells which process of which machine made it, so that
 * what a dead process left behind is known from what another one is using.
 */
final class FolderName {

  private static final Pattern NAME =
      Pattern.compile("([0-9a-f]{16})-(\\d{1,18})-(\\d{1,18})-[0-9a-f]{32}");

  private static final String MACHINE = machine();
  private static final String PREFIX =
      MACHINE + "-" + ProcessHandle.current().pid() + "-" + start(ProcessHandle.current()) + "-";

  private FolderName() {}

  static String next() {
    return PREFIX + Nonce.next();
  }

  /**
   * Those of {@code names} whose makers were processes of this machine that are dead. Names come
   * from a host.
   */
  static List<String> abandoned(List<String> names) {
    return names.stream().filter(FolderName::isAbandoned).toList();
  }

  private static boolean isAbandoned(String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches() || !matcher.group(1).equals(MACHINE)) {
      return false;
    }
    Optional<ProcessHandle> maker = ProcessHandle.of(Long.parseLong(matcher.group(2)));
    return maker.isEmpty() || start(maker.get()) != Long.parseLong(matcher.group(3));
  }

  private static long start(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  /**
   * This machine since its start, this user, and these process numbers: containers count processes
   * for themselves.
   */
  private static String machine() {
    String all =
        firstLine(Path.of("/etc/machine-id"))
            + "\n"
            + firstLine(Path.of("/proc/sys/kernel/random/boot_id"))
            + "\n"
            + processNumbers()
            + "\n"
            + System.getProperty("user.name");
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String firstLine(Path file) {
    try {
      return Files.readString(file).trim();
    } catch (IOException e) {
      return "";
    }
  }

  private static String processNumbers() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
    } catch (IOException e) {
      return "";
    }
  }
}
