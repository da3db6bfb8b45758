package dev.provision.lab.container;

import java.util.Locale;

/**
 * The accounts of a test host. All take the host's {@linkplain ContainerHost#privateKey() key}; all
 * but root have the password {@link #PASSWORD}. The busybox image has only the first five.
 */
public enum Account {
  ROOT,
  /** sudo with password. */
  DEPLOY,
  /** sudo without password. */
  NOPASS,
  /** No rights at all. */
  PLAIN,
  /** Its shell turns everybody away. */
  NOLOGIN,
  /** sudo with password, on a terminal only ({@code requiretty}). */
  TERMINAL,
  /** sudo without password, on a terminal only. */
  BARETERM,
  /** doas with password. */
  DOAS,
  /** doas without password. */
  DOASNOPASS,
  /** tcsh; sudo without password. */
  CSH,
  /** fish; sudo without password. */
  FISH,
  /** bash whose rc files print to both streams, to whomever; sudo without password. */
  NOISY,
  /** bash whose rc file reads standard input to its end. */
  READER,
  /** A restricted shell. */
  RESTRICTED;

  /** The password of every account but root. */
  public static final String PASSWORD = "correct-horse";

  /** What {@code su} asks for. */
  public static final String ROOT_PASSWORD = "battery-staple";

  /** The name to log in with. */
  public String login() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The password to log in with. */
  public String password() {
    return this == ROOT ? ROOT_PASSWORD : PASSWORD;
  }
}
