package dev.provision.connect.ssh;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Replaces what ssh_config writes with a percent sign, a tilde or {@code ${…}}. */
final class SshTokens {

  private final String host;
  private final Path home;
  private final String localUser;
  private final Map<String, String> environment;

  /**
   * @param host as the user wrote it
   */
  SshTokens(String host, Path home, String localUser, Map<String, String> environment) {
    this.host = host;
    this.home = home;
    this.localUser = localUser;
    this.environment = environment;
  }

  String localUser() {
    return localUser;
  }

  String user(SshOptions options) {
    return options.text("user").orElse(localUser);
  }

  /** The name to connect to: HostName with its own tokens replaced, in lower case. */
  String hostName(SshOptions options) {
    String name = options.text("hostname").map(this::expandHostName).orElse(host);
    return name.toLowerCase(Locale.ROOT);
  }

  private String expandHostName(String text) {
    return text.replace("%%", "\0").replace("%h", host).replace("\0", "%");
  }

  /** Replaces all tokens. */
  String expand(String text, SshOptions options) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '%' || i + 1 == text.length()) {
        out.append(c);
      } else {
        i++;
        out.append(token(text.charAt(i), options));
      }
    }
    return out.toString();
  }

  private String token(char letter, SshOptions options) {
    return switch (letter) {
      case '%' -> "%";
      case 'h' -> hostName(options);
      case 'n' -> host;
      case 'p' -> Integer.toString(options.port());
      case 'r' -> user(options);
      case 'u' -> localUser;
      case 'd' -> home.toString();
      case 'l' -> localHost();
      case 'L' -> localHost().split("\\.", 2)[0];
      case 'k' -> options.text("hostkeyalias").orElse(hostName(options));
      case 'j' -> options.text("proxyjump").orElse("");
      case 'C' -> connectionHash(options);
      case 'i' -> userId();
      default -> "%" + letter;
    };
  }

  private String connectionHash(SshOptions options) {
    String text = localHost() + hostName(options) + options.port() + user(options);
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String localHost() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return localHostByResolver();
    }
  }

  private static String localHostByResolver() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      return "localhost";
    }
  }

  private static String userId() {
    try {
      return String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return "0";
    }
  }

  /** A file's name: tilde, {@code ${…}} and tokens replaced. */
  Path file(String text, SshOptions options) {
    return Path.of(expand(environment(tilde(text)), options));
  }

  /** {@code ~} and {@code ~/…} at the front. */
  String tilde(String text) {
    return text.equals("~") || text.startsWith("~/") ? home + text.substring(1) : text;
  }

  private String environment(String text) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (true) {
      int start = text.indexOf("${", at);
      int end = start < 0 ? -1 : text.indexOf('}', start);
      if (end < 0) {
        return out.append(text.substring(at)).toString();
      }
      String name = text.substring(start + 2, end);
      String value = Optional.ofNullable(environment.get(name)).orElse("");
      out.append(text, at, start).append(value);
      at = end + 1;
    }
  }

  /** The agent's socket, for IdentityAgent or without it. */
  Optional<Path> agentSocket(Optional<String> setting, SshOptions options) {
    String text = setting.orElse("SSH_AUTH_SOCK");
    if (text.equals("none")) {
      return Optional.empty();
    }
    if (text.equals("SSH_AUTH_SOCK")) {
      return variable("SSH_AUTH_SOCK");
    }
    if (text.startsWith("$") && !text.startsWith("${")) {
      return variable(text.substring(1));
    }
    return Optional.of(file(text, options));
  }

  private Optional<Path> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(v -> !v.isEmpty()).map(Path::of);
  }
}
