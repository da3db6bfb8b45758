package dev.provision.module.system;

import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.host.packages.AptOptions;
import dev.provision.host.packages.PackageSpec;
import dev.provision.module.Goal;
import dev.provision.module.Outcome;
import dev.provision.module.Param;
import dev.provision.module.Proposal;
import dev.provision.module.Reversibility;
import dev.provision.module.Risk;
import dev.provision.module.StateModule;
import dev.provision.value.Value;
import java.util.List;

/** Packages, whatever manages them on the host. */
public final class PackageModule implements StateModule<PackageModule.Params, PackagesState> {

  /** Its arguments. */
  public record Params(
      @Param(
              value = "Packages.",
              aliases = {"pkg"})
          List<String> name,
      @Param(value = "What they shall be.") State state,
      @Param(value = "Accepted; the host's own manager is used.", defaultValue = "auto")
          String use) {

    /** What packages shall be. */
    public enum State {
      PRESENT(PackageTask.Wanted.PRESENT),
      INSTALLED(PackageTask.Wanted.PRESENT),
      ABSENT(PackageTask.Wanted.ABSENT),
      REMOVED(PackageTask.Wanted.ABSENT),
      LATEST(PackageTask.Wanted.LATEST);

      private final PackageTask.Wanted wanted;

      State(PackageTask.Wanted wanted) {
        this.wanted = wanted;
      }
    }
  }

  @Override
  public String name() {
    return "package";
  }

  @Override
  public String summary() {
    return "Installs, upgrades and removes packages with the host's package manager.";
  }

  @Override
  public List<String> notes() {
    return List.of("Package managers that are known: apt, dnf, yum, zypper, apk.");
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public Class<PackagesState> state() {
    return PackagesState.class;
  }

  @Override
  public String subject(Params params) {
    return String.join(" ", params.name());
  }

  @Override
  public List<Problem> check(Params params) {
    return PackageChecks.names(params.name());
  }

  private static PackageTask task(Params params) {
    return new PackageTask(
        params.name().stream().map(PackageSpec::parse).toList(),
        params.state().wanted,
        false,
        false,
        0,
        AptOptions.PLAIN,
        List.of());
  }

  @Override
  public Query<PackagesState> observe(Params params, HostInfo host) {
    return task(params).observe(host);
  }

  @Override
  public Proposal<PackagesState> desired(Params params, PackagesState seen, HostInfo host) {
    return task(params).desired(seen, host);
  }

  @Override
  public List<Step> transition(
      PackagesState from, Goal<PackagesState> to, Params how, HostInfo host) {
    return task(how).transition(from, to, host);
  }

  @Override
  public Value.Dict result(Params params, Outcome<PackagesState> outcome) {
    return PackageTask.result(outcome);
  }

  @Override
  public Reversibility reversibility(Params params, PackagesState from, Goal<PackagesState> to) {
    return PackageTask.reversibility(from, to);
  }

  @Override
  public Risk risk(Params params, PackagesState from, Goal<PackagesState> to) {
    return PackageTask.risk(from, to);
  }
}
