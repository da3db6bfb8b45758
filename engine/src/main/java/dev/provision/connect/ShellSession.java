package dev.provision.connect;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.Context;
import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import dev.provision.host.HostInfo;
import dev.provision.value.Text;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A session over one line and a shell for each account that needs one. */
final class ShellSession implements Session {

  private static final Logger LOG = LoggerFactory.getLogger(ShellSession.class);

  private final ConnectionSpec spec;
  private final ConnectOptions options;
  private final Shells shells;
  private final Map<Account, HostInfo> nested = new HashMap<>();
  private int batches;
  private volatile @Nullable Exchange current;

  ShellSession(ConnectionSpec spec, Line.Dialer dialer, ConnectOptions options) {
    this.spec = spec;
    this.options = options;
    this.shells = new Shells(spec.name(), dialer, options);
  }

  @Override
  public HostInfo info(Context context) {
    Account wanted = Account.of(context.become());
    Account serving = shells.serving(wanted, Set.of());
    HostInfo info = shells.info(serving);
    if (serving.equals(wanted) || wanted.isRoot()) {
      return info;
    }
    HostInfo known = nested.get(wanted);
    if (known == null) {
      known = asked(wanted, info, context);
      nested.put(wanted, known);
    }
    return known;
  }

  /** An account that is reached from root's shell: the host is the same, who acts is not. */
  private HostInfo asked(Account account, HostInfo host, Context context) {
    Context plain = new Context(context.become(), Map.of(), Optional.empty());
    FrameResult answer =
        exchange(List.of(Frame.query(Text.plain("id -u;echo \"$HOME\""), plain))).get(0);
    List<String> lines = answer.out().lines().toList();
    try {
      return host.as(Long.parseLong(lines.get(0)), account.user(), lines.get(1));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new ProvisionException(
          ErrorCode.BECOME_FAILED,
          spec.name()
              + ": becoming "
              + account.user()
              + " from root failed. The host said: "
              + Quote.firstOf(answer.err(), 400));
    }
  }

  @Override
  public List<FrameResult> exchange(List<Frame> frames) {
    if (frames.isEmpty()) {
      return List.of();
    }
    Exchange exchange = new Exchange(spec, options, shells, () -> ++batches, this::killIn, frames);
    current = exchange;
    try {
      return exchange.run();
    } finally {
      current = null;
    }
  }

  @Override
  public void reconnect() {
    nested.clear();
    shells.reconnect();
  }

  @Override
  public void interrupt() {
    Exchange exchange = current;
    if (exchange == null) {
      return;
    }
    exchange.interrupt();
    Exchange.Running running = exchange.running();
    if (running != null) {
      tell(running.shell(), "_p_fence " + running.batch());
    }
  }

  @Override
  public void kill() {
    Exchange exchange = current;
    Exchange.Running running = exchange == null ? null : exchange.running();
    if (running != null) {
      killIn(running.shell());
    }
  }

  private void killIn(Shell shell) {
    tell(shell, "_p_kill");
  }

  /** By a second shell, since the first one is busy. */
  private void tell(Shell shell, String line) {
    Workers.run(
        () -> {
          try {
            shells.beside(shell).sayAndGo(line);
          } catch (ProvisionException e) {
            LOG.warn("{}: the running batch can't be reached: {}", spec.name(), e.getMessage());
          }
        });
  }

  /** Where the open shells keep their record on the host. */
  List<String> folders() {
    return shells.folders();
  }

  @Override
  public Traffic traffic() {
    return shells.traffic();
  }

  @Override
  public void close() {
    shells.close();
  }
}
