package dev.provision.run;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.run.event.RunEvent;
import dev.provision.value.Vault;
import java.util.List;
import java.util.Optional;

/** Undoes a run from its journal. One object per run. */
public final class Reverter {

  private final RunTools tools;

  public Reverter(RunTools tools) {
    this.tools = tools;
  }

  /**
   * Tells first what can't be undone, then undoes the rest backwards, then runs the handlers that
   * the undone tasks had notified.
   */
  public ExitCode revert(Request request, RunEvent.Listener listener) {
    throw new ProvisionException(
        ErrorCode.NOT_AVAILABLE, "Version " + tools.version() + " can't revert runs yet.");
  }

  /** As {@link Runner#interrupt}. */
  public void interrupt() {}

  /**
   * What to undo.
   *
   * @param run a run's id, or a unique beginning of it; {@code latest} for the newest
   * @param inventory to reach the hosts; empty for that of the run
   * @param host only this one
   * @param task only the tasks of this name or address
   * @param force restore also what has been changed by others since
   */
  public record Request(
      String run,
      List<String> inventory,
      Vault vault,
      Optional<String> host,
      Optional<String> task,
      boolean force,
      RunOptions options) {

    public Request {
      inventory = List.copyOf(inventory);
    }
  }
}
