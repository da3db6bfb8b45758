package dev.provision.host.units;

/** Whose units. */
public enum UnitScope {
  SYSTEM(""),
  USER("XDG_RUNTIME_DIR=/run/user/$(id -u); export XDG_RUNTIME_DIR\n"),
  GLOBAL("");

  private final String preparation;

  UnitScope(String preparation) {
    this.preparation = preparation;
  }

  String preparation() {
    return preparation;
  }

  /** The option of systemctl. */
  String option() {
    return switch (this) {
      case SYSTEM -> "";
      case USER -> " --user";
      case GLOBAL -> " --global";
    };
  }
}
