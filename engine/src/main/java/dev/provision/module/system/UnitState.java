package dev.provision.module.system;

import dev.provision.host.units.UnitStatus;

/**
 * A unit's state.
 *
 * @param background all that systemd said, which is no part of the state
 */
record UnitState(boolean running, boolean enabled, boolean masked, Background background) {

  static UnitState of(UnitStatus status) {
    return new UnitState(
        status.isRunning(), status.isEnabled(), status.isMasked(), new Background(status));
  }

  UnitStatus status() {
    return background.status();
  }

  UnitState withRunning(boolean wanted) {
    return new UnitState(wanted, enabled, masked, background);
  }

  UnitState withEnabled(boolean wanted) {
    return new UnitState(running, wanted, masked, background);
  }

  UnitState withMasked(boolean wanted) {
    return new UnitState(running, enabled, wanted, background);
  }

  /** Equal to any other. */
  record Background(UnitStatus status) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Background;
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }
}
