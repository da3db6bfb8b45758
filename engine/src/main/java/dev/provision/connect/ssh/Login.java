package dev.provision.connect.ssh;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import net.schmizz.sshj.AbstractService;
import net.schmizz.sshj.Service;
import net.schmizz.sshj.common.Buffer;
import net.schmizz.sshj.common.Message;
import net.schmizz.sshj.common.SSHException;
import net.schmizz.sshj.common.SSHPacket;
import net.schmizz.sshj.transport.Transport;
import net.schmizz.sshj.transport.TransportException;
import net.schmizz.sshj.userauth.UserAuthException;
import org.jspecify.annotations.Nullable;

/**
 * The login service: sends requests, also together with the request for the service itself, and
 * queues the answers. sshj's own waits one round trip for each of these.
 */
final class Login extends AbstractService {

  private static final int BANNER_LIMIT = 8192;

  /** An answer, or what broke the connection. */
  record Reply(Message message, SSHPacket body, @Nullable SSHException failure) {}

  private final Service next;
  private final FlightOutput out;
  private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
  private final StringBuilder banner = new StringBuilder();
  private boolean requested;

  Login(Transport transport, Service next, FlightOutput out) {
    super("ssh-userauth", transport);
    this.next = next;
    this.out = out;
  }

  /** Sends packets in one flight, the first time behind the request for the login service. */
  void send(SSHPacket... packets) throws TransportException {
    if (requested) {
      for (SSHPacket packet : packets) {
        trans.write(packet);
      }
      return;
    }
    requested = true;
    out.withNextPacket(
        () -> {
          for (SSHPacket packet : packets) {
            trans.write(packet);
          }
        });
    request();
  }

  /** Waits for the next answer; something else bounds the time. */
  Reply await() throws SSHException {
    Reply reply;
    try {
      reply = replies.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserAuthException("interrupted", e);
    }
    if (reply.failure() != null) {
      // Others who come later shall see it too.
      replies.add(reply);
      throw reply.failure();
    }
    return reply;
  }

  /** What the server shows before the login. Not to be trusted. */
  String banner() {
    synchronized (banner) {
      return banner.toString();
    }
  }

  @Override
  public void handle(Message message, SSHPacket packet) throws SSHException {
    if (!message.in(50, 79)) {
      super.handle(message, packet);
      return;
    }
    if (message == Message.USERAUTH_BANNER) {
      addBanner(packet);
      return;
    }
    if (message == Message.USERAUTH_SUCCESS) {
      // At once, in this thread: what follows in the same flight belongs to the connection service.
      trans.setAuthenticated();
      trans.setService(next);
    }
    replies.add(new Reply(message, new SSHPacket(packet), null));
  }

  private void addBanner(SSHPacket packet) throws Buffer.BufferException {
    String text = packet.readString();
    synchronized (banner) {
      if (banner.length() < BANNER_LIMIT) {
        banner.append(text, 0, Math.min(text.length(), BANNER_LIMIT));
      }
    }
  }

  /** A channel asked for along with a login that was refused: the server knows no channels yet. */
  @Override
  public void notifyUnimplemented(long sequenceNumber) {}

  @Override
  public void notifyError(SSHException error) {
    replies.add(new Reply(Message.DISCONNECT, new SSHPacket(), error));
  }
}
