package dev.provision.run;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.run.event.RunEvent;

/** Walks playbooks over hosts: the door for {@code plan} and {@code apply}. One object per run. */
public final class Runner {

  private final RunTools tools;

  public Runner(RunTools tools) {
    this.tools = tools;
  }

  /**
   * Reads all files, tells all that is wrong with them, and if nothing is, runs. Returns when all
   * hosts have ended. Never throws for what users or hosts can cause: that is told as events.
   */
  public ExitCode run(RunRequest request, RunEvent.Listener listener) {
    throw new ProvisionException(
        ErrorCode.NOT_AVAILABLE, "Version " + tools.version() + " can't run playbooks yet.");
  }

  /**
   * Ctrl-C: at the first call running steps end by themselves and nothing new begins; at the second
   * they are killed. From any thread; {@link #run} returns soon after.
   */
  public void interrupt() {}

  /**
   * What {@code --list-hosts}, {@code --list-tasks}, {@code --list-tags} and {@code --syntax-check}
   * tell.
   */
  public Listing list(RunRequest request, RunEvent.Listener listener) {
    throw new ProvisionException(
        ErrorCode.NOT_AVAILABLE, "Version " + tools.version() + " can't list playbooks yet.");
  }
}
