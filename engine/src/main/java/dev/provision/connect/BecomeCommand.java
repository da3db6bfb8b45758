package dev.provision.connect;

import dev.provision.host.Become;
import dev.provision.host.Sh;

/**
 * The command line that turns a loader into the shell of another account. It is sent over standard
 * input, so no login shell but ours ever reads it; it holds no secret.
 *
 * @param become what the user asked for
 * @param ready printed by the new account before it reads anything
 * @param prompt what sudo asks with
 * @param terminal whether the command has a terminal
 */
record BecomeCommand(Become become, String ready, String prompt, boolean terminal) {

  /**
   * Whether the program may read from standard input before the shell does: then nothing may be
   * sent ahead. That is so unless it was told not to ask.
   */
  static boolean mayAsk(Become become) {
    return become.password().isPresent() || become.method() == Become.Method.SU;
  }

  static boolean asksOnTerminal(Become become) {
    return become.method() == Become.Method.DOAS && become.password().isPresent();
  }

  String line(ConnectOptions options) {
    String raw = terminal ? "stty raw -echo;" : "";
    return raw + command(options) + "\n";
  }

  private String command(ConnectOptions options) {
    return switch (become.method()) {
      case SUDO -> sudo(options);
      case DOAS -> doas(options);
      case SU -> su(options);
    };
  }

  private String sudo(ConnectOptions options) {
    return "exec " + program() + " -H " + sudoAsks() + flags() + asUser() + loader(options);
  }

  private String doas(ConnectOptions options) {
    String asks = become.password().isPresent() ? "" : " -n";
    return "exec " + program() + asks + flags() + asUser() + loader(options);
  }

  /**
   * It asks in the account's language unless told otherwise; the shell that comes takes its own
   * locale back.
   */
  private String su(ConnectOptions options) {
    return "_p_locale=${LC_ALL-} LC_ALL=C;export _p_locale LC_ALL;exec "
        + program()
        + flags()
        + " "
        + Sh.quote(become.user())
        + " -c "
        + Sh.quote("exec " + loader(options));
  }

  /** In a terminal sudo asks there by itself. */
  private String sudoAsks() {
    if (become.password().isEmpty()) {
      return "-n";
    }
    return (terminal ? "-p " : "-S -p ") + prompt;
  }

  private String loader(ConnectOptions options) {
    String announce = mayAsk(become) ? "echo " + ready + ";" : "";
    return options.shell() + " -c " + Sh.quote(announce + Prelude.LOOP);
  }

  private String program() {
    return Sh.quote(Account.program(become));
  }

  private String flags() {
    String flags = Account.flags(become);
    return flags.isEmpty() ? "" : " " + flags;
  }

  private String asUser() {
    return " -u " + Sh.quote(become.user()) + " ";
  }
}
