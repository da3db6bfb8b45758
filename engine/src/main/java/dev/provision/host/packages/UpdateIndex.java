package dev.provision.host.packages;

import dev.provision.host.HostModel;
import dev.provision.host.Resource;
import dev.provision.host.Step;
import dev.provision.value.Text;
import java.time.Duration;
import java.util.Set;

/**
 * Fetches the package index anew.
 *
 * @param lockTimeout how long to wait while another program holds the package manager's lock
 */
public record UpdateIndex(PackageManager manager, Duration lockTimeout) implements Step {

  @Override
  public Text script() {
    return Text.plain(
        switch (manager) {
          case APT ->
              PackageScripts.APT
                  + PackageScripts.aptGet(lockTimeout)
                  // An index that has not changed keeps its time, but it was looked at now.
                  + " update || exit 1\ntouch /var/lib/apt/lists\n";
          case DNF5, DNF, YUM -> manager.tool() + " -q makecache\n";
          case ZYPPER -> "zypper --non-interactive refresh\n";
          case APK -> "apk update\n";
        });
  }

  @Override
  public Duration timeout() {
    return Duration.ofMinutes(15);
  }

  @Override
  public Set<Resource> reads() {
    return Set.of();
  }

  @Override
  public Set<Resource> writes() {
    return Set.of(new Resource("package-index", manager.name()));
  }

  /** Which versions the new index names is not known before. */
  @Override
  public void applyTo(HostModel model) {
    model.put(IndexAgeProbe.INDEX, 0L);
    model
        .facts()
        .forEach(
            (resource, fact) -> {
              if (fact instanceof PackageSeen seen && !seen.candidate().isEmpty()) {
                model.put(
                    resource,
                    new PackageSeen(
                        seen.installed(),
                        PackageSeen.SOME_VERSION,
                        seen.provided(),
                        seen.configured()));
              }
            });
  }

  @Override
  public String words() {
    return "update the package index";
  }
}
