package dev.provision.host.units;

import dev.provision.host.HostModel;
import dev.provision.host.Resource;
import dev.provision.host.Step;
import dev.provision.value.Text;
import java.time.Duration;
import java.util.Set;

/**
 * Has systemd read all unit files again.
 *
 * @param replace whether it also starts itself anew
 */
public record ReloadManager(UnitScope scope, boolean replace) implements Step {

  @Override
  public Text script() {
    return Text.plain(scope.preparation() + "systemctl" + scope.option() + " " + verb() + "\n");
  }

  private String verb() {
    return replace ? "daemon-reexec" : "daemon-reload";
  }

  @Override
  public Duration timeout() {
    return Duration.ofMinutes(3);
  }

  @Override
  public Set<Resource> reads() {
    return Set.of();
  }

  @Override
  public Set<Resource> writes() {
    return Set.of(Resource.unit("*"));
  }

  @Override
  public void applyTo(HostModel model) {
    model
        .facts()
        .forEach(
            (resource, fact) -> {
              if (fact instanceof UnitStatus status) {
                model.put(resource, status.fresh());
              }
            });
  }

  @Override
  public String words() {
    return verb();
  }
}
