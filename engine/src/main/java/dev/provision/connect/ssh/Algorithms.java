package dev.provision.connect.ssh;

import com.hierynomus.sshj.key.KeyAlgorithm;
import com.hierynomus.sshj.key.KeyAlgorithms;
import com.hierynomus.sshj.transport.cipher.BlockCiphers;
import com.hierynomus.sshj.transport.cipher.GcmCiphers;
import com.hierynomus.sshj.transport.kex.DHGroups;
import com.hierynomus.sshj.transport.kex.ExtInfoClientFactory;
import com.hierynomus.sshj.transport.mac.Macs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import net.schmizz.keepalive.KeepAliveProvider;
import net.schmizz.sshj.ConfigImpl;
import net.schmizz.sshj.common.Factory;
import net.schmizz.sshj.common.KeyType;
import net.schmizz.sshj.common.LoggerFactory;
import net.schmizz.sshj.signature.SignatureRSA;
import net.schmizz.sshj.transport.compression.NoneCompression;
import net.schmizz.sshj.transport.kex.Curve25519SHA256;
import net.schmizz.sshj.transport.kex.ECDHNistP;
import net.schmizz.sshj.transport.kex.KeyExchange;
import net.schmizz.sshj.transport.random.JCERandom;
import net.schmizz.sshj.transport.random.SingletonRandomFactory;
import org.slf4j.Logger;
import org.slf4j.helpers.NOPLogger;

/**
 * The algorithms we offer. sshj's own default still offers SHA-1, 3DES, RC4 and DSA, and prefers
 * some of them, so the list is explicit. No ChaCha20-Poly1305 transport: sshj takes that one from
 * BouncyCastle.
 */
final class Algorithms {

  private static final String CERT_SUFFIX = "-cert-v01@openssh.com";

  /** Host key algorithms by preference, in OpenSSH's order. */
  static final List<String> HOST_KEYS =
      List.of(
          "ssh-ed25519" + CERT_SUFFIX,
          "ecdsa-sha2-nistp256" + CERT_SUFFIX,
          "ecdsa-sha2-nistp384" + CERT_SUFFIX,
          "ecdsa-sha2-nistp521" + CERT_SUFFIX,
          "rsa-sha2-512" + CERT_SUFFIX,
          "rsa-sha2-256" + CERT_SUFFIX,
          "ssh-ed25519",
          "ecdsa-sha2-nistp256",
          "ecdsa-sha2-nistp384",
          "ecdsa-sha2-nistp521",
          "rsa-sha2-512",
          "rsa-sha2-256");

  private static final SingletonRandomFactory RANDOM =
      new SingletonRandomFactory(new JCERandom.Factory());

  private static final LoggerFactory SILENCE =
      new LoggerFactory() {
        @Override
        public Logger getLogger(String name) {
          return NOPLogger.NOP_LOGGER;
        }

        @Override
        public Logger getLogger(Class<?> type) {
          return NOPLogger.NOP_LOGGER;
        }
      };

  private Algorithms() {}

  /**
   * A configuration for one connection.
   *
   * @param hostKeys host key algorithms by preference
   * @param early our half of the key exchange, if it is to travel with the greeting; then no other
   *     method is offered
   * @param hostKeyBlob gets the host key as the server sent it, before it is verified; a
   *     certificate does not survive sshj's parsing and writing byte for byte
   */
  static ConfigImpl config(
      List<String> hostKeys, Optional<EarlyKeys> early, Consumer<byte[]> hostKeyBlob) {
    ConfigImpl config = new ConfigImpl();
    config.setLoggerFactory(SILENCE);
    config.setVersion("provision");
    config.setRandomFactory(RANDOM);
    config.setKeepAliveProvider(KeepAliveProvider.KEEP_ALIVE);
    config.setFileKeyProviderFactories(List.of());
    config.setKeyExchangeFactories(keyExchanges(early, hostKeyBlob));
    config.setCipherFactories(
        List.of(
            GcmCiphers.AES128GCM(),
            GcmCiphers.AES256GCM(),
            BlockCiphers.AES128CTR(),
            BlockCiphers.AES256CTR()));
    config.setMACFactories(
        List.of(
            Macs.HMACSHA2256Etm(), Macs.HMACSHA2512Etm(), Macs.HMACSHA2256(), Macs.HMACSHA2512()));
    config.setCompressionFactories(List.of(new NoneCompression.Factory()));
    config.setKeyAlgorithms(keyAlgorithms(hostKeys));
    // Our own check knows OpenSSH's rules: a bad certificate falls back to its plain key.
    config.setVerifyHostKeyCertificates(false);
    return config;
  }

  private static List<Factory.Named<KeyExchange>> keyExchanges(
      Optional<EarlyKeys> early, Consumer<byte[]> hostKeyBlob) {
    List<Factory.Named<KeyExchange>> all = new ArrayList<>();
    for (Factory.Named<KeyExchange> factory :
        early.map(EarlyKeys::factories).orElseGet(Algorithms::allKeyExchanges)) {
      all.add(new HostKeyTap.Tapped(factory, hostKeyBlob));
    }
    // Without it OpenSSH before 8.8 would not tell that it accepts SHA-2 signatures.
    all.add(new ExtInfoClientFactory());
    return all;
  }

  private static List<Factory.Named<KeyExchange>> allKeyExchanges() {
    return List.of(
        new Curve25519SHA256.Factory(),
        new Curve25519SHA256.FactoryLibSsh(),
        new ECDHNistP.Factory256(),
        new ECDHNistP.Factory384(),
        new ECDHNistP.Factory521(),
        DHGroups.Group16SHA512(),
        DHGroups.Group14SHA256());
  }

  private static List<Factory.Named<KeyAlgorithm>> keyAlgorithms(List<String> names) {
    Map<String, Factory.Named<KeyAlgorithm>> known = new LinkedHashMap<>();
    for (Factory.Named<KeyAlgorithm> factory : knownKeyAlgorithms()) {
      known.put(factory.getName(), factory);
    }
    List<Factory.Named<KeyAlgorithm>> chosen = new ArrayList<>();
    for (String name : names) {
      Factory.Named<KeyAlgorithm> factory = known.get(name);
      if (factory != null) {
        chosen.add(factory);
      }
    }
    return chosen;
  }

  private static List<Factory.Named<KeyAlgorithm>> knownKeyAlgorithms() {
    return List.of(
        KeyAlgorithms.EdDSA25519CertV01(),
        KeyAlgorithms.ECDSASHANistp256CertV01(),
        KeyAlgorithms.ECDSASHANistp384CertV01(),
        KeyAlgorithms.ECDSASHANistp521CertV01(),
        new KeyAlgorithms.Factory(
            "rsa-sha2-512" + CERT_SUFFIX, new SignatureRSA.FactoryRSASHA512(), KeyType.RSA_CERT),
        new KeyAlgorithms.Factory(
            "rsa-sha2-256" + CERT_SUFFIX, new SignatureRSA.FactoryRSASHA256(), KeyType.RSA_CERT),
        KeyAlgorithms.EdDSA25519(),
        KeyAlgorithms.ECDSASHANistp256(),
        KeyAlgorithms.ECDSASHANistp384(),
        KeyAlgorithms.ECDSASHANistp521(),
        KeyAlgorithms.RSASHA512(),
        KeyAlgorithms.RSASHA256());
  }
}
