package dev.provision.host.units;

import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.host.Step;
import dev.provision.host.files.FileModel;
import dev.provision.value.Text;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Asks systemd to do something with a unit.
 *
 * @param unit with its suffix
 * @param blocking whether to wait until it is done
 * @param force whether links in the way are replaced when it is enabled
 */
public record ChangeUnit(String unit, Verb verb, UnitScope scope, boolean blocking, boolean force)
    implements Step {

  /** What systemd can be asked to do. */
  public enum Verb {
    START,
    STOP,
    RESTART,
    RELOAD,
    ENABLE,
    DISABLE,
    MASK,
    UNMASK;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    private boolean isJob() {
      return this == START || this == STOP || this == RESTART || this == RELOAD;
    }
  }

  @Override
  public Text script() {
    String options =
        scope.option()
            + (verb.isJob() && !blocking ? " --no-block" : "")
            + (verb == Verb.ENABLE && force ? " --force" : "");
    String command = "systemctl" + options + " " + verb.word() + " -- " + Sh.quote(unit);
    // What a service said before it failed is the reason that people look for.
    String reason =
        verb.isJob()
            ? " || {\n  rc=$?\n  journalctl --no-pager -o cat -n 12 -u "
                + Sh.quote(unit)
                + " >&2 2>/dev/null\n  exit $rc\n}"
            : "";
    return Text.plain(scope.preparation() + command + reason + "\n");
  }

  /** Longer than systemd's own time-out for a start, which is 90 s. */
  @Override
  public Duration timeout() {
    return Duration.ofMinutes(15);
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(Resource.unit(unit));
  }

  /** Where services put files while they run. */
  private static final Set<Resource> FOLDERS =
      Set.of(Resource.tree("/run"), Resource.tree("/var"), Resource.tree("/tmp"));

  /** A unit takes others with it, opens ports and makes files. */
  @Override
  public Set<Resource> writes() {
    if (!verb.isJob()) {
      return Set.of(
          Resource.unit(unit), Resource.tree("/etc/systemd"), Resource.tree("/run/systemd"));
    }
    Set<Resource> writes = new LinkedHashSet<>(FOLDERS);
    writes.add(Resource.unit("*"));
    writes.add(new Resource("port", "*"));
    writes.add(new Resource("mysql", "*"));
    return writes;
  }

  @Override
  public void applyTo(HostModel model) {
    Known<UnitStatus> before = model.fact(Resource.unit(unit), UnitStatus.class);
    if (verb.isJob()) {
      FileModel.of(model).forgetAbsentBelow(FOLDERS);
    }
    if (before.isKnown()) {
      model.put(Resource.unit(unit), after(before.get()));
    }
  }

  private UnitStatus after(UnitStatus before) {
    return switch (verb) {
      case START, RESTART -> before.running(true);
      case STOP -> before.running(false);
      case RELOAD -> before;
      case ENABLE -> before.enabled(true);
      case DISABLE -> before.enabled(false);
      case MASK -> before.masked(true);
      case UNMASK -> before.masked(false);
    };
  }

  @Override
  public String words() {
    return verb.word() + " " + unit;
  }
}
