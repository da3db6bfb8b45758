package dev.provision.connect.ssh;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.schmizz.sshj.common.SSHException;
import net.schmizz.sshj.connection.ConnectionImpl;
import net.schmizz.sshj.transport.TransportException;
import net.schmizz.sshj.transport.TransportImpl;

/** Makes one connection: greeting, key exchange, login. */
final class Opener {

  /** TCP handshake; greetings, algorithms and keys at once. */
  private static final int ROUND_TRIPS_EARLY = 2;

  /** TCP handshake; greetings and algorithms; keys. */
  private static final int ROUND_TRIPS_PATIENT = 3;

  /** Never reached: the watch cuts the wire before. */
  private static final int TRANSPORT_LIMIT_MILLIS = 600_000;

  private static final Pattern OPENSSH = Pattern.compile("OpenSSH_(\\d{1,3})\\.");

  /** Servers that want to be greeted first. */
  private static final Set<String> PATIENT = ConcurrentHashMap.newKeySet();

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
    if (PATIENT.contains(target.hostName() + ":" + target.port())) {
      return open(Optional.empty());
    }
    try {
      return open(Optional.of(new EarlyKeys()));
    } catch (EarlyKeysRefusedException e) {
      // Either it does not know this method or it minds being told keys before it has said hello.
      PATIENT.add(target.hostName() + ":" + target.port());
      return open(Optional.empty());
    }
  }

  /** The server broke off while our half of the key exchange had come early. */
  private static final class EarlyKeysRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;
  }

  private SshConnection open(Optional<EarlyKeys> early) {
    Wire wire = Dialer.dial(target, outer);
    Watch watch = new Watch(wire);
    Stage stage = new Stage();
    try {
      return open(wire, watch, stage, early);
    } catch (SSHException e) {
      wire.cut("given up");
      if (early.isPresent() && stage.isExchangingKeys() && hostKey.refusal().isEmpty()) {
        throw new EarlyKeysRefusedException();
      }
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
    private int roundTrips;
    private Authenticator.Attempts attempts = new Authenticator.Attempts();

    boolean isExchangingKeys() {
      return greeted && !loggingIn;
    }
  }

  private SshConnection open(Wire wire, Watch watch, Stage stage, Optional<EarlyKeys> early)
      throws SSHException {
    TransportImpl transport =
        new TransportImpl(Algorithms.config(hostKey.algorithms(), early, hostKey::show));
    try {
      transport.addHostKeyVerifier(hostKey);
      transport.setTimeoutMs(TRANSPORT_LIMIT_MILLIS);
      watch.stage("greeting", target.connectTimeout());
      early.ifPresent(keys -> wire.output().withNextPacket(() -> sendEarly(transport, keys)));
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
      stage.roundTrips = early.isPresent() ? ROUND_TRIPS_EARLY : ROUND_TRIPS_PATIENT;
      return logIn(wire, watch, stage, transport, connection);
    } catch (SSHException e) {
      transport.die(e);
      throw e;
    }
  }

  /**
   * Sends the offer of algorithms and our half of the keys. sshj can only send the offer and then
   * wait, so it is told to wait for next to no time; it goes on waiting later.
   */
  private static void sendEarly(TransportImpl transport, EarlyKeys keys) throws TransportException {
    transport.setTimeoutMs(1);
    try {
      transport.doKex();
    } catch (TransportException e) {
      if (!(e.getCause() instanceof TimeoutException)) {
        throw e;
      }
    } finally {
      transport.setTimeoutMs(TRANSPORT_LIMIT_MILLIS);
    }
    transport.write(keys.packet());
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
            + stage.roundTrips
            + authenticator.roundTrips()
            + heldBack(transport.getServerVersion(), authenticator.roundTrips());
    return new LiveConnection(
        target, outer, wire, transport, connection, first, roundTrips, warnings(identities));
  }

  /**
   * Round trips that a server adds because its kernel holds small packets back (Nagle's algorithm):
   * OpenSSH before 10 has each answer to a login held. Measured with 9.2, 10.0 and 10.6.
   */
  static int heldBack(String serverVersion, int loginAnswers) {
    Matcher matcher = OPENSSH.matcher(serverVersion);
    boolean holds = matcher.lookingAt() && Integer.parseInt(matcher.group(1)) < 10;
    return holds ? loginAnswers : 0;
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
