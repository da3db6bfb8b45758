package dev.provision.cli;

import picocli.CommandLine.IVersionProvider;

/** What this program calls itself. */
final class Version implements IVersionProvider {

  /** From the jar's manifest; a class folder has none. */
  static String number() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"provision " + number()};
  }
}
