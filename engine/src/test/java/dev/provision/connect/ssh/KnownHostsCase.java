package dev.provision.connect.ssh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One connection of the table in {@code known-hosts/cases.txt}.
 *
 * @param text the known_hosts file
 * @param keys the server's keys and certificates
 * @param verdict what OpenSSH says
 */
record KnownHostsCase(
    String name, String text, String host, int port, List<String> keys, String verdict) {

  private static final Pattern STAND_IN = Pattern.compile("\\{(hash:)?([^}]+)}");
  private static final Pattern QUERY =
      Pattern.compile("--- (\\S+) (\\d+) (\\S+) => (accepted|unknown|changed|revoked)");

  static List<KnownHostsCase> all() {
    try {
      List<KnownHostsCase> cases = new ArrayList<>();
      String all = Files.readString(folder().resolve("cases.txt"));
      String[] blocks = all.split("(?m)^=== ");
      for (int i = 1; i < blocks.length; i++) {
        cases.addAll(block(blocks[i]));
      }
      return cases;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<KnownHostsCase> block(String block) throws IOException {
    String[] lines = block.split("\n");
    StringBuilder text = new StringBuilder();
    List<KnownHostsCase> cases = new ArrayList<>();
    for (String line : Arrays.asList(lines).subList(1, lines.length)) {
      Matcher query = QUERY.matcher(line);
      if (query.matches()) {
        cases.add(
            new KnownHostsCase(
                lines[0],
                text.toString(),
                query.group(1),
                Integer.parseInt(query.group(2)),
                List.of(query.group(3).split(",")),
                query.group(4)));
      } else if (line.startsWith("---")) {
        throw new IllegalArgumentException(line);
      } else {
        text.append(filled(line)).append('\n');
      }
    }
    return cases;
  }

  private static String filled(String line) throws IOException {
    Matcher matcher = STAND_IN.matcher(line);
    StringBuilder out = new StringBuilder();
    while (matcher.find()) {
      String value =
          matcher.group(1) == null ? publicKey(matcher.group(2)) : hashed(matcher.group(2));
      matcher.appendReplacement(out, Matcher.quoteReplacement(value));
    }
    return matcher.appendTail(out).toString();
  }

  private static String hashed(String name) {
    byte[] salt = Arrays.copyOf(("salt of " + name).getBytes(StandardCharsets.UTF_8), 20);
    return KnownHostsLine.hashedName(name, salt);
  }

  static Path folder() {
    try {
      return Path.of(
          Objects.requireNonNull(KnownHostsCase.class.getResource("/known-hosts")).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Type and base64 of a key or certificate. */
  static String publicKey(String name) throws IOException {
    String[] words = Files.readString(folder().resolve(name + ".pub")).strip().split(" ");
    return words[0] + " " + words[1];
  }

  static byte[] blob(String name) throws IOException {
    return PublicKeys.parseLine(publicKey(name)).orElseThrow();
  }

  @Override
  public String toString() {
    return name + ": " + host + " " + port + " " + String.join(",", keys) + " => " + verdict;
  }
}
