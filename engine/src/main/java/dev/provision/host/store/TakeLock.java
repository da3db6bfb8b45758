package dev.provision.host.store;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.host.FrameResult;
import dev.provision.host.HostModel;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.host.Step;
import dev.provision.value.Text;
import java.util.Set;

/**
 * Makes the host this run's own. The lock names a process that lives as long as the run's line to
 * the host: when that is gone, or the host was booted, the lock counts for nothing and the next run
 * takes it over. A run that holds it already keeps it.
 *
 * @param run who takes it
 * @param owner words for others who want it: account, machine, time
 * @param perFrame whether each frame has a shell of its own, so that the connection's process has
 *     to be named instead of the shell's
 */
public record TakeLock(String run, String owner, boolean perFrame) implements Step {

  /** The exit code that says: somebody else holds it. */
  public static final int HELD = 75;

  public TakeLock {
    StoreShell.checkedRun(run);
  }

  @Override
  public Text script() {
    return Text.plain(
        StoreShell.FOLDER
            + StoreShell.PROCESS
            + "mkdir -p \"$d/runs\" && chmod 700 \"$d\" || exit 74\n"
            + "l=$d/lock t=$d/lock.$$\n"
            + "p=$$\n"
            + (perFrame ? CONNECTION : "")
            + "printf '%s\\n' "
            + Sh.quote(run)
            + " \"$p\" \"$(began \"$p\")\" \"$boot\" "
            + Sh.quote(owner.replaceAll("[\\p{Cntrl}]", " "))
            + " >\"$t\" || exit 74\n"
            + "n=0\n"
            // A hard link is made or not, and shows its content at once.
            + "until ln \"$t\" \"$l\" 2>/dev/null; do\n"
            + "  lines \"$l\"\n"
            + "  if [ \"$r\" = "
            + Sh.quote(run)
            + " ]; then mv -f \"$t\" \"$l\"; exit; fi\n"
            + "  if held; then rm -f \"$t\"; printf '%s\\n%s\\n' \"$r\" \"$o\"; exit "
            + HELD
            + "; fi\n"
            + "  was=\"$r $q $s $b\"\n"
            + "  if mv \"$l\" \"$l.old.$$\" 2>/dev/null; then\n"
            + "    lines \"$l.old.$$\"\n"
            // Somebody else took it over in between: give it back.
            + "    [ \"$r $q $s $b\" = \"$was\" ] || ln \"$l.old.$$\" \"$l\" 2>/dev/null\n"
            + "    rm -f \"$l.old.$$\"\n"
            + "  fi\n"
            + "  n=$((n + 1)); [ \"$n\" -lt 20 ] || { rm -f \"$t\"; exit 74; }\n"
            + "done\n"
            + "rm -f \"$t\"\n");
  }

  private static final String CONNECTION =
      "q=$p\n"
          + "while [ \"${q:-0}\" -gt 1 ]; do\n"
          + "  case $(cat \"/proc/$q/comm\" 2>/dev/null) in sshd*|dropbear*|java) p=$q; break;; esac\n"
          + "  q=$(parent \"$q\")\n"
          + "done\n";

  @Override
  public Set<Resource> reads() {
    return Set.of();
  }

  @Override
  public Set<Resource> writes() {
    return StoreShell.STORE;
  }

  @Override
  public void applyTo(HostModel model) {
    // The store is no part of what modules see.
  }

  @Override
  public String words() {
    return "lock the host";
  }

  @Override
  public Problem failure(FrameResult result) {
    if (result.status() == FrameResult.Status.ENDED && result.exitCode() == HELD) {
      String[] lines = result.out().split("\n", 3);
      return Problem.error(
          ErrorCode.HOST_LOCKED,
          Position.NONE,
          "The run "
              + clean(lines[0])
              + (lines.length > 1 ? " (" + clean(lines[1]) + ")" : "")
              + " is changing this host. Nothing was changed here. Try again when it has ended.");
    }
    return Step.super.failure(result);
  }

  static String clean(String line) {
    String printable = line.replaceAll("[^\\p{Print}]", "?");
    return printable.length() > 200 ? printable.substring(0, 200) : printable;
  }
}
