package dev.provision.connect.ssh;

import dev.provision.diag.ProvisionException;
import dev.provision.value.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import net.schmizz.sshj.common.Buffer;
import net.schmizz.sshj.common.Message;
import net.schmizz.sshj.common.SSHException;
import net.schmizz.sshj.common.SSHPacket;
import net.schmizz.sshj.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * Logs in: keys first, then what a person would type. A key at hand signs at once instead of asking
 * whether it would be welcome, and the first channel is asked for in the same flight.
 */
final class Authenticator {

  /** OpenSSH's MaxAuthTries. More would end the connection, and earn the address a penalty. */
  private static final int MAX_TRIES = 6;

  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

  private final SshTarget target;
  private final SshSecrets secrets;
  private final Transport transport;
  private final Login login;
  private final Watch watch;
  private final Supplier<CommandChannel> channels;
  private final Identities identities;
  private final Attempts attempts = new Attempts();

  private @Nullable CommandChannel pending;
  private int roundTrips;

  /**
   * @param channels makes the channel to ask for along with the login
   */
  Authenticator(
      SshTarget target,
      SshSecrets secrets,
      Identities identities,
      Transport transport,
      Login login,
      Watch watch,
      Supplier<CommandChannel> channels) {
    this.target = target;
    this.secrets = secrets;
    this.identities = identities;
    this.transport = transport;
    this.login = login;
    this.watch = watch;
    this.channels = channels;
  }

  int roundTrips() {
    return roundTrips;
  }

  /** What was tried and how it ended, for messages. */
  Attempts attempts() {
    return attempts;
  }

  /**
   * Logs in.
   *
   * @return the channel that was asked for along with it
   * @throws SSHException if the connection breaks
   * @throws ProvisionException if nothing was accepted
   */
  CommandChannel run() throws SSHException {
    for (Identities.Unusable unusable : identities.unusable()) {
      attempts.unusable(unusable);
    }
    Iterator<Identity> keys = identities.all().iterator();
    try {
      while (keys.hasNext() && attempts.allows(LoginSettings.PUBLICKEY)) {
        Identity key = keys.next();
        if (attempts.count() >= keyLimit()) {
          attempts.notTried(key);
        } else if (tryKey(key)) {
          return opened();
        }
      }
    } catch (SSHException e) {
      keys.forEachRemaining(attempts::notTried);
      throw e;
    }
    return typed();
  }

  private int keyLimit() {
    boolean typing = target.login().methods().stream().anyMatch(m -> !m.equals("publickey"));
    return typing ? MAX_TRIES - 1 : MAX_TRIES;
  }

  private CommandChannel typed() throws SSHException {
    if (wants(LoginSettings.PASSWORD) && tryPassword()) {
      return opened();
    }
    if (wants(LoginSettings.KEYBOARD_INTERACTIVE) && tryKeyboard()) {
      return opened();
    }
    // After a partial success another method may be asked for than those tried so far.
    if (attempts.isPartial() && wants(LoginSettings.PASSWORD) && tryPassword()) {
      return opened();
    }
    if (!attempts.knowsMethods()) {
      askForMethods();
    }
    throw Failures.denied(target, attempts);
  }

  private boolean wants(String method) {
    return target.login().methods().contains(method) && attempts.allows(method);
  }

  private CommandChannel opened() {
    CommandChannel channel = pending;
    if (channel == null) {
      throw new IllegalStateException("logged in without a channel");
    }
    return channel;
  }

  // Keys

  private boolean tryKey(Identity key) throws SSHException {
    for (String algorithm : key.algorithms(transport.getServerVersion())) {
      if (!key.isReady() && !isWelcome(key, algorithm)) {
        attempts.refused(LoginSettings.PUBLICKEY, key.shown());
        continue;
      }
      if (trySigned(key, algorithm)) {
        return true;
      }
    }
    return false;
  }

  /** Asks whether the server would take the key: for keys that a person has to open or to touch. */
  private boolean isWelcome(Identity key, String algorithm) throws SSHException {
    SSHPacket packet = keyRequest(false, algorithm, key);
    Login.Reply reply = exchange(packet);
    if (reply.message() == Message.USERAUTH_FAILURE) {
      attempts.failed(reply.body());
      return false;
    }
    return reply.message() == Message.USERAUTH_60;
  }

  private boolean trySigned(Identity key, String algorithm) throws SSHException {
    SSHPacket packet = keyRequest(true, algorithm, key);
    byte[] signed =
        new Buffer.PlainBuffer()
            .putString(transport.getSessionID())
            .putRawBytes(packet.getCompactData())
            .getCompactData();
    try {
      watch.stop();
      packet.putString(key.sign(Identity.signatureFormat(algorithm), signed));
    } catch (IdentityException e) {
      attempts.unusable(new Identities.Unusable(key.shown(), e));
      return false;
    }
    try {
      return isAccepted(LoginSettings.PUBLICKEY, key.shown(), exchange(packet));
    } catch (SSHException e) {
      attempts.refused(LoginSettings.PUBLICKEY, key.shown());
      throw e;
    }
  }

  private SSHPacket keyRequest(boolean signed, String algorithm, Identity key) {
    return request(LoginSettings.PUBLICKEY)
        .putBoolean(signed)
        .putString(algorithm)
        .putString(key.blob());
  }

  // Passwords

  private boolean tryPassword() throws SSHException {
    watch.stop();
    Optional<Secret> password = secrets.password(target.user(), target.name());
    if (password.isEmpty()) {
      attempts.skipped(LoginSettings.PASSWORD, "no password is known");
      return false;
    }
    SSHPacket packet =
        request(LoginSettings.PASSWORD).putBoolean(false).putString(password.get().reveal());
    Login.Reply reply = exchange(packet);
    if (reply.message() == Message.USERAUTH_60) {
      attempts.skipped(LoginSettings.PASSWORD, "it has expired and must be changed first");
      return false;
    }
    return isAccepted(LoginSettings.PASSWORD, "password", reply);
  }

  private boolean tryKeyboard() throws SSHException {
    if (attempts.wasRefused(LoginSettings.PASSWORD)) {
      // The same password would be wrong again, and count twice where failures are counted.
      return false;
    }
    Login.Reply reply =
        exchange(request(LoginSettings.KEYBOARD_INTERACTIVE).putString("").putString(""));
    Set<String> answered = new HashSet<>();
    while (reply.message() == Message.USERAUTH_60) {
      Optional<SSHPacket> answers = answers(reply.body(), answered);
      if (answers.isEmpty()) {
        return false;
      }
      reply = exchange(answers.get());
    }
    return isAccepted(LoginSettings.KEYBOARD_INTERACTIVE, "keyboard-interactive", reply);
  }

  /** Empty if a question has no answer, or is asked again: then the answer was wrong. */
  private Optional<SSHPacket> answers(SSHPacket questions, Set<String> answered)
      throws Buffer.BufferException {
    questions.readString();
    questions.readString();
    questions.readString();
    int count = questions.readUInt32AsInt();
    SSHPacket packet = new SSHPacket(Message.USERAUTH_INFO_RESPONSE).putUInt32(count);
    for (int i = 0; i < count; i++) {
      String prompt = questions.readString();
      boolean echo = questions.readBoolean();
      if (!answered.add(prompt)) {
        attempts.refused(LoginSettings.KEYBOARD_INTERACTIVE, "keyboard-interactive");
        return Optional.empty();
      }
      watch.stop();
      Optional<Secret> answer = secrets.answer(target.user(), target.name(), prompt, echo);
      if (answer.isEmpty()) {
        attempts.skipped(
            LoginSettings.KEYBOARD_INTERACTIVE,
            "no answer is known to \"" + Untrusted.shown(prompt) + "\"");
        return Optional.empty();
      }
      packet.putString(answer.get().reveal());
    }
    return Optional.of(packet);
  }

  // All

  private void askForMethods() throws SSHException {
    Login.Reply reply = exchange(request("none"));
    if (reply.message() == Message.USERAUTH_FAILURE) {
      attempts.methods(reply.body());
    }
  }

  private SSHPacket request(String method) {
    return new SSHPacket(Message.USERAUTH_REQUEST)
        .putString(target.user())
        .putString("ssh-connection")
        .putString(method);
  }

  private boolean isAccepted(String method, String what, Login.Reply reply)
      throws Buffer.BufferException {
    if (reply.message() == Message.USERAUTH_SUCCESS) {
      return true;
    }
    if (reply.message() == Message.USERAUTH_FAILURE && attempts.failed(reply.body())) {
      attempts.partial(method, what);
      return false;
    }
    attempts.refused(method, what);
    return false;
  }

  /** One flight there and back; asks for a channel along with it. */
  private Login.Reply exchange(SSHPacket packet) throws SSHException {
    watch.stage("login", ANSWER_LIMIT.plus(target.connectTimeout()));
    if (pending != null) {
      pending.abandon();
    }
    CommandChannel channel = channels.get();
    pending = channel;
    if (toleratesEarlyChannels()) {
      login.send(packet, channel.openRequest());
    } else {
      login.send(packet);
    }
    roundTrips++;
    Login.Reply reply = login.await();
    if (reply.message() == Message.USERAUTH_SUCCESS && !toleratesEarlyChannels()) {
      channel.requestOpen();
    }
    return reply;
  }

  /** OpenSSH answers a channel asked for too early with "unimplemented"; others may hang up. */
  private boolean toleratesEarlyChannels() {
    return transport.getServerVersion().startsWith("OpenSSH_");
  }

  /** What was tried, for the message in case nothing works. */
  static final class Attempts {

    private final List<String> lines = new ArrayList<>();
    private final List<Identities.Unusable> unusable = new ArrayList<>();
    private final Set<String> refusedMethods = new HashSet<>();
    private final List<String> notTried = new ArrayList<>();
    private List<String> methods = List.of();
    private boolean partial;
    private int count;

    /** Takes a refusal; true if something was accepted and more is wanted. */
    boolean failed(SSHPacket body) throws Buffer.BufferException {
      count++;
      return methods(body);
    }

    boolean methods(SSHPacket body) throws Buffer.BufferException {
      methods = List.of(body.readString().split(","));
      boolean more = body.readBoolean();
      partial |= more;
      return more;
    }

    void refused(String method, String what) {
      if (allows(method)) {
        refusedMethods.add(method);
        lines.add(what + ": refused");
      } else {
        // It was tried before the server had said what it takes, so nobody has looked at it.
        lines.add(what + ": not taken by the server");
      }
    }

    void partial(String method, String what) {
      lines.add(what + ": accepted, but the server wants more");
    }

    void skipped(String method, String why) {
      lines.add(method + ": not tried, " + why);
    }

    void unusable(Identities.Unusable what) {
      unusable.add(what);
      lines.add(what.what() + ": not usable, " + what.why().getMessage());
    }

    void notTried(Identity key) {
      notTried.add(key.shown());
    }

    /** Whether the server takes a method, as far as it has said. */
    boolean allows(String method) {
      return methods.isEmpty() || methods.contains(method);
    }

    boolean knowsMethods() {
      return !methods.isEmpty();
    }

    boolean isPartial() {
      return partial;
    }

    boolean wasRefused(String method) {
      return refusedMethods.contains(method);
    }

    /** How many tries the server refused. */
    int count() {
      return count;
    }

    List<String> lines() {
      return List.copyOf(lines);
    }

    List<Identities.Unusable> unusable() {
      return List.copyOf(unusable);
    }

    List<String> notTried() {
      return List.copyOf(notTried);
    }

    List<String> methods() {
      return methods;
    }
  }
}
