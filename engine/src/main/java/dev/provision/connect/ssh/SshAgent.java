package dev.provision.connect.ssh;

import static dev.provision.connect.ssh.IdentityException.Kind.AGENT;

import com.jcraft.jsch.agentproxy.AgentProxy;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.schmizz.sshj.common.Buffer;

/** The user's agent: lists keys and signs with them. */
final class SshAgent {

  private static final Duration LIST_LIMIT = Duration.ofSeconds(5);

  /** Long, since a person may have to confirm or to touch a token. */
  private static final Duration SIGN_LIMIT = Duration.ofSeconds(60);

  private final Path socket;

  SshAgent(Path socket) {
    this.socket = socket;
  }

  /**
   * A key that the agent holds.
   *
   * @param comment what the agent calls it
   */
  record Key(byte[] blob, String comment) {}

  List<Key> keys() throws IdentityException {
    try {
      List<Key> keys = new ArrayList<>();
      for (com.jcraft.jsch.agentproxy.Identity identity : proxy(LIST_LIMIT).getIdentities()) {
        String comment = new String(identity.getComment(), StandardCharsets.UTF_8);
        keys.add(new Key(identity.getBlob(), comment));
      }
      return keys;
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  /** Signs; the answer's format must be the one asked for. */
  byte[] sign(byte[] blob, byte[] data, String format) throws IdentityException {
    byte[] signature;
    try {
      signature = proxy(SIGN_LIMIT).sign(blob, data);
    } catch (RuntimeException e) {
      throw failure(e);
    }
    String got = formatOf(signature);
    if (!got.equals(format)) {
      throw new IdentityException(
          AGENT, "it signed with " + Untrusted.shown(got) + " where " + format + " was asked for");
    }
    return signature;
  }

  private AgentProxy proxy(Duration limit) {
    return new AgentProxy(new AgentSocket(socket, limit));
  }

  private static String formatOf(byte[] signature) {
    try {
      return new Buffer.PlainBuffer(signature).readString();
    } catch (Buffer.BufferException e) {
      return "";
    }
  }

  private static IdentityException failure(RuntimeException e) {
    if (e instanceof AgentSocket.RefusedException) {
      return new IdentityException(AGENT, String.valueOf(e.getMessage()), "ssh-add -l");
    }
    if (e instanceof UncheckedIOException) {
      Throwable cause = e.getCause();
      String why = cause == null ? "" : String.valueOf(cause.getMessage());
      return new IdentityException(AGENT, why, "ssh-add -l");
    }
    // The library reads answers without checking their lengths.
    return new IdentityException(AGENT, "it answered with nonsense", "ssh-add -l");
  }

  @Override
  public String toString() {
    return socket.toString();
  }
}
