package dev.provision.connect.ssh;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalInt;
import net.schmizz.sshj.common.Buffer;
import net.schmizz.sshj.common.SSHPacket;
import net.schmizz.sshj.connection.Connection;
import net.schmizz.sshj.transport.TransportException;

/** A session channel: opened ahead of need, then given its one command. */
final class CommandChannel extends StreamChannel implements ExecChannel {

  /** Requests that the server has yet to answer; answers come in order. */
  private final Deque<String> unanswered = new ArrayDeque<>();

  private volatile OptionalInt status = OptionalInt.empty();
  private volatile Optional<String> signal = Optional.empty();

  CommandChannel(Connection connection) {
    super(connection, "session");
  }

  /** Sends the request for a terminal and the command; does not wait for answers. */
  void start(String command, Optional<PtyRequest> pty) throws TransportException {
    if (pty.isPresent()) {
      ask("pty-req", TerminalModes.putRequest(channelRequest("pty-req", true), pty.get()));
    }
    ask("exec", channelRequest("exec", true).putString(command));
  }

  private void ask(String what, SSHPacket packet) throws TransportException {
    synchronized (unanswered) {
      unanswered.add(what);
    }
    send(packet);
  }

  @Override
  void answered(boolean success) {
    String what;
    synchronized (unanswered) {
      what = unanswered.poll();
    }
    if (!success) {
      String thing = "pty-req".equals(what) ? "a terminal" : "to run a command";
      fail(new IOException("the server refused " + thing));
      close();
    }
  }

  @Override
  boolean request(String type, SSHPacket packet) throws Buffer.BufferException {
    if (type.equals("exit-status")) {
      status = OptionalInt.of(packet.readUInt32AsInt());
      return true;
    }
    if (type.equals("exit-signal")) {
      signal = Optional.of(packet.readString());
      return true;
    }
    return super.request(type, packet);
  }

  @Override
  public OutputStream stdin() {
    return stdin;
  }

  @Override
  public InputStream stdout() {
    return stdout;
  }

  @Override
  public InputStream stderr() {
    return stderr;
  }

  @Override
  public Optional<ExitOutcome> awaitExit(Duration limit) {
    try {
      return awaitEnd(limit) ? Optional.of(new ExitOutcome(status, signal)) : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProvisionException(
          ErrorCode.INTERRUPTED, "Interrupted while waiting for the end of a remote command.");
    } catch (IOException e) {
      throw Failures.lost("while a command was running", e);
    }
  }

  @Override
  public void signal(String name) {
    try {
      send(channelRequest("signal", false).putString(name));
    } catch (TransportException e) {
      fail(e);
    }
  }

  @Override
  public boolean isOpen() {
    return super.isOpen() && !isEnded();
  }
}
