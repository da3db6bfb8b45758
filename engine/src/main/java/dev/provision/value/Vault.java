package dev.provision.value;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.ProvisionException;

/** Opens vault envelopes: knows the passwords. Safe for use by many threads. */
@FunctionalInterface
public interface Vault {

  /**
   * The plain bytes of an envelope.
   *
   * @param envelope the text as written, from {@code $ANSIBLE_VAULT;} on; blanks at the ends of
   *     lines don't matter
   * @param at where it was written, for the error
   * @throws dev.provision.diag.ProvisionException {@code VAULT_PASSWORD_MISSING}, {@code
   *     VAULT_PASSWORD_WRONG} or {@code INVALID_VAULT}
   */
  Secret decrypt(String envelope, Position at);

  /** Knows no password: every envelope stays shut. */
  static Vault locked() {
    return (envelope, at) -> {
      throw new ProvisionException(
          ErrorCode.VAULT_PASSWORD_MISSING,
          at,
          "This value is encrypted and no vault password was given."
              + " Give one with --vault-password-file or --vault-id.");
    };
  }
}
