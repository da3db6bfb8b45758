package dev.provision.connect.ssh;

import com.hierynomus.sshj.userauth.certificate.Certificate;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.crypto.KeyAgreement;
import net.schmizz.sshj.common.Buffer;
import net.schmizz.sshj.common.DisconnectReason;
import net.schmizz.sshj.common.Factory;
import net.schmizz.sshj.common.Message;
import net.schmizz.sshj.common.SSHPacket;
import net.schmizz.sshj.signature.Signature;
import net.schmizz.sshj.transport.Transport;
import net.schmizz.sshj.transport.TransportException;
import net.schmizz.sshj.transport.digest.Digest;
import net.schmizz.sshj.transport.digest.SHA256;
import net.schmizz.sshj.transport.kex.Curve25519SHA256;
import net.schmizz.sshj.transport.kex.KeyExchange;
import org.jspecify.annotations.Nullable;

/**
 * Our half of a Curve25519 key exchange, made before the server has said anything. Where that is
 * the only method on offer, what the server will choose is known, so the half travels with the
 * greeting and saves one round trip.
 */
final class EarlyKeys {

  private static final int KEY_LENGTH = 32;

  private final KeyPair pair;
  private final byte[] encodedPublic;
  private final AtomicBoolean used = new AtomicBoolean();

  EarlyKeys() {
    try {
      pair = KeyPairGenerator.getInstance("X25519").generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    encodedPublic = pair.getPublic().getEncoded();
  }

  private byte[] ours() {
    return Arrays.copyOfRange(
        encodedPublic, encodedPublic.length - KEY_LENGTH, encodedPublic.length);
  }

  /** The packet that opens the exchange. */
  SSHPacket packet() {
    return new SSHPacket(Message.KEXDH_INIT).putBytes(ours());
  }

  /** The method under its two names. */
  List<Factory.Named<KeyExchange>> factories() {
    return List.of(new Early("curve25519-sha256"), new Early("curve25519-sha256@libssh.org"));
  }

  /** Gives out this half once; later exchanges on the same connection make their own. */
  private final class Early implements Factory.Named<KeyExchange> {

    private final String name;

    Early(String name) {
      this.name = name;
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public KeyExchange create() {
      return used.compareAndSet(false, true) ? new Exchange() : new Curve25519SHA256();
    }
  }

  /** RFC 8731, from the server's answer on. */
  private final class Exchange implements KeyExchange {

    private final Digest digest = new SHA256();
    private @Nullable Transport transport;
    private byte[] identities = new byte[0];
    private byte[] hash = new byte[0];
    private BigInteger shared = BigInteger.ZERO;
    private PublicKey hostKey = pair.getPublic();

    @Override
    public void init(
        Transport trans, String serverId, String clientId, byte[] serverInit, byte[] clientInit) {
      transport = trans;
      digest.init();
      identities =
          new Buffer.PlainBuffer()
              .putString(clientId)
              .putString(serverId)
              .putString(clientInit)
              .putString(serverInit)
              .getCompactData();
    }

    @Override
    public boolean next(Message message, SSHPacket packet)
        throws GeneralSecurityException, TransportException {
      if (message != Message.KEXDH_31) {
        throw failed("unexpected packet " + message);
      }
      try {
        answer(packet.readBytes(), packet.readBytes(), packet.readBytes());
      } catch (Buffer.BufferException e) {
        throw new TransportException(e);
      }
      return true;
    }

    private void answer(byte[] hostKeyBlob, byte[] theirs, byte[] signature)
        throws GeneralSecurityException, TransportException, Buffer.BufferException {
      shared = new BigInteger(1, agree(theirs));
      Buffer.PlainBuffer text =
          new Buffer.PlainBuffer()
              .putRawBytes(identities)
              .putString(hostKeyBlob)
              .putString(ours())
              .putString(theirs)
              .putMPInt(shared);
      digest.update(text.array(), text.rpos(), text.available());
      hash = digest.digest();
      PublicKey key = new Buffer.PlainBuffer(hostKeyBlob).readPublicKey();
      hostKey = key;
      check(key, signature);
    }

    private byte[] agree(byte[] theirs) throws GeneralSecurityException, TransportException {
      if (theirs.length != KEY_LENGTH) {
        throw failed("bad length of the server's key");
      }
      byte[] encoded = encodedPublic.clone();
      System.arraycopy(theirs, 0, encoded, encoded.length - KEY_LENGTH, KEY_LENGTH);
      KeyAgreement agreement = KeyAgreement.getInstance("X25519");
      agreement.init(pair.getPrivate());
      agreement.doPhase(
          KeyFactory.getInstance("X25519").generatePublic(new X509EncodedKeySpec(encoded)), true);
      return agreement.generateSecret();
    }

    private void check(PublicKey key, byte[] signature) throws TransportException {
      Transport trans = transport;
      if (trans == null) {
        throw failed("not begun");
      }
      Signature verifier = trans.getHostKeyAlgorithm().newSignature();
      verifier.initVerify(key instanceof Certificate ? ((Certificate<?>) key).getKey() : key);
      verifier.update(hash, 0, hash.length);
      if (!verifier.verify(signature)) {
        throw failed("the signature of the host key is wrong");
      }
    }

    private TransportException failed(String why) {
      return new TransportException(DisconnectReason.KEY_EXCHANGE_FAILED, why);
    }

    @Override
    public byte[] getH() {
      return hash.clone();
    }

    @Override
    public BigInteger getK() {
      return shared;
    }

    @Override
    public Digest getHash() {
      return digest;
    }

    @Override
    public PublicKey getHostKey() {
      return hostKey;
    }
  }
}
