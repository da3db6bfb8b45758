package dev.provision.connect;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Become;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The way from a line to a proven shell: start, become, hello. */
final class ShellOpener {

  private static final int SHOWN = 400;

  private final String host;
  private final ConnectOptions options;

  /** Accounts that can be reached only with a terminal; guarded by itself. */
  private final Set<Account> terminals = new HashSet<>();

  ShellOpener(String host, ConnectOptions options) {
    this.host = host;
    this.options = options;
  }

  /**
   * Opens a shell.
   *
   * @param folder the name of its folder on the host: a new one, or one to take over
   * @throws ProvisionException coded: become failed, shell unusable, line lost
   */
  Shell open(Line line, Account account, String folder) {
    if (wantsTerminal(account)) {
      return open(line, account, folder, true);
    }
    try {
      return attempt(line, account, folder, false);
    } catch (BecomeDialog.TerminalWantedException e) {
      synchronized (terminals) {
        terminals.add(account);
      }
      return open(line, account, folder, true);
    }
  }

  /** doas asks nowhere else, and counts a try without a terminal as a wrong password. */
  private boolean wantsTerminal(Account account) {
    if (account.become().filter(BecomeCommand::asksOnTerminal).isPresent()) {
      return true;
    }
    synchronized (terminals) {
      return terminals.contains(account);
    }
  }

  private Shell open(Line line, Account account, String folder, boolean terminal) {
    try {
      return attempt(line, account, folder, terminal);
    } catch (BecomeDialog.TerminalWantedException e) {
      throw new IllegalStateException("a terminal was given", e);
    }
  }

  private Shell attempt(Line line, Account account, String folder, boolean terminal)
      throws BecomeDialog.TerminalWantedException {
    ShellChannel channel = line.open("exec " + Prelude.loader(options), terminal);
    Outputs outputs = new Outputs(channel, Batch.QUERY_LIMIT, host);
    Attempt attempt = new Attempt(line, channel, outputs, account, folder, terminal);
    boolean opened = false;
    try {
      Shell shell = attempt.open();
      opened = true;
      return shell;
    } finally {
      if (!opened) {
        channel.close();
      }
    }
  }

  /** One try on one channel. */
  private final class Attempt {
    private final Line line;
    private final ShellChannel channel;
    private final Outputs outputs;
    private final Account account;
    private final String folder;
    private final boolean terminal;
    private int waits;

    private Attempt(
        Line line,
        ShellChannel channel,
        Outputs outputs,
        Account account,
        String folder,
        boolean terminal) {
      this.line = line;
      this.channel = channel;
      this.outputs = outputs;
      this.account = account;
      this.folder = folder;
      this.terminal = terminal;
    }

    private Shell open() throws BecomeDialog.TerminalWantedException {
      try {
        return account.become().isEmpty() ? hello(new byte[0]) : become(account.become().get());
      } catch (LineLostException e) {
        throw unusable(e);
      }
    }

    private Shell become(Become become)
        throws LineLostException, BecomeDialog.TerminalWantedException {
      BecomeCommand command = new BecomeCommand(become, Nonce.next(), Nonce.next() + ":", terminal);
      BecomeDialog dialog = new BecomeDialog(host, command, outputs);
      byte[] start = command.line(options).getBytes(StandardCharsets.UTF_8);
      if (BecomeCommand.mayAsk(become)) {
        send(start);
        waits = dialog.awaitReady(channel, options.helloTimeout());
        start = new byte[0];
      }
      try {
        return hello(start);
      } catch (LineLostException e) {
        if (!line.isAlive() || dialog.isSilent()) {
          throw e;
        }
        throw dialog.failure(e);
      }
    }

    /** Sends the hello behind {@code before}, and nothing more until it is answered. */
    private Shell hello(byte[] before) throws LineLostException {
      String nonce = Nonce.next();
      outputs.expect(nonce);
      send(
          Batch.joined(
              List.of(before, Prelude.hello(options, folder, nonce, account.user(), terminal))));
      waits++;
      Deadline deadline = Deadline.in(options.helloTimeout());
      long userId = proven(outputs.await(() -> outputs.poll(Outputs.Side.OUT), deadline).words());
      Splitter.Part facts = outputs.await(() -> outputs.poll(Outputs.Side.OUT), deadline);
      Outputs.Side second = terminal ? Outputs.Side.OUT : Outputs.Side.ERR;
      outputs.await(() -> outputs.poll(second), deadline);
      String text = new String(facts.data(), StandardCharsets.UTF_8);
      if (text.indexOf('\r') >= 0) {
        throw failed("the terminal changes what goes through it", "");
      }
      Hello hello = Hello.parse(userId, text.lines().toList());
      return new Shell(channel, outputs, account, folder, hello, terminal, waits);
    }

    private void send(byte[] bytes) {
      Workers.run(
          () -> {
            try {
              channel.stdin().write(bytes);
              channel.stdin().flush();
            } catch (IOException e) {
              outputs.failed(e);
            }
          });
    }

    /** The account that answers has to be the one that was wanted. */
    private long proven(String[] words) throws LineLostException {
      try {
        long userId = Long.parseLong(words[1]);
        if (account.become().isPresent() && Long.parseLong(words[2]) != userId) {
          throw failed("it left us with the account number " + userId, "");
        }
        return userId;
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        if (account.become().isPresent()) {
          throw failed("nobody knows that account", "");
        }
        throw new LineLostException("the shell did not say which account it acts as");
      }
    }

    private ProvisionException failed(String why, String said) {
      return new ProvisionException(
          ErrorCode.BECOME_FAILED,
          host + ": becoming " + account.user() + " failed: " + why + "." + said);
    }

    private ProvisionException unusable(LineLostException e) {
      if (!line.isAlive()) {
        return new ProvisionException(
            ErrorCode.CONNECTION_LOST,
            host + ": the connection was lost before the shell answered: " + e.getMessage());
      }
      String said =
          Quote.firstOf(
              outputs.rest(Outputs.Side.OUT) + "\n" + outputs.rest(Outputs.Side.ERR), SHOWN);
      Optional<String> ending = channel.ending(Duration.ofMillis(200));
      return new ProvisionException(
          ErrorCode.SHELL_UNUSABLE,
          host
              + ": the login shell gave no answer: "
              + e.getMessage()
              + ending.map(how -> ", " + how).orElse("")
              + "."
              + (said.isEmpty() ? "" : " It said: " + said)
              + " It has to run \"exec "
              + options.shell()
              + "\" and leave standard input alone.");
    }
  }
}
