package dev.provision.connect.ssh;

import dev.provision.connect.ssh.KnownHostsLine.Marker;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What known_hosts files say about one host. The rules are OpenSSH's, measured against its client:
 * a key is good if any line has it; another key than the ones known is a changed key; one revoked
 * line beats all good ones.
 */
final class KnownHosts {

  private final List<KnownHostsLine> lines;

  private KnownHosts(List<KnownHostsLine> lines) {
    this.lines = lines;
  }

  /** The lines about a host. */
  static KnownHosts about(String name, List<KnownHostsLine> lines) {
    List<KnownHostsLine> found = new ArrayList<>();
    for (KnownHostsLine line : lines) {
      if (line.isFor(name)) {
        found.add(line);
      }
    }
    return new KnownHosts(found);
  }

  /** A host as known_hosts files name it. */
  static String name(String host, int port) {
    String lower = host.toLowerCase(Locale.ROOT);
    return port == SshTarget.DEFAULT_PORT ? lower : "[" + lower + "]:" + port;
  }

  enum Status {
    KNOWN,
    UNKNOWN,
    CHANGED,
    REVOKED
  }

  /**
   * What the files say about a key.
   *
   * @param line the line that decided; for a changed key, the last one with another key
   */
  record Finding(Status status, Optional<KnownHostsLine> line) {

    static Finding of(Status status) {
      return new Finding(status, Optional.empty());
    }

    static Finding at(Status status, KnownHostsLine line) {
      return new Finding(status, Optional.of(line));
    }
  }

  /** What the files say about a plain key. */
  Finding plainKey(byte[] key) {
    Optional<KnownHostsLine> revoked = revoked(key);
    if (revoked.isPresent()) {
      return new Finding(Status.REVOKED, revoked);
    }
    Finding finding = Finding.of(Status.UNKNOWN);
    for (KnownHostsLine line : marked(Marker.NONE)) {
      if (line.isKey(key)) {
        return Finding.at(Status.KNOWN, line);
      }
      finding = Finding.at(Status.CHANGED, line);
    }
    return finding;
  }

  /**
   * What the files say about the authority of a certificate; nothing about whether the certificate
   * itself is good.
   */
  Finding certificate(SshCertificate certificate) {
    Optional<KnownHostsLine> revoked =
        revoked(certificate.plainKey()).or(() -> revoked(certificate.authority()));
    if (revoked.isPresent()) {
      return new Finding(Status.REVOKED, revoked);
    }
    for (KnownHostsLine line : marked(Marker.AUTHORITY)) {
      if (line.isKey(certificate.authority())) {
        return Finding.at(Status.KNOWN, line);
      }
    }
    return Finding.of(Status.UNKNOWN);
  }

  private Optional<KnownHostsLine> revoked(byte[] key) {
    return marked(Marker.REVOKED).stream().filter(line -> line.isKey(key)).findFirst();
  }

  private List<KnownHostsLine> marked(Marker marker) {
    return lines.stream().filter(line -> line.marker() == marker).toList();
  }

  /**
   * The order in which host key algorithms are offered, so that a server with several keys shows
   * one that is known.
   *
   * @param preferred all of them, best first
   */
  List<String> order(List<String> preferred) {
    if (knows(plainType(preferred.get(0)))) {
      return preferred;
    }
    List<String> first = new ArrayList<>();
    List<String> last = new ArrayList<>();
    boolean hasAuthority = !marked(Marker.AUTHORITY).isEmpty();
    for (String algorithm : preferred) {
      boolean byAuthority = hasAuthority && PublicKeys.isCertificate(algorithm);
      boolean known = byAuthority || knows(plainType(algorithm));
      (known ? first : last).add(algorithm);
    }
    first.addAll(last);
    return first;
  }

  private boolean knows(String type) {
    return marked(Marker.NONE).stream().anyMatch(line -> line.type().equals(type));
  }

  private static String plainType(String algorithm) {
    String plain = Identity.signatureFormat(algorithm);
    return plain.startsWith("rsa-sha2-") ? "ssh-rsa" : plain;
  }
}
