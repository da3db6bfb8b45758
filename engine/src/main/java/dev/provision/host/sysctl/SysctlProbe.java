package dev.provision.host.sysctl;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.FrameResult;
import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Probe;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.value.Text;
import java.util.Set;

/** A setting's live value. */
public record SysctlProbe(SysctlKey key) implements Probe<SysctlValue> {

  @Override
  public Text script() {
    return Text.plain(
        "f="
            + Sh.quote(key.path())
            + """

            if [ ! -e "$f" ] || [ -d "$f" ]; then
              echo absent
            else
              if [ -w "$f" ]; then w=yes; else w=no; fi
              if v=$(cat "$f" 2>/dev/null); then echo "value $w"; printf '%s\\n' "$v"; else echo "hidden $w"; fi
            fi
            """);
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(Resource.sysctl(key.name()));
  }

  @Override
  public SysctlValue decode(FrameResult result) {
    String out = result.out();
    int end = out.indexOf('\n');
    String first = end < 0 ? out.strip() : out.substring(0, end);
    String rest = end < 0 ? "" : out.substring(end + 1);
    return switch (first) {
      case "absent" -> SysctlValue.ABSENT;
      case "value yes" -> new SysctlValue(true, true, true, SysctlValue.normal(rest));
      case "value no" -> new SysctlValue(true, true, false, SysctlValue.normal(rest));
      case "hidden yes" -> new SysctlValue(true, false, true, "");
      case "hidden no" -> new SysctlValue(true, false, false, "");
      default ->
          throw new ProvisionException(
              ErrorCode.MODULE_FAILED,
              "The host did not tell the value of " + key + ": " + result.err().strip());
    };
  }

  @Override
  public Known<SysctlValue> answer(HostModel model) {
    Known<SysctlValue> known = model.fact(Resource.sysctl(key.name()), SysctlValue.class);
    return !known.isKnown() && model.isClosed() ? Known.of(SysctlValue.ABSENT) : known;
  }

  @Override
  public void learn(HostModel model, SysctlValue answer) {
    model.put(Resource.sysctl(key.name()), answer);
  }
}
