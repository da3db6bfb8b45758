package dev.provision.connect.ssh;

import dev.provision.value.Secret;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where secrets for a login come from: variables, a vault, or a person at a terminal. Each question
 * is asked at most once per connection. An implementation that has no terminal answers empty;
 * nothing here ever prompts by itself.
 */
public interface SshSecrets {

  /** What opens an encrypted private key; empty where nobody knows it. */
  Optional<Secret> passphrase(Path keyFile);

  /** The password of an account; empty where nobody knows it. */
  Optional<Secret> password(String user, String host);

  /**
   * The answer to a question of keyboard-interactive.
   *
   * @param prompt what the server asks; comes from the host, so it must not be trusted
   * @param echo whether the answer may be shown while it is typed
   */
  default Optional<Secret> answer(String user, String host, String prompt, boolean echo) {
    return echo ? Optional.empty() : password(user, host);
  }

  /** Knows nothing. */
  static SshSecrets none() {
    return new SshSecrets() {
      @Override
      public Optional<Secret> passphrase(Path keyFile) {
        return Optional.empty();
      }

      @Override
      public Optional<Secret> password(String user, String host) {
        return Optional.empty();
      }
    };
  }

  /** Knows one password, for every account. */
  static SshSecrets ofPassword(Secret password) {
    return new SshSecrets() {
      @Override
      public Optional<Secret> passphrase(Path keyFile) {
        return Optional.empty();
      }

      @Override
      public Optional<Secret> password(String user, String host) {
        return Optional.of(password);
      }
    };
  }

  /** Knows one passphrase, for every key file. */
  static SshSecrets ofPassphrase(Secret passphrase) {
    return new SshSecrets() {
      @Override
      public Optional<Secret> passphrase(Path keyFile) {
        return Optional.of(passphrase);
      }

      @Override
      public Optional<Secret> password(String user, String host) {
        return Optional.empty();
      }
    };
  }
}
