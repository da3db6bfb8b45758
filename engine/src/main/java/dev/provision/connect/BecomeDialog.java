package dev.provision.connect;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Become;
import dev.provision.value.Secret;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Talks with sudo, su or doas until the shell behind it is ready. Answers one question only, and
 * only where it is sure who asks: a wrong password given again and again locks accounts.
 */
final class BecomeDialog {

  /** The program wants a terminal: to be tried again with one. */
  static final class TerminalWantedException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private static final int SHOWN = 400;

  private static final Pattern ASKS = Pattern.compile("(?i)password[^\\n]{0,80}:\\s*\\z");
  private static final Pattern WANTS_TERMINAL =
      Pattern.compile(
          "(?i)must have a tty|a tty is required|no tty present|from a terminal|a terminal is"
              + " required|must be a tty|not a tty");
  private static final Pattern NOT_ALLOWED =
      Pattern.compile("(?i)not in the sudoers|not allowed|may not run|not permitted");
  private static final Pattern PASSWORD_WANTED =
      Pattern.compile("(?i)password is required|authentication required");
  private static final Pattern WRONG =
      Pattern.compile(
          "(?i)incorrect password|authentication fail|authorization failed|sorry, try again");

  private final String host;
  private final BecomeCommand command;
  private final Outputs outputs;
  private final Outputs.Side asking;
  private int waits;
  private boolean answered;
  private int seen;

  BecomeDialog(String host, BecomeCommand command, Outputs outputs) {
    this.host = host;
    this.command = command;
    this.outputs = outputs;
    this.asking = command.terminal() ? Outputs.Side.OUT : Outputs.Side.ERR;
  }

  private enum Event {
    READY,
    QUESTION
  }

  /** Goes on until the new account's shell reads; returns how often the host was waited for. */
  int awaitReady(ShellChannel channel, Duration limit)
      throws LineLostException, TerminalWantedException {
    outputs.expect(command.ready());
    Deadline deadline = Deadline.in(limit);
    while (next(deadline) == Event.QUESTION) {
      answer(channel);
    }
    return waits;
  }

  private Event next(Deadline deadline) throws LineLostException, TerminalWantedException {
    waits++;
    try {
      return outputs.await(this::event, deadline);
    } catch (LineLostException e) {
      if (isSilent()) {
        throw e;
      }
      throw failure(e);
    }
  }

  private Optional<Event> event() {
    if (outputs.poll(Outputs.Side.OUT).isPresent()) {
      return Optional.of(Event.READY);
    }
    return isAsked(outputs.rest(asking)) ? Optional.of(Event.QUESTION) : Optional.empty();
  }

  /** Only what came since the last answer counts; sudo says whose question it is. */
  private boolean isAsked(String text) {
    String fresh = text.substring(Math.min(seen, text.length()));
    return command.become().method() == Become.Method.SUDO
        ? fresh.contains(command.prompt())
        : ASKS.matcher(fresh).find();
  }

  private void answer(ShellChannel channel) throws LineLostException {
    if (answered) {
      throw wrong();
    }
    Secret password = command.become().password().orElseThrow(this::missing);
    answered = true;
    seen = outputs.rest(asking).length();
    byte[] line = Batch.joined(List.of(password.reveal(), new byte[] {'\n'}));
    try {
      channel.stdin().write(line);
      channel.stdin().flush();
    } catch (IOException e) {
      throw new LineLostException("the line was lost while the account was being changed", e);
    }
  }

  /** What to make of the end of a program that should have become a shell. */
  ProvisionException failure(LineLostException e) throws TerminalWantedException {
    String said = said();
    if (!command.terminal() && WANTS_TERMINAL.matcher(said).find()) {
      throw new TerminalWantedException();
    }
    if (NOT_ALLOWED.matcher(said).find()) {
      return failed("it is not allowed", said);
    }
    if (answered && WRONG.matcher(said).find()) {
      return wrong();
    }
    if (!answered && PASSWORD_WANTED.matcher(said).find()) {
      return missing();
    }
    return failed(String.valueOf(e.getMessage()), said);
  }

  /** Whether nothing at all came: then it may be the login shell that is to blame. */
  boolean isSilent() {
    return said().isBlank();
  }

  private String said() {
    String text = outputs.rest(Outputs.Side.ERR) + "\n" + outputs.rest(Outputs.Side.OUT);
    return text.replace(command.prompt(), "").replace(command.ready(), "");
  }

  private String who() {
    return host + ": " + Account.program(command.become()) + " to " + command.become().user();
  }

  private ProvisionException failed(String why, String said) {
    String words = Quote.firstOf(said, SHOWN);
    return new ProvisionException(
        ErrorCode.BECOME_FAILED,
        who() + " failed: " + why + "." + (words.isEmpty() ? "" : " It said: " + words));
  }

  private ProvisionException missing() {
    return new ProvisionException(
        ErrorCode.BECOME_PASSWORD_MISSING,
        who()
            + " asks for a password, and none was given. Set ansible_become_password, or run with"
            + " --ask-become-pass.");
  }

  private ProvisionException wrong() {
    return new ProvisionException(
        ErrorCode.BECOME_PASSWORD_WRONG,
        who() + " did not take the password. It was tried once and is not tried again.");
  }
}
