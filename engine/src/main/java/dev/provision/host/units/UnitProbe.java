package dev.provision.host.units;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.host.FrameResult;
import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Probe;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.value.Text;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What systemd says of a unit.
 *
 * @param unit with its suffix
 */
public record UnitProbe(String unit, UnitScope scope) implements Probe<UnitStatus> {

  private static final List<String> PROPERTIES =
      List.of(
          "LoadState",
          "ActiveState",
          "SubState",
          "UnitFileState",
          "Type",
          "RemainAfterExit",
          "NeedDaemonReload");

  /** {@code nginx} is {@code nginx.service}. */
  public static String withSuffix(String name) {
    boolean hasSuffix =
        name.matches(
            ".*\\.(service|socket|device|mount|automount|swap|target|path|timer|slice|scope)");
    return hasSuffix ? name : name + ".service";
  }

  @Override
  public Text script() {
    return Text.plain(
        scope.preparation()
            + "systemctl"
            + scope.option()
            + " show -p "
            + String.join(",", PROPERTIES)
            + " -- "
            + Sh.quote(unit)
            + "\n");
  }

  @Override
  public Set<Resource> reads() {
    Set<Resource> reads = new LinkedHashSet<>();
    reads.add(Resource.unit(unit));
    reads.addAll(sources());
    return reads;
  }

  /** What may bring a unit or change it. */
  private Set<Resource> sources() {
    return Set.of(
        Resource.packages(),
        Resource.file("/etc/systemd/system/" + unit),
        Resource.tree("/etc/systemd/system/" + unit + ".d"),
        Resource.file("/usr/lib/systemd/system/" + unit),
        Resource.file("/lib/systemd/system/" + unit));
  }

  @Override
  public UnitStatus decode(FrameResult result) {
    Map<String, String> said = new HashMap<>();
    for (String line : result.out().split("\n")) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        said.put(line.substring(0, equals), line.substring(equals + 1).strip());
      }
    }
    if (!said.containsKey("LoadState")) {
      throw new ProvisionException(
          ErrorCode.MODULE_FAILED,
          "systemd does not tell the state of " + unit + ": " + reason(result));
    }
    return new UnitStatus(
        said.get("LoadState"),
        said.getOrDefault("ActiveState", "inactive"),
        said.getOrDefault("SubState", ""),
        said.getOrDefault("UnitFileState", ""),
        said.getOrDefault("Type", ""),
        said.getOrDefault("RemainAfterExit", "no").equals("yes"),
        said.getOrDefault("NeedDaemonReload", "no").equals("yes"));
  }

  private static String reason(FrameResult result) {
    String said = result.err().strip();
    return said.isEmpty() ? "is it running on this host?" : said;
  }

  /**
   * After a package or the unit's file was changed nobody knows, unless the unit was changed later.
   */
  @Override
  public Known<UnitStatus> answer(HostModel model) {
    Known<UnitStatus> known = model.fact(fact(), UnitStatus.class);
    if (!known.isKnown()) {
      return model.isClosed() ? Known.of(UnitStatus.NOT_FOUND) : known;
    }
    boolean isOutdated =
        model.isWritten(sources()) && !model.isWritten(Set.of(Resource.unit(unit)));
    return isOutdated ? Known.unknown() : known;
  }

  @Override
  public void learn(HostModel model, UnitStatus answer) {
    model.put(fact(), answer);
  }

  private Resource fact() {
    return Resource.unit(unit);
  }
}
