package dev.provision.host;

import dev.provision.value.Secret;
import java.util.Optional;

/**
 * How to act as another account than the one that logged in.
 *
 * @param method {@code sudo}, {@code su} or {@code doas}
 * @param user the account to become
 * @param executable the program to call; the method's own name unless told otherwise
 * @param flags further arguments of that program, as the user wrote them; may be empty
 * @param password given only when the program asks for it
 */
public record Become(
    Method method, String user, String executable, String flags, Optional<Secret> password) {

  /** The programs that are understood. */
  public enum Method {
    SUDO,
    SU,
    DOAS
  }
}
