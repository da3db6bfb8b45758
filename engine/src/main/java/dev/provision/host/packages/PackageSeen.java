package dev.provision.host.packages;

/**
 * A package on a host.
 *
 * @param installed its version; empty where it is not installed
 * @param candidate the version that an installation would bring; empty where that was not asked or
 *     nothing would
 * @param provided whether another installed package stands in for it
 * @param configured whether it is removed but its configuration is still there
 */
public record PackageSeen(
    String installed, String candidate, boolean provided, boolean configured) {

  public static final PackageSeen ABSENT = new PackageSeen("", "", false, false);

  /** Stands for a version that only the installation will tell. */
  public static final String SOME_VERSION = "?";

  public boolean isInstalled() {
    return !installed.isEmpty() || provided;
  }
}
