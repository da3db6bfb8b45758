package dev.provision.connect.ssh;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What may be used to log in, in the order in which it is offered.
 *
 * @param identityFiles private keys, or public ones whose private half the agent holds
 * @param identitiesExplicit whether the user named them; the well-known names may be missing
 *     without a word
 * @param certificateFiles certificates beside those that stand next to their key
 * @param agentSocket the agent's socket; empty for none
 * @param identitiesOnly whether keys of the agent that no file names are left alone
 * @param methods authentication methods in order of preference, as {@code PreferredAuthentications}
 */
public record LoginSettings(
    List<Path> identityFiles,
    boolean identitiesExplicit,
    List<Path> certificateFiles,
    Optional<Path> agentSocket,
    boolean identitiesOnly,
    List<String> methods) {

  public static final String PUBLICKEY = "publickey";
  public static final String KEYBOARD_INTERACTIVE = "keyboard-interactive";
  public static final String PASSWORD = "password";

  public LoginSettings {
    identityFiles = List.copyOf(identityFiles);
    certificateFiles = List.copyOf(certificateFiles);
    methods = List.copyOf(methods);
  }

  /** Nothing but these key files: no agent, no password. */
  public static LoginSettings keys(Path... files) {
    return new LoginSettings(
        List.of(files), true, List.of(), Optional.empty(), true, List.of(PUBLICKEY));
  }

  /** Nothing but a password, typed or by keyboard-interactive. */
  public static LoginSettings passwordOnly() {
    return new LoginSettings(
        List.of(),
        true,
        List.of(),
        Optional.empty(),
        true,
        List.of(KEYBOARD_INTERACTIVE, PASSWORD));
  }
}
