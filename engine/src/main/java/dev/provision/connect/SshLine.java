package dev.provision.connect;

import dev.provision.connect.ssh.ExecChannel;
import dev.provision.connect.ssh.ExitOutcome;
import dev.provision.connect.ssh.HostKeyPolicy;
import dev.provision.connect.ssh.PtyRequest;
import dev.provision.connect.ssh.SshConfig;
import dev.provision.connect.ssh.SshConnection;
import dev.provision.connect.ssh.SshOverrides;
import dev.provision.connect.ssh.SshSecrets;
import dev.provision.connect.ssh.SshTarget;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Secret;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** An SSH connection: commands are exec channels. */
final class SshLine implements Line {

  private final SshConnection connection;

  private SshLine(SshConnection connection) {
    this.connection = connection;
  }

  static Dialer dialer(ConnectionSpec spec, FrameLog log) {
    SshTarget target = SshConfig.resolve(spec.host(), overrides(spec));
    SshSecrets secrets = spec.password().map(SshLine::both).orElseGet(SshSecrets::none);
    return () -> {
      SshConnection connection = SshConnection.open(target, secrets);
      connection.warnings().forEach(warning -> log.warned(spec.name(), warning));
      return new SshLine(connection);
    };
  }

  /** What the inventory says comes first, then what the user wrote as ssh's arguments. */
  private static SshOverrides overrides(ConnectionSpec spec) {
    SshOverrides overrides = SshOverrides.none().withConnectTimeout(spec.connectTimeout());
    if (spec.user().isPresent()) {
      overrides = overrides.withUser(spec.user().get());
    }
    if (spec.port().isPresent()) {
      overrides = overrides.withPort(spec.port().getAsInt());
    }
    if (spec.privateKey().isPresent()) {
      overrides = overrides.withIdentityFile(spec.privateKey().get()).with("IdentitiesOnly", "yes");
    }
    if (spec.hostKeyChecking() == ConnectionSpec.HostKeyChecking.ACCEPT_NEW) {
      overrides = overrides.withPolicy(HostKeyPolicy.ACCEPT_NEW);
    }
    return overrides.and(SshOverrides.parse(spec.sshArguments()));
  }

  /**
   * One password, for the account and for the key: which of the two it is, is not ours to guess.
   */
  private static SshSecrets both(Secret password) {
    return new SshSecrets() {
      @Override
      public Optional<Secret> passphrase(Path keyFile) {
        return Optional.of(password);
      }

      @Override
      public Optional<Secret> password(String user, String host) {
        return Optional.of(password);
      }
    };
  }

  @Override
  public ShellChannel open(String command, boolean terminal) {
    return new Remote(
        terminal ? connection.exec(command, PtyRequest.ofRaw()) : connection.exec(command));
  }

  @Override
  public boolean isAlive() {
    return connection.isAlive();
  }

  @Override
  public String user() {
    return connection.target().user();
  }

  @Override
  public int roundTrips() {
    return connection.roundTrips();
  }

  @Override
  public void close() {
    connection.close();
  }

  private record Remote(ExecChannel channel) implements ShellChannel {

    @Override
    public OutputStream stdin() {
      return channel.stdin();
    }

    @Override
    public InputStream stdout() {
      return channel.stdout();
    }

    @Override
    public InputStream stderr() {
      return channel.stderr();
    }

    @Override
    public Optional<String> ending(Duration limit) {
      try {
        return channel.awaitExit(limit).map(Remote::words);
      } catch (ProvisionException e) {
        return Optional.empty();
      }
    }

    private static String words(ExitOutcome outcome) {
      if (outcome.status().isPresent()) {
        return "exit code " + outcome.status().getAsInt();
      }
      return outcome.signal().map(signal -> "killed by signal " + signal).orElse("closed");
    }

    @Override
    public void close() {
      channel.close();
    }
  }
}
