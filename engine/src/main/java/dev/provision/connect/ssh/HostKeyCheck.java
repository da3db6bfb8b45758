package dev.provision.connect.ssh;

import dev.provision.connect.ssh.KnownHosts.Finding;
import dev.provision.connect.ssh.KnownHosts.Status;
import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.schmizz.sshj.transport.verification.HostKeyVerifier;
import org.jspecify.annotations.Nullable;

/**
 * Decides about one host's key: by certificate if the files name its authority, else by the plain
 * key.
 */
final class HostKeyCheck implements HostKeyVerifier {

  private final SshTarget target;
  private final HostKeySettings settings;
  private final Clock clock;
  private final List<KnownHostsLine> lines;
  private final String name;
  private final KnownHosts known;
  private final List<Problem> warnings = new ArrayList<>();

  private byte[] shown = new byte[0];
  private Optional<byte[]> accepted = Optional.empty();
  private String certificateFault = "";
  private @Nullable ProvisionException refusal;

  HostKeyCheck(SshTarget target, Clock clock) {
    this.target = target;
    this.settings = target.hostKeys();
    this.clock = clock;
    List<Path> files = new ArrayList<>(settings.userFiles());
    files.addAll(settings.globalFiles());
    this.lines = KnownHostsFiles.read(files);
    this.name = settings.alias().orElseGet(() -> KnownHosts.name(target.hostName(), target.port()));
    this.known = KnownHosts.about(name, lines);
  }

  /** Host key algorithms in the order to offer them. */
  List<String> algorithms() {
    return known.order(Algorithms.HOST_KEYS);
  }

  /** Takes the host key as the server sent it; sshj asks for the verdict next. */
  synchronized void show(byte[] blob) {
    shown = blob;
  }

  /** Why the key was refused; empty as long as it was not. */
  synchronized Optional<ProvisionException> refusal() {
    return Optional.ofNullable(refusal);
  }

  synchronized List<Problem> warnings() {
    return List.copyOf(warnings);
  }

  @Override
  public List<String> findExistingAlgorithms(String hostname, int port) {
    return List.of();
  }

  @Override
  public synchronized boolean verify(String hostname, int port, PublicKey key) {
    if (accepted.isPresent() && Arrays.equals(accepted.get(), shown)) {
      return true;
    }
    try {
      judge(shown);
      accepted = Optional.of(shown);
      return true;
    } catch (ProvisionException e) {
      refusal = e;
      return false;
    }
  }

  /** Returns if the key is good; throws the reason if it is not. */
  void judge(byte[] blob) {
    Optional<SshCertificate> certificate = SshCertificate.parse(blob);
    if (certificate.isPresent() && acceptCertificate(certificate.get())) {
      return;
    }
    acceptPlain(PublicKeys.plain(blob));
  }

  private boolean acceptCertificate(SshCertificate certificate) {
    Finding finding = known.certificate(certificate);
    if (finding.status() == Status.UNKNOWN) {
      finding = withoutPort().map(k -> k.certificate(certificate)).orElse(finding);
    }
    if (finding.status() == Status.REVOKED) {
      throw revoked(certificate.plainKey(), finding);
    }
    if (finding.status() != Status.KNOWN) {
      return false;
    }
    certificateFault = fault(certificate);
    return certificateFault.isEmpty();
  }

  /** What makes a certificate of a known authority worthless; empty if nothing does. */
  private String fault(SshCertificate certificate) {
    String host = settings.alias().orElse(target.hostName()).toLowerCase(Locale.ROOT);
    if (!certificate.isHost()) {
      return "its certificate is one for users";
    }
    if (!certificate.isValidAt(clock.instant())) {
      return "its certificate is not valid now";
    }
    if (!certificate.principals().isEmpty() && !certificate.principals().contains(host)) {
      return "its certificate is for other names ("
          + Untrusted.shown(String.join(", ", certificate.principals()))
          + ")";
    }
    if (!certificate.criticalOptions().isEmpty()) {
      return "its certificate has critical options that are not known";
    }
    if (!certificate.isSignatureGood()) {
      return "the signature of its certificate is wrong";
    }
    return "";
  }

  private Optional<KnownHosts> withoutPort() {
    if (settings.alias().isPresent() || target.port() == SshTarget.DEFAULT_PORT) {
      return Optional.empty();
    }
    String portless = KnownHosts.name(target.hostName(), SshTarget.DEFAULT_PORT);
    return Optional.of(KnownHosts.about(portless, lines));
  }

  private void acceptPlain(byte[] key) {
    Finding finding = known.plainKey(key);
    switch (finding.status()) {
      case KNOWN -> {}
      case REVOKED -> throw revoked(key, finding);
      case CHANGED -> throw changed(key, finding);
      case UNKNOWN -> acceptUnknown(key);
    }
  }

  private void acceptUnknown(byte[] key) {
    Optional<Finding> portless = withoutPort().map(k -> k.plainKey(key));
    if (portless.isPresent()) {
      Finding finding = portless.get();
      if (finding.status() == Status.REVOKED) {
        throw revoked(key, finding);
      }
      if (finding.status() == Status.KNOWN) {
        warn(
            ErrorCode.UNKNOWN_HOST_KEY,
            "The key of "
                + target.shown()
                + " is known for the host without a port ("
                + finding.line().map(KnownHostsLine::place).orElse("")
                + "); it was accepted, as ssh does.");
        return;
      }
    }
    if (settings.policy() == HostKeyPolicy.STRICT || settings.userFiles().isEmpty()) {
      throw unknown(key);
    }
    remember(key);
  }

  private void remember(byte[] key) {
    Path file = settings.userFiles().get(0);
    try {
      KnownHostsFiles.append(file, nameToWrite(), key, now -> isStillUnknown(key, now));
      warn(
          ErrorCode.UNKNOWN_HOST_KEY,
          "The host "
              + target.shown()
              + " was new: its key "
              + describe(key)
              + " was written to "
              + file
              + ".");
    } catch (IOException e) {
      warn(
          ErrorCode.UNKNOWN_HOST_KEY,
          "The host "
              + target.shown()
              + " is new: its key "
              + describe(key)
              + " was accepted, but could not be written to "
              + file
              + " ("
              + reason(e)
              + ").");
    }
    if (settings.policy() == HostKeyPolicy.ACCEPT_NEW_WITH_WARNING) {
      warn(
          ErrorCode.UNKNOWN_HOST_KEY,
          "The check of host keys is switched off for "
              + target.shown()
              + ". New keys are accepted, but a changed one will still be refused.");
    }
  }

  private static String reason(IOException e) {
    return e instanceof FileSystemException
        ? e.getClass().getSimpleName().replace("Exception", "")
        : String.valueOf(e.getMessage());
  }

  /**
   * Another thread or process may have been faster, with this key or, which is grave, with another
   * one.
   */
  private boolean isStillUnknown(byte[] key, List<KnownHostsLine> now) {
    Finding finding = KnownHosts.about(name, now).plainKey(key);
    return switch (finding.status()) {
      case UNKNOWN -> true;
      case KNOWN -> false;
      case CHANGED -> throw changed(key, finding);
      case REVOKED -> throw revoked(key, finding);
    };
  }

  private String nameToWrite() {
    if (!settings.hashNames()) {
      return name;
    }
    byte[] salt = new byte[20];
    new SecureRandom().nextBytes(salt);
    return KnownHostsLine.hashedName(name, salt);
  }

  private void warn(ErrorCode code, String detail) {
    warnings.add(Problem.warning(code, Position.NONE, detail));
  }

  private static String describe(byte[] key) {
    return PublicKeys.shortType(PublicKeys.type(key)) + " " + PublicKeys.fingerprint(key);
  }

  private ProvisionException unknown(byte[] key) {
    String fault = certificateFault.isEmpty() ? "" : " (" + certificateFault + ")";
    String files =
        settings.userFiles().isEmpty()
            ? "no known_hosts file is set"
            : "no line for " + name + " stands in " + settings.userFiles().get(0);
    String type = keyscanType(key);
    String where = target.port() == SshTarget.DEFAULT_PORT ? "" : "-p " + target.port() + " ";
    String file = settings.userFiles().isEmpty() ? "FILE" : quoted(settings.userFiles().get(0));
    return new ProvisionException(
        Problem.error(
                ErrorCode.UNKNOWN_HOST_KEY,
                Position.NONE,
                "The host "
                    + target.shown()
                    + " shows the key "
                    + describe(key)
                    + fault
                    + ", which nobody has vouched for: "
                    + files
                    + ". Without that anybody on the way could pose as the host. Compare the"
                    + " fingerprint with the one on the host's console (first command), then add the"
                    + " key (second command), or set host_key_checking: accept-new to trust hosts at"
                    + " first sight.")
            .withCommands(
                "ssh-keygen -l -f /etc/ssh/ssh_host_" + type + "_key.pub",
                "ssh-keyscan " + where + "-t " + type + " " + target.hostName() + " >> " + file));
  }

  private static String keyscanType(byte[] key) {
    return PublicKeys.shortType(PublicKeys.type(key)).toLowerCase(Locale.ROOT);
  }

  private ProvisionException changed(byte[] key, Finding finding) {
    KnownHostsLine line = finding.line().orElseThrow();
    return new ProvisionException(
        Problem.error(
                ErrorCode.CHANGED_HOST_KEY,
                Position.of(line.file().toString(), line.number(), 1),
                "The host "
                    + target.shown()
                    + " shows the key "
                    + describe(key)
                    + ", but "
                    + line.place()
                    + " says it is "
                    + describe(line.blob())
                    + ". Either the host was installed anew, or somebody on the way poses as it."
                    + " Nothing was sent. Find out which; if the new key is right, remove the old one:")
            .withCommands("ssh-keygen -f " + quoted(line.file()) + " -R " + quoted(name)));
  }

  private ProvisionException revoked(byte[] key, Finding finding) {
    KnownHostsLine line = finding.line().orElseThrow();
    return new ProvisionException(
        Problem.error(
                ErrorCode.REVOKED_HOST_KEY,
                Position.of(line.file().toString(), line.number(), 1),
                "The host "
                    + target.shown()
                    + " shows the key "
                    + describe(key)
                    + ", which "
                    + line.place()
                    + " revokes"
                    + (line.isKey(key) ? "" : " through the authority that signed it")
                    + ". Such a key may be in wrong hands. Nothing was sent. Give the host a new key"
                    + " before you connect:")
            .withCommands("ssh-keygen -A"));
  }

  private static String quoted(Object text) {
    return ShellWords.quote(text.toString());
  }
}
