package dev.provision.connect.ssh;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Settings that come before all configuration files, as options on ssh's command line do.
 *
 * @param options keywords of ssh_config with their values, first value wins
 * @param configFile the only file to read in place of the user's and the machine's, as {@code -F};
 *     {@code none} for no file at all
 */
public record SshOverrides(List<Option> options, Optional<String> configFile) {

  /**
   * One setting.
   *
   * @param keyword a keyword of ssh_config, in any case
   */
  public record Option(String keyword, String value) {}

  private static final Set<String> ALSO_FOR_JUMPS =
      Set.of(
          "stricthostkeychecking",
          "connecttimeout",
          "serveraliveinterval",
          "serveralivecountmax",
          "userknownhostsfile",
          "globalknownhostsfile",
          "hashknownhosts");

  public SshOverrides {
    options = List.copyOf(options);
  }

  public static SshOverrides none() {
    return new SshOverrides(List.of(), Optional.empty());
  }

  public SshOverrides with(String keyword, String value) {
    List<Option> more = new ArrayList<>(options);
    more.add(new Option(keyword, value));
    return new SshOverrides(more, configFile);
  }

  /** Those of another one behind these. */
  public SshOverrides and(SshOverrides other) {
    List<Option> more = new ArrayList<>(options);
    more.addAll(other.options);
    return new SshOverrides(more, configFile.or(other::configFile));
  }

  public SshOverrides withUser(String user) {
    return with("User", user);
  }

  public SshOverrides withPort(int port) {
    return with("Port", Integer.toString(port));
  }

  /** A key to use; the configured ones are still offered after it. */
  public SshOverrides withIdentityFile(Path file) {
    return with("IdentityFile", "\"" + file + "\"");
  }

  public SshOverrides withHostName(String hostName) {
    return with("HostName", hostName);
  }

  public SshOverrides withConnectTimeout(Duration limit) {
    return with("ConnectTimeout", Long.toString(Math.max(1, limit.toSeconds())));
  }

  public SshOverrides withPolicy(HostKeyPolicy policy) {
    String value =
        switch (policy) {
          case STRICT -> "yes";
          case ACCEPT_NEW -> "accept-new";
          case ACCEPT_NEW_WITH_WARNING -> "no";
        };
    return with("StrictHostKeyChecking", value);
  }

  public SshOverrides withConfigFile(String file) {
    return new SshOverrides(options, Optional.of(file));
  }

  /** What also holds for the hosts on the way: not names, keys or ports. */
  SshOverrides forJumps() {
    List<Option> kept = new ArrayList<>();
    for (Option option : options) {
      if (ALSO_FOR_JUMPS.contains(option.keyword().toLowerCase(Locale.ROOT))) {
        kept.add(option);
      }
    }
    return new SshOverrides(kept, configFile);
  }

  /**
   * Reads what {@code ansible_ssh_common_args} and its like hold: ssh's options for its command
   * line. Those that make no sense here, such as {@code -C} or ControlMaster, are passed over.
   *
   * @throws ProvisionException if a word is no option of ssh
   */
  public static SshOverrides parse(String arguments) {
    SshOverrides result = none();
    List<String> words = ConfigWords.shellWords(arguments);
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.length() < 2 || word.charAt(0) != '-') {
        throw invalid("\"" + word + "\" is no option of ssh");
      }
      char letter = word.charAt(1);
      if (FLAGS.indexOf(letter) >= 0) {
        continue;
      }
      if (WITH_VALUE.indexOf(letter) < 0) {
        throw invalid("ssh has no option \"" + word + "\"");
      }
      String value = word.substring(2);
      if (value.isEmpty()) {
        i++;
        if (i == words.size()) {
          throw invalid("the option \"" + word + "\" lacks its value");
        }
        value = words.get(i);
      }
      result = result.withLetter(letter, value);
    }
    return result;
  }

  private static final String FLAGS = "46AaCfGgKkMNnqsTtVvXxYy";
  private static final String WITH_VALUE = "BbcDEeFIiJLlmOopQRSWw";

  private SshOverrides withLetter(char letter, String value) {
    return switch (letter) {
      case 'o' -> withAssignment(value);
      case 'p' -> with("Port", value);
      case 'l' -> with("User", value);
      case 'i' -> with("IdentityFile", "\"" + value + "\"");
      case 'J' -> with("ProxyJump", value);
      case 'F' -> withConfigFile(value);
      default -> this;
    };
  }

  private SshOverrides withAssignment(String text) {
    String stripped = text.strip();
    int end = 0;
    while (end < stripped.length() && " \t=".indexOf(stripped.charAt(end)) < 0) {
      end++;
    }
    String value = ConfigWords.valueAfter(stripped, end);
    if (end == 0 || value.isEmpty()) {
      throw invalid("\"-o " + text + "\" is no setting; write -o Keyword=value");
    }
    return with(stripped.substring(0, end), value);
  }

  private static ProvisionException invalid(String what) {
    return new ProvisionException(
        ErrorCode.SSH_CONFIG_INVALID,
        "In the arguments for ssh (ansible_ssh_common_args): " + what + ".");
  }
}
