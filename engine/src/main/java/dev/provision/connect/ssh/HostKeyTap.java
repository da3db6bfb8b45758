package dev.provision.connect.ssh;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.function.Consumer;
import net.schmizz.sshj.common.Buffer;
import net.schmizz.sshj.common.Factory;
import net.schmizz.sshj.common.Message;
import net.schmizz.sshj.common.SSHPacket;
import net.schmizz.sshj.transport.Transport;
import net.schmizz.sshj.transport.TransportException;
import net.schmizz.sshj.transport.digest.Digest;
import net.schmizz.sshj.transport.kex.KeyExchange;

/** A key exchange that also hands out the host key's bytes as they came. */
final class HostKeyTap implements KeyExchange {

  private final KeyExchange inner;
  private final Consumer<byte[]> hostKeyBlob;

  private HostKeyTap(KeyExchange inner, Consumer<byte[]> hostKeyBlob) {
    this.inner = inner;
    this.hostKeyBlob = hostKeyBlob;
  }

  @Override
  public void init(
      Transport trans, String serverId, String clientId, byte[] serverInit, byte[] clientInit)
      throws GeneralSecurityException, TransportException {
    inner.init(trans, serverId, clientId, serverInit, clientInit);
  }

  @Override
  public boolean next(Message message, SSHPacket packet)
      throws GeneralSecurityException, TransportException {
    if (message == Message.KEXDH_31) {
      try {
        hostKeyBlob.accept(new SSHPacket(packet).readBytes());
      } catch (Buffer.BufferException e) {
        throw new TransportException(e);
      }
    }
    return inner.next(message, packet);
  }

  @Override
  public byte[] getH() {
    return inner.getH();
  }

  @Override
  public BigInteger getK() {
    return inner.getK();
  }

  @Override
  public Digest getHash() {
    return inner.getHash();
  }

  @Override
  public PublicKey getHostKey() {
    return inner.getHostKey();
  }

  /** Makes key exchanges of another factory, tapped. */
  record Tapped(Factory.Named<KeyExchange> inner, Consumer<byte[]> hostKeyBlob)
      implements Factory.Named<KeyExchange> {

    @Override
    public String getName() {
      return inner.getName();
    }

    @Override
    public KeyExchange create() {
      return new HostKeyTap(inner.create(), hostKeyBlob);
    }
  }
}
