package dev.provision.connect.ssh;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Words for everything that can go wrong with a connection: what, why, what to do. */
final class Failures {

  private static final Pattern NO_AGREEMENT =
      Pattern.compile("Unable to reach a settlement of (\\w+): \\[(.*)] and \\[(.*)]");

  private Failures() {}

  private static ProvisionException error(
      ErrorCode code, String detail, @Nullable Throwable cause, String... commands) {
    return new ProvisionException(
        Problem.error(code, Position.NONE, detail).withCommands(commands), cause);
  }

  static ProvisionException notResolved(SshTarget target, @Nullable Throwable cause) {
    return error(
        ErrorCode.HOST_NOT_RESOLVED,
        "The name "
            + target.hostName()
            + named(target)
            + " has no address. Either it is misspelt, or this machine's resolver does not know it."
            + " Correct it in the inventory (ansible_host) or in ~/.ssh/config (HostName).",
        cause,
        "getent hosts " + ShellWords.quote(target.hostName()));
  }

  private static String named(SshTarget target) {
    return target.name().equals(target.hostName()) ? "" : " (of " + target.name() + ")";
  }

  static ProvisionException refused(SshTarget target, String from, @Nullable Throwable cause) {
    return error(
        ErrorCode.CONNECTION_REFUSED,
        "Nothing listens at "
            + target.hostName()
            + " port "
            + target.port()
            + named(target)
            + from
            + ". The host is there, but no SSH server is on this port, or a firewall refuses. Check the"
            + " port (ansible_port, or Port in ~/.ssh/config) and that the server runs.",
        cause,
        "ssh -v " + sshArguments(target));
  }

  static ProvisionException timedOut(
      SshTarget target, String stage, Duration limit, @Nullable Throwable cause) {
    return error(
        ErrorCode.CONNECTION_TIMED_OUT,
        target.shown()
            + named(target)
            + " did not answer within "
            + seconds(limit)
            + " ("
            + stage
            + "). The host is down, a firewall drops the packets, or the line is very slow. Check that it"
            + " can be reached from here; a longer limit can be set with -T or ConnectTimeout.",
        cause,
        "ssh -v -o ConnectTimeout=30 " + sshArguments(target));
  }

  private static String seconds(Duration limit) {
    return limit.toMillis() % 1000 == 0
        ? limit.toSeconds() + " s"
        : String.format(Locale.ROOT, "%.1f s", limit.toMillis() / 1000.0);
  }

  static ProvisionException unreachable(SshTarget target, Throwable cause) {
    return error(
        ErrorCode.CONNECTION_REFUSED,
        target.hostName()
            + " port "
            + target.port()
            + named(target)
            + " can't be reached from here: "
            + Untrusted.shown(String.valueOf(cause.getMessage()))
            + ". There is no route to it, or the network is down.",
        cause,
        "ip route get " + ShellWords.quote(target.hostName()));
  }

  /** The connection broke at some later time. */
  static ProvisionException lost(String when, Throwable cause) {
    return error(
        ErrorCode.CONNECTION_LOST,
        "The connection broke "
            + when
            + ": "
            + Untrusted.shown(String.valueOf(cause.getMessage()))
            + ". What was running on the host may have gone on or not.",
        cause);
  }

  /** The server hung up while the connection was being made. */
  static ProvisionException closed(SshTarget target, String stage, @Nullable Throwable cause) {
    String why =
        cause == null ? "" : " (" + Untrusted.shown(String.valueOf(cause.getMessage())) + ")";
    return error(
        ErrorCode.CONNECTION_LOST,
        target.shown()
            + named(target)
            + " closed the connection "
            + stage
            + why
            + ". The host's log says why; see it on the host's console:",
        cause,
        "journalctl -u ssh -n 50");
  }

  /**
   * The server hung up before it said anything, or said that it has no time for us.
   *
   * @param said what it said instead of a greeting
   * @param recentRefusal whether it refused a login of ours shortly before
   */
  static ProvisionException noGreeting(
      SshTarget target, String said, boolean recentRefusal, @Nullable Throwable cause) {
    String words = Untrusted.shown(said);
    boolean penalty = recentRefusal || words.contains("Not allowed at this time");
    if (penalty) {
      return error(
          ErrorCode.CONNECTION_PENALTY,
          target.shown()
              + named(target)
              + " does not talk to this address for now"
              + said(words)
              + ". OpenSSH from 9.8 on does so after failed logins (PerSourcePenalties), for about 15"
              + " seconds and longer when repeated. Mend the login first, then wait, or let the server"
              + " exempt this address (PerSourcePenaltyExemptList).",
          cause,
          "journalctl -u ssh -n 50");
    }
    if (words.contains("Exceeded MaxStartups")) {
      return error(
          ErrorCode.CONNECTION_PENALTY,
          target.shown()
              + named(target)
              + " has too many logins under way at once and dropped this one"
              + said(words)
              + ". Try again with fewer hosts at a time (--forks), or raise MaxStartups on the server.",
          cause);
    }
    if (!words.isEmpty()) {
      return error(
          ErrorCode.CONNECTION_LOST,
          target.shown()
              + named(target)
              + " is no SSH server, or one that does not want to talk"
              + said(words)
              + ". Check host and port.",
          cause,
          "ssh -v " + sshArguments(target));
    }
    return error(
        ErrorCode.CONNECTION_LOST,
        target.shown()
            + named(target)
            + " closed the connection before its greeting. Reasons, most frequent first: a penalty of"
            + " the server (OpenSSH from 9.8 on) for failed logins from this address, which ends by"
            + " itself; too many logins at once (MaxStartups); hosts.deny or fail2ban; a port forward"
            + " with nothing behind it.",
        cause,
        "journalctl -u ssh -n 50");
  }

  private static String said(String words) {
    return words.isEmpty() ? "" : " (it said: \"" + words + "\")";
  }

  /** Empty unless the message is sshj's about algorithms. */
  static Optional<ProvisionException> noCommonAlgorithm(
      SshTarget target, @Nullable String message, Throwable cause) {
    Matcher matcher = NO_AGREEMENT.matcher(message == null ? "" : message);
    if (!matcher.find()) {
      return Optional.empty();
    }
    String what =
        switch (matcher.group(1)) {
          case "KeyExchangeAlgorithms" -> "key exchange (KexAlgorithms)";
          case "HostKeyAlgorithms" -> "host key (HostKeyAlgorithms)";
          case "Client2ServerCipherAlgorithms", "Server2ClientCipherAlgorithms" ->
              "encryption (Ciphers)";
          case "Client2ServerMACAlgorithms", "Server2ClientMACAlgorithms" -> "integrity (MACs)";
          default -> "compression (Compression)";
        };
    return Optional.of(
        error(
            ErrorCode.NO_COMMON_ALGORITHM,
            target.shown()
                + named(target)
                + " and this program have no algorithm for "
                + what
                + " in common. The server offers: "
                + Untrusted.shown(matcher.group(3))
                + ". This program knows: "
                + ours(matcher.group(2))
                + ". Old ones with SHA-1, CBC or DSA are left out on purpose. Allow one of ours on the"
                + " server, in sshd_config.",
            cause,
            "sshd -T | grep -iE 'kexalgorithms|hostkeyalgorithms|ciphers|macs'"));
  }

  private static String ours(String list) {
    List<String> real = new ArrayList<>();
    for (String name : list.split(", ")) {
      if (!name.equals("ext-info-c") && !name.startsWith("kex-strict")) {
        real.add(name);
      }
    }
    return String.join(", ", real);
  }

  /** Nothing that could be offered was accepted. */
  static ProvisionException denied(SshTarget target, Authenticator.Attempts attempts) {
    List<String> commands = new ArrayList<>();
    for (Identities.Unusable unusable : attempts.unusable()) {
      if (!unusable.why().command().isEmpty() && !commands.contains(unusable.why().command())) {
        commands.add(unusable.why().command());
      }
    }
    commands.add("ssh -v " + sshArguments(target));
    return error(
        codeOf(attempts),
        target.hostName()
            + named(target)
            + " did not let "
            + target.user()
            + " in. "
            + tried(attempts)
            + advice(attempts),
        null,
        commands.toArray(new String[0]));
  }

  private static ErrorCode codeOf(Authenticator.Attempts attempts) {
    for (Identities.Unusable unusable : attempts.unusable()) {
      if (unusable.why().kind() == IdentityException.Kind.AGENT) {
        return ErrorCode.AGENT_REFUSED;
      }
    }
    boolean nothingOffered = attempts.count() == 0;
    return nothingOffered && !attempts.unusable().isEmpty()
        ? ErrorCode.PRIVATE_KEY_UNREADABLE
        : ErrorCode.PERMISSION_DENIED;
  }

  private static String tried(Authenticator.Attempts attempts) {
    List<String> lines = attempts.lines();
    String tried =
        lines.isEmpty()
            ? "There was nothing to try: no key, no agent, no password. "
            : "Tried: " + String.join("; ", lines) + ". ";
    List<String> rest = attempts.notTried();
    return rest.isEmpty() ? tried : tried + "Not tried any more: " + String.join("; ", rest) + ". ";
  }

  private static String advice(Authenticator.Attempts attempts) {
    String accepts =
        attempts.methods().isEmpty()
            ? ""
            : "The server takes: " + Untrusted.shown(String.join(", ", attempts.methods())) + ". ";
    return accepts
        + "Name the right account (ansible_user) and key (--private-key, or IdentityFile with"
        + " IdentitiesOnly yes in ~/.ssh/config), or put the key into the account's"
        + " ~/.ssh/authorized_keys. Don't try again blindly: servers punish repeated failures.";
  }

  static ProvisionException tooManyTries(
      SshTarget target, Authenticator.Attempts attempts, Throwable cause) {
    return error(
        ErrorCode.PERMISSION_DENIED,
        target.hostName()
            + named(target)
            + " hung up after too many refused attempts to log in as "
            + target.user()
            + ". "
            + tried(attempts)
            + "Offer fewer keys: name the right one (--private-key, or IdentityFile with IdentitiesOnly"
            + " yes in ~/.ssh/config).",
        cause,
        "ssh -v " + sshArguments(target));
  }

  /** A jump or command on the way failed. */
  static ProvisionException proxyFailed(SshTarget target, String why, @Nullable Throwable cause) {
    return error(
        ErrorCode.CONNECTION_LOST,
        "The way to " + target.shown() + named(target) + " failed: " + Untrusted.shown(why),
        cause);
  }

  static ProvisionException channelRefused(SshTarget target, String why, Throwable cause) {
    return error(
        ErrorCode.CHANNEL_REFUSED,
        target.shown()
            + " did not open another channel: "
            + Untrusted.shown(why)
            + ". Servers allow so many at a time (MaxSessions, 10 by default), and may forbid commands"
            + " or forwarding altogether.",
        cause,
        "sshd -T | grep -iE 'maxsessions|allowtcpforwarding|permitopen|disableforwarding'");
  }

  private static String sshArguments(SshTarget target) {
    String port = target.port() == SshTarget.DEFAULT_PORT ? "" : "-p " + target.port() + " ";
    String host = target.name().isEmpty() ? target.hostName() : target.name();
    return port + ShellWords.quote(target.user() + "@" + host);
  }
}
