package dev.provision.connect.ssh;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.ProvisionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Settings for one host as they were written: of each keyword the first value, of some all values.
 */
final class SshOptions {

  /** A value and where it was written. */
  record Setting(List<String> words, Position at) {

    String first() {
      return words.get(0);
    }
  }

  private static final Set<String> ALL_VALUES = Set.of("identityfile", "certificatefile");

  /** Keywords whose value is the rest of the line as it stands. */
  private static final Set<String> RAW = Set.of("proxycommand", "proxyjump");

  private static final Set<String> MANY_WORDS =
      Set.of("userknownhostsfile", "globalknownhostsfile", "revokedhostkeys");

  private static final Map<String, String> SAME_AS =
      Map.of(
          "challengeresponseauthentication", "kbdinteractiveauthentication",
          "skeyauthentication", "kbdinteractiveauthentication",
          "tisauthentication", "kbdinteractiveauthentication",
          "dsaauthentication", "pubkeyauthentication",
          "globalknownhostsfile2", "globalknownhostsfile",
          "userknownhostsfile2", "userknownhostsfile");

  private static final Set<String> KNOWN =
      Set.of(
          "hostname",
          "user",
          "port",
          "identityfile",
          "certificatefile",
          "identityagent",
          "identitiesonly",
          "proxyjump",
          "proxycommand",
          "userknownhostsfile",
          "globalknownhostsfile",
          "hostkeyalias",
          "stricthostkeychecking",
          "hashknownhosts",
          "connecttimeout",
          "serveraliveinterval",
          "serveralivecountmax",
          "preferredauthentications",
          "pubkeyauthentication",
          "passwordauthentication",
          "kbdinteractiveauthentication");

  private static final Pattern TIME = Pattern.compile("(\\d+)([smhdwSMHDW]?)");

  private final Map<String, List<Setting>> settings = new HashMap<>();

  /** Takes a line's setting unless an earlier one said otherwise. */
  void add(String keyword, String rest, Position at) {
    String name = SAME_AS.getOrDefault(keyword, keyword);
    if (!KNOWN.contains(name)) {
      return;
    }
    List<String> words = words(name, rest, at);
    if (isSettled(name)) {
      return;
    }
    List<Setting> known = settings.computeIfAbsent(name, n -> new ArrayList<>());
    if (known.stream().noneMatch(s -> s.words().equals(words))) {
      known.add(new Setting(words, at));
    }
  }

  /** The two ways to get there exclude each other: the one named first counts. */
  private boolean isSettled(String name) {
    return switch (name) {
      case "proxyjump" -> has("proxyjump") || has("proxycommand");
      case "proxycommand" ->
          has("proxycommand") || text("proxyjump").filter(j -> !j.equals("none")).isPresent();
      default -> has(name) && !ALL_VALUES.contains(name);
    };
  }

  private static List<String> words(String name, String rest, Position at) {
    if (rest.isBlank()) {
      throw invalid(at, "The keyword " + name + " lacks its value.");
    }
    if (RAW.contains(name)) {
      return List.of(rest.strip());
    }
    Optional<List<String>> words = ConfigWords.split(rest);
    if (words.isEmpty()) {
      throw invalid(at, "A quote is not closed.");
    }
    if (words.get().isEmpty() || words.get().get(0).isEmpty()) {
      throw invalid(at, "The keyword " + name + " lacks its value.");
    }
    if (words.get().size() > 1 && !MANY_WORDS.contains(name)) {
      throw invalid(
          at,
          "The keyword "
              + name
              + " takes one value, but \""
              + words.get().get(1)
              + "\" follows. Put quotes around values with blanks.");
    }
    return words.get();
  }

  static ProvisionException invalid(Position at, String what) {
    return new ProvisionException(ErrorCode.SSH_CONFIG_INVALID, at, what);
  }

  boolean has(String name) {
    return settings.containsKey(name);
  }

  Optional<String> text(String name) {
    return setting(name).map(Setting::first);
  }

  private Optional<Setting> setting(String name) {
    return Optional.ofNullable(settings.get(name)).map(list -> list.get(0));
  }

  /** All words of the first value. */
  Optional<List<String>> words(String name) {
    return setting(name).map(Setting::words);
  }

  /** The first word of every value. */
  List<String> all(String name) {
    return settings.getOrDefault(name, List.of()).stream().map(Setting::first).toList();
  }

  Position position(String name) {
    return setting(name).map(Setting::at).orElse(Position.NONE);
  }

  int port() {
    Optional<Setting> setting = setting("port");
    if (setting.isEmpty()) {
      return SshTarget.DEFAULT_PORT;
    }
    int port = number(setting.get(), "port");
    if (port < 1 || port > 65535) {
      throw invalid(setting.get().at(), "A port is a number from 1 to 65535, not " + port + ".");
    }
    return port;
  }

  int number(String name, int otherwise) {
    return setting(name).map(s -> number(s, name)).orElse(otherwise);
  }

  private static int number(Setting setting, String name) {
    try {
      return Integer.parseInt(setting.first());
    } catch (NumberFormatException e) {
      throw invalid(
          setting.at(), "The value of " + name + " is no number: \"" + setting.first() + "\".");
    }
  }

  boolean flag(String name, boolean otherwise) {
    Optional<Setting> setting = setting(name);
    if (setting.isEmpty()) {
      return otherwise;
    }
    return switch (setting.get().first().toLowerCase(Locale.ROOT)) {
      case "yes", "true" -> true;
      case "no", "false" -> false;
      // PubkeyAuthentication has kinds of yes.
      case "unbound", "host-bound" -> true;
      default ->
          throw invalid(
              setting.get().at(),
              "The value of " + name + " is yes or no, not \"" + setting.get().first() + "\".");
    };
  }

  /** Seconds, or numbers with s, m, h, d, w behind them. */
  Optional<Duration> time(String name) {
    Optional<Setting> setting = setting(name);
    if (setting.isEmpty() || setting.get().first().equals("none")) {
      return Optional.empty();
    }
    String text = setting.get().first();
    Matcher matcher = TIME.matcher(text);
    long seconds = 0;
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      seconds += Long.parseLong(matcher.group(1)) * unit(matcher.group(2));
      end = matcher.end();
    }
    if (end == 0 || end != text.length()) {
      throw invalid(
          setting.get().at(),
          "The value of " + name + " is a time such as 30 or 1m30s, not \"" + text + "\".");
    }
    return Optional.of(Duration.ofSeconds(seconds));
  }

  private static long unit(String letter) {
    return switch (letter.toLowerCase(Locale.ROOT)) {
      case "m" -> 60;
      case "h" -> 3600;
      case "d" -> 86_400;
      case "w" -> 604_800;
      default -> 1;
    };
  }

  HostKeyPolicy policy() {
    Optional<Setting> setting = setting("stricthostkeychecking");
    if (setting.isEmpty()) {
      return HostKeyPolicy.STRICT;
    }
    return switch (setting.get().first().toLowerCase(Locale.ROOT)) {
      case "yes", "true", "ask" -> HostKeyPolicy.STRICT;
      case "accept-new" -> HostKeyPolicy.ACCEPT_NEW;
      case "no", "off", "false" -> HostKeyPolicy.ACCEPT_NEW_WITH_WARNING;
      default ->
          throw invalid(
              setting.get().at(),
              "StrictHostKeyChecking is yes, ask, accept-new or no, not \""
                  + setting.get().first()
                  + "\".");
    };
  }
}
