package dev.provision.host.sysctl;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.host.FrameResult;
import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.host.Step;
import dev.provision.value.Text;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Sets a live value and reads it back: a kernel may clip it without a word.
 *
 * @param value with single blanks between its words
 */
public record SetSysctl(SysctlKey key, String value) implements Step {

  /** The exit code that says that the kernel took another value than it was given. */
  private static final int CLIPPED = 71;

  @Override
  public Text script() {
    return Text.plain(
        "f="
            + Sh.quote(key.path())
            + " v="
            + Sh.quote(value)
            + """

            { printf '%s\\n' "$v" >"$f"; } || exit 1
            if ! now=$(cat "$f" 2>/dev/null); then exit 0; fi
            set -f
            set -- $now
            if [ "$*" != "$v" ]; then printf '%s' "$*"; exit 71; fi
            """);
  }

  @Override
  public Set<Resource> reads() {
    return Set.of();
  }

  @Override
  public Set<Resource> writes() {
    Set<Resource> writes = new LinkedHashSet<>();
    writes.add(Resource.sysctl(key.name()));
    key.twin().ifPresent(twin -> writes.add(Resource.sysctl(twin.name())));
    return writes;
  }

  @Override
  public void applyTo(HostModel model) {
    set(model, key, value);
    if (!value.equals("0")) {
      key.twin().ifPresent(twin -> set(model, twin, "0"));
    }
  }

  private static void set(HostModel model, SysctlKey key, String value) {
    Resource resource = Resource.sysctl(key.name());
    Known<SysctlValue> before = model.fact(resource, SysctlValue.class);
    boolean isReadable = !before.isKnown() || before.get().readable();
    model.put(resource, new SysctlValue(true, isReadable, true, isReadable ? value : ""));
  }

  @Override
  public String words() {
    return "set " + key + " to " + value;
  }

  @Override
  public Problem failure(FrameResult result) {
    if (result.status() != FrameResult.Status.ENDED) {
      return Step.super.failure(result);
    }
    String why = why(result);
    return why.isEmpty()
        ? Step.super.failure(result)
        : Problem.error(ErrorCode.STEP_FAILED, Position.NONE, why);
  }

  private String why(FrameResult result) {
    String said = result.err();
    if (result.exitCode() == CLIPPED) {
      return "The kernel took "
          + result.out().strip()
          + " instead of "
          + value
          + " for "
          + key
          + ". Ask for a value that it accepts.";
    }
    if (said.contains("nvalid argument") || said.contains("out of range")) {
      return "The kernel refuses the value \"" + value + "\" for " + key + ".";
    }
    if (said.contains("ermission denied")
        || said.contains("not permitted")
        || said.contains("Read-only file system")) {
      return key + " can't be changed here: in a container or without root it is read-only.";
    }
    if (said.contains("o such file")) {
      return "The kernel does not know \"" + value + "\" for " + key + ". Is a module missing?";
    }
    return "";
  }
}
