package dev.provision.connect.ssh;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.schmizz.sshj.common.SSHException;
import net.schmizz.sshj.connection.ConnectionImpl;
import net.schmizz.sshj.transport.TransportException;
import net.schmizz.sshj.transport.TransportImpl;

/** Makes one connection: greeting, key exchange, login. */
final class Opener {

  /** TCP handshake; greetings together with algorithms; keys. */
  private static final int ROUND_TRIPS_BEFORE_LOGIN = 3;

  private final SshTarget target;
  private final SshSecrets secrets;
  private final Optional<SshConnection> outer;
  private final HostKeyCheck hostKey;
  private final Clock clock;

  private Opener(SshTarget target, SshSecrets secrets, Optional<SshConnection> outer, Clock clock) {
    this.target = target;
    this.secrets = secrets;
    this.outer = outer;
    this.clock = clock;
    this.hostKey = new HostKeyCheck(target, clock);
  }

  /** Opens the chain of jumps, then the target through the last of them. */
  static SshConnection open(SshTarget target, SshSecrets secrets, Clock clock) {
    EcAlias.install();
    Optional<SshConnection> outer = Optional.empty();
    try {
      for (SshTarget jump : target.jumps()) {
        outer = Optional.of(new Opener(jump, secrets, outer, clock).open());
      }
      return new Opener(target, secrets, outer, clock).open();
    } catch (ProvisionException e) {
      outer.ifPresent(SshConnection::close);
      throw e;
    }
  }

  private SshConnection open() {
    Wire wire = Dialer.dial(target, outer);
    Watch watch = new Watch(wire);
    Stage stage = new Stage();
    try {
      return open(wire, watch, stage);
    } catch (SSHException e) {
      wire.cut("given up");
      throw translated(e, wire, watch, stage);
    } catch (ProvisionException e) {
      wire.cut("given up");
      RecentRefusals.add(target);
      throw e;
    } finally {
      watch.stop();
    }
  }

  /** How far we got. */
  private static final class Stage {

    private boolean greeted;
    private boolean loggingIn;
    private Authenticator.Attempts attempts = new Authenticator.Attempts();
  }

  private SshConnection open(Wire wire, Watch watch, Stage stage) throws SSHException {
    TransportImpl transport =
        new TransportImpl(Algorithms.config(hostKey.algorithms(), hostKey::show));
    transport.addHostKeyVerifier(hostKey);
    transport.setTimeoutMs((int) Math.max(target.connectTimeout().toMillis(), 30_000));
    watch.stage("greeting", target.connectTimeout());
    transport.init(target.hostName(), target.port(), wire.input(), wire.output());
    stage.greeted = true;
    ConnectionImpl connection =
        new ConnectionImpl(transport, transport.getConfig().getKeepAliveProvider());
    // Our channels wait by themselves; sshj's limit would end a command that reads its input
    // slowly.
    connection.setTimeoutMs(0);
    watch.stage("key exchange", target.connectTimeout());
    transport.doKex();
    stage.loggingIn = true;
    return logIn(wire, watch, stage, transport, connection);
  }

  private SshConnection logIn(
      Wire wire, Watch watch, Stage stage, TransportImpl transport, ConnectionImpl connection)
      throws SSHException {
    watch.stop();
    Login login = new Login(transport, connection, wire.output());
    Identities identities = Identities.collect(target.login(), secrets, clock);
    Authenticator authenticator =
        new Authenticator(
            target,
            secrets,
            identities,
            transport,
            login,
            watch,
            () -> new CommandChannel(connection));
    stage.attempts = authenticator.attempts();
    CommandChannel first = authenticator.run();
    RecentRefusals.forget(target);
    int roundTrips =
        outer.map(SshConnection::roundTrips).orElse(0)
            + ROUND_TRIPS_BEFORE_LOGIN
            + authenticator.roundTrips();
    return new LiveConnection(
        target, outer, wire, transport, connection, first, roundTrips, warnings(identities));
  }

  private List<Problem> warnings(Identities identities) {
    List<Problem> warnings = new ArrayList<>(outer.map(SshConnection::warnings).orElse(List.of()));
    warnings.addAll(hostKey.warnings());
    for (Identities.Unusable unusable : identities.unusable()) {
      ErrorCode code =
          unusable.why().kind() == IdentityException.Kind.AGENT
              ? ErrorCode.AGENT_REFUSED
              : ErrorCode.PRIVATE_KEY_UNREADABLE;
      warnings.add(
          Problem.warning(
              code,
              Position.NONE,
              unusable.what() + " was not used: " + unusable.why().getMessage() + "."));
    }
    return warnings;
  }

  private ProvisionException translated(SSHException e, Wire wire, Watch watch, Stage stage) {
    Optional<ProvisionException> refusal = hostKey.refusal();
    if (refusal.isPresent()) {
      return refusal.get();
    }
    String expired = watch.expired();
    if (expired != null) {
      return Failures.timedOut(target, expired, target.connectTimeout(), e);
    }
    String complaints = wire.complaints();
    if (!complaints.isBlank() && !stage.loggingIn) {
      return Failures.proxyFailed(target, "its ProxyCommand says: " + complaints, e);
    }
    Optional<ProvisionException> algorithms = Failures.noCommonAlgorithm(target, rootMessage(e), e);
    if (algorithms.isPresent()) {
      return algorithms.get();
    }
    if (!stage.greeted) {
      return Failures.noGreeting(target, wire.greeting(), RecentRefusals.has(target), e);
    }
    if (!stage.loggingIn) {
      return Failures.closed(target, "during the key exchange", e);
    }
    RecentRefusals.add(target);
    boolean tooMany = rootMessage(e).contains("Too many authentication failures");
    return tooMany || stage.attempts.count() >= 2 && e instanceof TransportException
        ? Failures.tooManyTries(target, stage.attempts, e)
        : Failures.closed(target, "during the login", e);
  }

  /** sshj wraps the cause with an empty or repeated message. */
  private static String rootMessage(Throwable e) {
    StringBuilder all = new StringBuilder();
    for (Throwable t = e; t != null; t = t.getCause()) {
      all.append(t.getMessage()).append('\n');
    }
    return all.toString();
  }
}
