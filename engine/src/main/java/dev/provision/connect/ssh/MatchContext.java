package dev.provision.connect.ssh;

import dev.provision.diag.Position;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Says whether Host and Match lines fit the host in question. */
final class MatchContext {

  private static final long EXEC_SECONDS = 30;

  private final String host;
  private final boolean finalPass;
  private final SshTokens tokens;
  private boolean wantsFinalPass;

  /**
   * @param host as the user wrote it
   * @param finalPass whether the files are read for the second time, because of {@code Match final}
   */
  MatchContext(String host, boolean finalPass, SshTokens tokens) {
    this.host = host;
    this.finalPass = finalPass;
    this.tokens = tokens;
  }

  SshTokens tokens() {
    return tokens;
  }

  /** Whether a line was seen that asks for a second reading. */
  boolean wantsFinalPass() {
    return wantsFinalPass;
  }

  /** Some pattern fits, and none that is negated. */
  boolean matchesHostLine(List<String> patterns) {
    boolean found = false;
    for (String pattern : patterns) {
      boolean negated = pattern.startsWith("!");
      if (Patterns.matches(host, negated ? pattern.substring(1) : pattern)) {
        if (negated) {
          return false;
        }
        found = true;
      }
    }
    return found;
  }

  /** All criteria of a Match line fit. */
  boolean matches(String rest, Position at, SshOptions options) {
    List<String> words = matchWords(rest, at);
    if (words.isEmpty()) {
      throw SshOptions.invalid(at, "Match lacks its criteria.");
    }
    boolean result = true;
    for (int i = 0; i < words.size(); i++) {
      boolean negated = words.get(i).startsWith("!");
      String criterion = words.get(i).substring(negated ? 1 : 0).toLowerCase(Locale.ROOT);
      boolean fits;
      switch (criterion) {
        case "all" -> fits = true;
        case "canonical" -> fits = finalPass;
        case "final" -> {
          wantsFinalPass = true;
          fits = finalPass;
        }
        default -> {
          i++;
          if (i == words.size()) {
            throw SshOptions.invalid(at, "The criterion \"" + criterion + "\" lacks its value.");
          }
          fits = fits(criterion, words.get(i), at, options, result, negated);
        }
      }
      result &= fits != negated;
    }
    return result;
  }

  private boolean fits(
      String criterion,
      String value,
      Position at,
      SshOptions options,
      boolean soFar,
      boolean negated) {
    return switch (criterion) {
      case "host" -> Patterns.matchesHostList(tokens.hostName(options), value);
      case "originalhost" -> Patterns.matchesHostList(host, value);
      case "user" -> Patterns.matchesList(tokens.user(options), value);
      case "localuser" -> Patterns.matchesList(tokens.localUser(), value);
      // Not run where the line does not count anyway; the answer is then without meaning.
      case "exec" -> soFar ? runs(tokens.expand(value, options), at) : negated;
      // Newer criteria that need facts we do not have: such a line does not count.
      case "tagged", "command", "localnetwork", "sessiontype", "version" -> negated;
      default -> throw SshOptions.invalid(at, "Match knows no criterion \"" + criterion + "\".");
    };
  }

  private static boolean runs(String command, Position at) {
    try {
      Process process =
          new ProcessBuilder("/bin/sh", "-c", command)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(EXEC_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw SshOptions.invalid(
            at, "The command of Match exec did not end within " + EXEC_SECONDS + " s.");
      }
      return process.exitValue() == 0;
    } catch (IOException e) {
      throw SshOptions.invalid(
          at, "The command of Match exec can't be run: " + e.getMessage() + ".");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Words separated by blanks or one equals sign; double quotes hold a value together. */
  private static List<String> matchWords(String rest, Position at) {
    List<String> words = new ArrayList<>();
    int i = 0;
    while (i < rest.length()) {
      char c = rest.charAt(i);
      if (c == ' ' || c == '\t' || c == '=') {
        i++;
      } else if (c == '#') {
        break;
      } else if (c == '"') {
        int end = rest.indexOf('"', i + 1);
        if (end < 0) {
          throw SshOptions.invalid(at, "A quote is not closed.");
        }
        words.add(rest.substring(i + 1, end));
        i = end + 1;
      } else {
        int start = i;
        while (i < rest.length() && " \t=\"".indexOf(rest.charAt(i)) < 0) {
          i++;
        }
        words.add(rest.substring(start, i));
      }
    }
    return words;
  }
}
