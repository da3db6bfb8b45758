package dev.provision.connect.ssh;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Which keys are offered, in OpenSSH's order: those of the agent that a file names, the others of
 * the agent, then those that only stand in files. Certificates come before their plain key: whoever
 * has one means it to be used.
 */
final class Identities {

  /** Something that could not be offered, and why. */
  record Unusable(String what, IdentityException why) {}

  private final LoginSettings settings;
  private final SshSecrets secrets;
  private final Clock clock;
  private final List<Identity> all = new ArrayList<>();
  private final List<Unusable> unusable = new ArrayList<>();

  private Identities(LoginSettings settings, SshSecrets secrets, Clock clock) {
    this.settings = settings;
    this.secrets = secrets;
    this.clock = clock;
  }

  static Identities collect(LoginSettings settings, SshSecrets secrets, Clock clock) {
    Identities identities = new Identities(settings, secrets, clock);
    if (settings.methods().contains(LoginSettings.PUBLICKEY)) {
      identities.collect();
    }
    return identities;
  }

  List<Identity> all() {
    return all;
  }

  List<Unusable> unusable() {
    return unusable;
  }

  /**
   * A key that a file names, by its public half or as a private key; with the certificates for it.
   */
  private record Named(Path file, Optional<byte[]> publicBlob, List<Certificate> certificates) {

    boolean isFor(byte[] blob) {
      return publicBlob.isPresent() && Arrays.equals(publicBlob.get(), blob)
          || certificates.stream().anyMatch(c -> Arrays.equals(c.blob(), blob));
    }
  }

  private record Certificate(Path file, byte[] blob) {}

  private void collect() {
    List<Named> named = namedByFiles();
    List<Identity> others = new ArrayList<>();
    for (AgentIdentity key : agentKeys()) {
      Optional<Named> match = named.stream().filter(n -> n.isFor(key.blob())).findFirst();
      if (match.isPresent()) {
        addCertified(match.get(), key);
        addOnce(key);
        named.remove(match.get());
      } else if (!settings.identitiesOnly()) {
        others.add(key);
      }
    }
    others.forEach(this::addOnce);
    for (Named file : named) {
      addFile(file);
    }
  }

  private List<AgentIdentity> agentKeys() {
    List<AgentIdentity> keys = new ArrayList<>();
    if (settings.agentSocket().isEmpty()) {
      return keys;
    }
    SshAgent agent = new SshAgent(settings.agentSocket().get());
    try {
      for (SshAgent.Key key : agent.keys()) {
        keys.add(new AgentIdentity(agent, key));
      }
    } catch (IdentityException e) {
      unusable.add(new Unusable("agent at " + agent, e));
    }
    return keys;
  }

  private List<Named> namedByFiles() {
    List<Named> named = new ArrayList<>();
    List<Certificate> extra = new ArrayList<>();
    for (Path file : settings.certificateFiles()) {
      certificate(file, true).ifPresent(extra::add);
    }
    for (Path file : settings.identityFiles()) {
      Optional<byte[]> blob = publicHalf(file);
      List<Certificate> certificates = new ArrayList<>();
      for (Certificate candidate : extra) {
        if (blob.isPresent() && Arrays.equals(PublicKeys.plain(candidate.blob()), blob.get())) {
          certificates.add(candidate);
        }
      }
      if (settings.certificateFiles().isEmpty()) {
        certificate(beside(file, "-cert.pub"), false).ifPresent(certificates::add);
      }
      named.add(new Named(file, blob, certificates));
    }
    return named;
  }

  private static Path beside(Path file, String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  /**
   * The public half: from the file itself if that is a public key, from {@code .pub}, or from the
   * private key.
   */
  private static Optional<byte[]> publicHalf(Path file) {
    return publicKeyIn(file)
        .or(() -> publicKeyIn(beside(file, ".pub")))
        .or(() -> publicHalfOfPrivate(file));
  }

  private static Optional<byte[]> publicHalfOfPrivate(Path file) {
    try {
      PrivateKeyFile key = PrivateKeyFile.read(file);
      Optional<byte[]> told = key.publicBlob();
      if (told.isPresent() || key.isEncrypted()) {
        return told;
      }
      return Optional.of(key.unlock(Optional.empty()).publicBlob());
    } catch (IdentityException e) {
      // Said when its turn comes to be offered.
      return Optional.empty();
    }
  }

  private static Optional<byte[]> publicKeyIn(Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      for (String line : PrivateKeyFile.readText(file).split("\n")) {
        if (!line.isBlank() && !line.startsWith("#")) {
          return PublicKeys.parseLine(line);
        }
      }
    } catch (IdentityException e) {
      // Said when its turn comes to be offered.
      return Optional.empty();
    }
    return Optional.empty();
  }

  private Optional<Certificate> certificate(Path file, boolean explicit) {
    if (!explicit && !Files.exists(file)) {
      return Optional.empty();
    }
    try {
      Optional<byte[]> blob = PublicKeys.parseLine(PrivateKeyFile.readText(file).strip());
      Optional<SshCertificate> parsed = blob.flatMap(SshCertificate::parse);
      if (parsed.isEmpty() || parsed.get().isHost()) {
        throw new IdentityException(
            IdentityException.Kind.UNREADABLE, "it is not a certificate for users");
      }
      if (!parsed.get().isValidAt(clock.instant())) {
        throw new IdentityException(
            IdentityException.Kind.UNREADABLE,
            "the certificate is not valid now",
            "ssh-keygen -L -f " + file);
      }
      return blob.map(b -> new Certificate(file, b));
    } catch (IdentityException e) {
      unusable.add(new Unusable(file.toString(), e));
      return Optional.empty();
    }
  }

  private void addFile(Named named) {
    Path file = named.file();
    if (!Files.exists(file) && !settings.identitiesExplicit()) {
      return;
    }
    boolean publicOnly = publicKeyIn(file).isPresent();
    if (publicOnly) {
      Path privateHalf = withoutPub(file);
      if (privateHalf.equals(file) || !Files.isRegularFile(privateHalf)) {
        unusable.add(
            new Unusable(
                file.toString(),
                new IdentityException(
                    IdentityException.Kind.UNREADABLE,
                    "it is a public key, and the agent does not hold the private one",
                    "ssh-add -l")));
        return;
      }
      file = privateHalf;
    }
    try {
      FileIdentity identity = FileIdentity.read(file, named.publicBlob(), secrets);
      addCertified(named, identity);
      addOnce(identity);
    } catch (IdentityException e) {
      unusable.add(new Unusable(file.toString(), e));
    }
  }

  private static Path withoutPub(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(".pub")
        ? file.resolveSibling(name.substring(0, name.length() - ".pub".length()))
        : file;
  }

  private void addCertified(Named named, Identity key) {
    if (PublicKeys.isCertificate(key.keyType())) {
      return;
    }
    for (Certificate certificate : named.certificates()) {
      addOnce(new CertifiedIdentity(key, certificate.blob(), certificate.file()));
    }
  }

  private void addOnce(Identity identity) {
    for (Iterator<Identity> known = all.iterator(); known.hasNext(); ) {
      if (Arrays.equals(known.next().blob(), identity.blob())) {
        return;
      }
    }
    all.add(identity);
  }
}
