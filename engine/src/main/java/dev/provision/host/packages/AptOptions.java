package dev.provision.host.packages;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How apt-get is to go about its work.
 *
 * @param recommends whether recommended packages come along; empty for the host's own setting
 * @param release from which release to take packages
 * @param dpkgOptions given to dpkg, without dashes: {@code force-confold}
 * @param policyRcd the exit code of policy-rc.d while packages are installed: 101 keeps services
 *     from starting; empty leaves things as they are
 */
public record AptOptions(
    Optional<Boolean> recommends,
    Optional<String> release,
    List<String> dpkgOptions,
    boolean onlyUpgrade,
    boolean allowDowngrade,
    boolean force,
    Optional<Integer> policyRcd,
    Duration lockTimeout) {

  public static final AptOptions PLAIN =
      new AptOptions(
          Optional.empty(),
          Optional.empty(),
          List.of("force-confdef", "force-confold"),
          false,
          false,
          false,
          Optional.empty(),
          Duration.ofSeconds(60));

  public AptOptions {
    dpkgOptions = List.copyOf(dpkgOptions);
  }
}
