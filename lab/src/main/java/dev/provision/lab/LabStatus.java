package dev.provision.lab;

import java.util.List;

/**
 * What there is of a lab, whole or in remains.
 *
 * @param name its name
 * @param state whether it can be used
 * @param machines its machines; those that were never started are missing
 */
public record LabStatus(String name, State state, List<MachineStatus> machines) {

  public LabStatus {
    machines = List.copyOf(machines);
  }

  /** Whether a lab can be used. */
  public enum State {
    /** All machines run. */
    UP("up"),
    /** Another program is starting it, or shutting it down. */
    BUSY("busy"),
    /** What was left by a start or a machine that ended badly. */
    REMAINS("remains");

    private final String word;

    State(String word) {
      this.word = word;
    }

    /** For the user. */
    public String word() {
      return word;
    }
  }

  /**
   * A machine of a lab.
   *
   * @param port the port on 127.0.0.1 that leads to its sshd; 0 where it is unknown
   * @param pid its process; 0 where none runs
   */
  public record MachineStatus(String name, int port, long pid) {

    public boolean isRunning() {
      return pid != 0;
    }
  }
}
