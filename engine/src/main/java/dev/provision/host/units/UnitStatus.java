package dev.provision.host.units;

/**
 * What systemd says of a unit.
 *
 * @param load {@code loaded, not-found, masked, bad-setting, error, …}
 * @param active {@code active, inactive, failed, activating, deactivating, reloading}
 * @param sub the finer state: {@code running, exited, dead, auto-restart, …}
 * @param file {@code enabled, disabled, static, masked, alias, indirect, generated, …}; empty where
 *     there is no file
 * @param type {@code simple, forking, oneshot, notify, …}; empty for what is no service
 * @param remains whether a oneshot service stays active after it ended
 * @param stale whether the unit's files are newer than what systemd has read
 */
public record UnitStatus(
    String load,
    String active,
    String sub,
    String file,
    String type,
    boolean remains,
    boolean stale) {

  public static final UnitStatus NOT_FOUND =
      new UnitStatus("not-found", "inactive", "dead", "", "", false, false);

  public boolean exists() {
    return !load.equals("not-found");
  }

  /** Up, or on its way; not so a service that fails again and again. */
  public boolean isRunning() {
    boolean isUp =
        active.equals("active") || active.equals("activating") || active.equals("reloading");
    return isUp && !sub.equals("auto-restart");
  }

  /** As {@code systemctl is-enabled} says by its exit code. */
  public boolean isEnabled() {
    return switch (file) {
      case "enabled", "enabled-runtime", "static", "alias", "indirect", "generated", "transient" ->
          true;
      default -> false;
    };
  }

  public boolean isMasked() {
    return load.equals("masked") || file.startsWith("masked");
  }

  /** Whether starting it is over when it has ended: it can't be seen to run. */
  public boolean isOneShot() {
    return type.equals("oneshot") && !remains;
  }

  UnitStatus running(boolean wanted) {
    boolean stays = wanted && !isOneShot();
    return new UnitStatus(
        load,
        stays ? "active" : "inactive",
        stays ? type.equals("oneshot") ? "exited" : "running" : "dead",
        file,
        type,
        remains,
        stale);
  }

  UnitStatus enabled(boolean wanted) {
    boolean isFixed = isEnabled() && !file.startsWith("enabled");
    String newFile = isFixed ? file : wanted ? "enabled" : "disabled";
    return new UnitStatus(load, active, sub, newFile, type, remains, stale);
  }

  UnitStatus masked(boolean wanted) {
    return new UnitStatus(
        wanted ? "masked" : "loaded",
        active,
        sub,
        wanted ? "masked" : "disabled",
        type,
        remains,
        stale);
  }

  UnitStatus fresh() {
    return new UnitStatus(load, active, sub, file, type, remains, false);
  }
}
