package dev.provision.connect;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Become;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Whom a shell acts as, and how it got there. Equal for equal ways: the password is no part of
 * that.
 *
 * @param become empty for the account that logged in
 */
record Account(Optional<Become> become) {

  static final Account LOGIN = new Account(Optional.empty());

  static final String ROOT = "root";

  /** What may stand in a command line unquoted; wide enough for names from directories. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@-]*\\$?");

  static Account of(Optional<Become> become) {
    become.ifPresent(Account::check);
    return become.isEmpty() ? LOGIN : new Account(become);
  }

  private static final Set<String> SUDO_ANYWAY = Set.of("-H", "-S", "-n");

  private static void check(Become become) {
    if (!NAME.matcher(become.user()).matches()) {
      throw new ProvisionException(
          ErrorCode.BECOME_FAILED,
          "\"" + become.user() + "\" can't be the name of an account to become.");
    }
  }

  /** The account's name; empty for the one that logged in. */
  String user() {
    return become.map(Become::user).orElse("");
  }

  boolean isRoot() {
    return user().equals(ROOT);
  }

  /**
   * Whether any way to that account will do, so that a shell of root can go there without asking.
   */
  boolean isPlain() {
    return become.map(b -> flags(b).isEmpty() && program(b).equals(name(b))).orElse(true);
  }

  static String program(Become become) {
    return become.executable().isEmpty() ? name(become) : become.executable();
  }

  private static String name(Become become) {
    return become.method().name().toLowerCase(Locale.ROOT);
  }

  /**
   * What the user asks for beside what is done anyway: how sudo asks for the password is decided
   * here.
   */
  static String flags(Become become) {
    if (become.method() != Become.Method.SUDO) {
      return become.flags().trim();
    }
    return Arrays.stream(become.flags().trim().split("\\s+"))
        .filter(word -> !SUDO_ANYWAY.contains(word))
        .collect(Collectors.joining(" "));
  }

  private String key() {
    return become
        .map(b -> b.method() + "\0" + b.user() + "\0" + program(b) + "\0" + flags(b))
        .orElse("");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Account that && key().equals(that.key());
  }

  @Override
  public int hashCode() {
    return key().hashCode();
  }

  @Override
  public String toString() {
    return user().isEmpty() ? "login" : user();
  }
}
