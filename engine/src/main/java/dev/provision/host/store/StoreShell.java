package dev.provision.host.store;

import dev.provision.host.Resource;
import java.util.Set;

/** Shell text shared by all that touch the store. */
final class StoreShell {

  /** The store itself; no module reads or writes it. */
  static final Set<Resource> STORE = Set.of(new Resource("provision", "store"));

  /** Sets {@code d} to the account's own store: root's is the host's. */
  static final String FOLDER =
      "umask 077\n"
          + "if [ \"$(id -u)\" = 0 ]; then d=/var/lib/provision\n"
          + "else d=${XDG_STATE_HOME:-${HOME:-/tmp}/.local/state}/provision; fi\n";

  /**
   * A process's start in clock ticks since boot: with the boot's id it tells a process from any
   * other.
   */
  static final String PROCESS =
      "boot=$(cat /proc/sys/kernel/random/boot_id 2>/dev/null)\n"
          + "began() { sed 's/.*) //' \"/proc/$1/stat\" 2>/dev/null | cut -d' ' -f20; }\n"
          + "parent() { sed 's/.*) //' \"/proc/$1/stat\" 2>/dev/null | cut -d' ' -f2; }\n"
          // Lines of the lock: run, process, its start, boot, owner's words.
          + "lines() { r= q= s= b= o=\n"
          + "  { read -r r; read -r q; read -r s; read -r b; read -r o; } 2>/dev/null <\"$1\"; }\n"
          + "held() { [ -n \"$q\" ] && [ \"$b\" = \"$boot\" ] && [ \"$(began \"$q\")\" = \"$s\" ]; }\n";

  private StoreShell() {}

  /** Run ids become names of folders. */
  static String checkedRun(String run) {
    if (!run.matches("[A-Za-z0-9][A-Za-z0-9-]{0,63}")) {
      throw new IllegalArgumentException("[" + run + "] is no run id");
    }
    return run;
  }
}
