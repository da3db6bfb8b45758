package dev.provision.host.packages;

import java.util.regex.Pattern;

/**
 * A package as a user asks for it: {@code nginx}, {@code nginx=1.22*}, {@code libc6:i386}.
 *
 * @param name with its architecture, if one is given
 * @param version a version in which {@code *} stands for anything; empty for any
 */
public record PackageSpec(String name, String version) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9+._:-]*");

  /**
   * @throws IllegalArgumentException saying what a package looks like
   */
  public static PackageSpec parse(String written) {
    int equals = written.indexOf('=');
    String name = equals < 0 ? written : written.substring(0, equals);
    String version = equals < 0 ? "" : written.substring(equals + 1);
    if (!NAME.matcher(name).matches() || equals >= 0 && version.isBlank()) {
      throw new IllegalArgumentException(
          "\"" + written + "\" is no package: write name or name=version.");
    }
    return new PackageSpec(name, version);
  }

  /** Whether an installed version is one that is asked for. */
  public boolean accepts(String installed) {
    if (version.isEmpty()) {
      return true;
    }
    StringBuilder regex = new StringBuilder();
    for (String part : version.split("\\*", -1)) {
      regex.append(regex.length() == 0 ? "" : ".*").append(Pattern.quote(part));
    }
    return Pattern.matches(regex.toString(), installed);
  }

  @Override
  public String toString() {
    return version.isEmpty() ? name : name + "=" + version;
  }
}
