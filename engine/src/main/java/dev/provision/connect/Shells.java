package dev.provision.connect;

import dev.provision.connect.Session.Traffic;
import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.HostInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The line to one host and the shells on it, one for each account; opened on first use, and again
 * after a loss.
 */
final class Shells {

  private static final Logger LOG = LoggerFactory.getLogger(Shells.class);

  /** Failures to reach a host that may pass by themselves, as while it boots. */
  private static final Set<ErrorCode> PASSING =
      Set.of(
          ErrorCode.CONNECTION_REFUSED,
          ErrorCode.CONNECTION_TIMED_OUT,
          ErrorCode.CONNECTION_LOST,
          ErrorCode.CONNECTION_PENALTY,
          ErrorCode.HOST_NOT_RESOLVED);

  /** What must not be tried again: each try may count against the account. */
  private static final Set<ErrorCode> FINAL =
      Set.of(
          ErrorCode.BECOME_FAILED,
          ErrorCode.BECOME_PASSWORD_WRONG,
          ErrorCode.BECOME_PASSWORD_MISSING);

  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  private final String host;
  private final Line.Dialer dialer;
  private final ConnectOptions options;
  private final ShellOpener opener;

  private final Map<Account, Shell> open = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<Account, HostInfo> infos = new ConcurrentHashMap<>();
  private final Map<Account, ProvisionException> refused = new HashMap<>();
  private @Nullable Account firstAccount;
  private @Nullable Line line;
  private Traffic traffic = new Traffic(0, 0, 0, 0);
  private boolean connected;
  private boolean closed;

  Shells(String host, Line.Dialer dialer, ConnectOptions options) {
    this.host = host;
    this.dialer = dialer;
    this.options = options;
    this.opener = new ShellOpener(host, options);
  }

  /**
   * The account whose shell serves {@code wanted}: its own, or one of root where there is one or
   * {@code others} will need one anyhow.
   */
  Account serving(Account wanted, Collection<Account> others) {
    if (wanted.equals(Account.LOGIN) || !wanted.isPlain()) {
      return wanted;
    }
    if (isLoginRoot()) {
      return Account.LOGIN;
    }
    if (wanted.isRoot()) {
      return wanted;
    }
    return root(openAccounts()).or(() -> root(others)).orElse(wanted);
  }

  private static Optional<Account> root(Collection<Account> accounts) {
    return accounts.stream().filter(Account::isRoot).findFirst();
  }

  private synchronized List<Account> openAccounts() {
    return new ArrayList<>(open.keySet());
  }

  synchronized List<String> folders() {
    return open.values().stream().map(shell -> shell.hello().folder()).toList();
  }

  private boolean isLoginRoot() {
    HostInfo login = infos.get(Account.LOGIN);
    return login != null ? login.isRoot() : line().user().equals(Account.ROOT);
  }

  /** The shell of an account. */
  Shell of(Account account) {
    Shell shell = existing(account);
    return shell != null ? shell : opened(account, FolderName.next());
  }

  private synchronized @Nullable Shell existing(Account account) {
    return open.get(account);
  }

  /** What a shell of that account has said of the host. */
  HostInfo info(Account account) {
    HostInfo known = infos.get(account);
    return known != null ? known : of(account).hello().info();
  }

  private Shell opened(Account account, String folder) {
    ProvisionException before = refused.get(account);
    if (before != null) {
      throw before;
    }
    try {
      Shell shell = openWithRoom(account, folder);
      register(shell);
      return shell;
    } catch (ProvisionException e) {
      if (FINAL.contains(e.code())) {
        refused.put(account, e);
      }
      throw e;
    }
  }

  /** A server that takes no more channels gets one back: the one that was least used of late. */
  private Shell openWithRoom(Account account, String folder) {
    while (true) {
      try {
        return opener.open(line(), account, folder);
      } catch (ProvisionException e) {
        Shell least = leastUsed();
        if (e.code() != ErrorCode.CHANNEL_REFUSED || least == null) {
          throw e;
        }
        LOG.debug("{}: closing the shell of {} to make room", host, least.account());
        release(least);
      }
    }
  }

  private synchronized @Nullable Shell leastUsed() {
    return open.values().stream().findFirst().orElse(null);
  }

  private synchronized void register(Shell shell) {
    if (closed) {
      shell.close();
      throw closedAlready();
    }
    open.put(shell.account(), shell);
    if (firstAccount == null) {
      firstAccount = shell.account();
    }
    infos.put(shell.account(), shell.hello().info());
    int logins = line == null ? 0 : line.roundTrips();
    traffic =
        traffic.plus(
            connected
                ? new Traffic(0, shell.waits(), 0, 0)
                : new Traffic(logins + shell.waits(), 0, 0, 0));
    connected = true;
  }

  private ProvisionException closedAlready() {
    return new ProvisionException(ErrorCode.CONNECTION_LOST, host + ": the session was closed.");
  }

  private Line line() {
    Line current = current();
    if (current != null) {
      return current;
    }
    Line dialed = dialer.dial();
    synchronized (this) {
      if (closed) {
        dialed.close();
        throw closedAlready();
      }
      if (connected) {
        traffic = traffic.plus(new Traffic(0, dialed.roundTrips(), 0, 0));
      }
      line = dialed;
      return dialed;
    }
  }

  private synchronized @Nullable Line current() {
    if (closed) {
      throw closedAlready();
    }
    return line;
  }

  /** A second shell beside {@code shell}, with the same folder, to interfere with what it does. */
  Shell beside(Shell shell) {
    Line current = current();
    if (current == null) {
      throw new ProvisionException(ErrorCode.CONNECTION_LOST, host + ": there is no line.");
    }
    return opener.open(current, shell.account(), shell.folder());
  }

  /**
   * A shell in place of one whose line was lost, with the same folder. Tries for a while.
   *
   * @throws ProvisionException where the host can't be reached again
   */
  Shell inPlaceOf(Shell lost) {
    forget(lost);
    Deadline deadline = Deadline.in(options.reconnectFor());
    for (long pause = 250; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
      try {
        return opened(lost.account(), lost.folder());
      } catch (ProvisionException e) {
        hangUp();
        if (!PASSING.contains(e.code()) || deadline.remainingMillis() < pause) {
          throw e;
        }
        LOG.debug("{}: trying again in {} ms: {}", host, pause, e.getMessage());
        pause(pause);
      }
    }
  }

  private synchronized void pause(long millis) {
    Deadline deadline = Deadline.in(Duration.ofMillis(millis));
    try {
      while (!closed && !deadline.isOver()) {
        wait(Math.max(1, deadline.remainingMillis()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProvisionException(
          ErrorCode.INTERRUPTED, host + ": interrupted while connecting again.");
    }
    if (closed) {
      throw closedAlready();
    }
  }

  private void forget(Shell lost) {
    lost.close();
    Line current = current();
    if (current != null && !current.isAlive()) {
      hangUp();
    }
    synchronized (this) {
      open.remove(lost.account(), lost);
    }
  }

  /** Drops the line and all shells on it. */
  private void hangUp() {
    Line old;
    synchronized (this) {
      open.values().forEach(Shell::close);
      open.clear();
      old = line;
      line = null;
    }
    if (old != null) {
      old.close();
    }
  }

  /** Ends one shell in good order. */
  void release(Shell shell) {
    synchronized (this) {
      open.remove(shell.account(), shell);
    }
    shell.sayBye();
    shell.leave();
  }

  /** Ends all shells in good order, and the line. They can be opened again. */
  void releaseAll() {
    List<Shell> shells;
    Line old;
    synchronized (this) {
      shells = List.copyOf(open.values());
      open.clear();
      infos.clear();
      old = line;
      line = null;
    }
    if (old != null && old.isAlive()) {
      shells.forEach(Shell::sayBye);
      shells.forEach(Shell::leave);
    }
    shells.forEach(Shell::close);
    if (old != null) {
      old.close();
    }
  }

  /** Ends all and opens the line again, with the shell that was opened first. */
  void reconnect() {
    Account first;
    synchronized (this) {
      first = firstAccount;
    }
    releaseAll();
    of(first == null ? Account.LOGIN : first);
  }

  synchronized void count(Traffic more) {
    traffic = traffic.plus(more);
  }

  synchronized Traffic traffic() {
    return traffic;
  }

  /** Ends all for good. */
  void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    releaseAll();
  }
}
