package dev.provision.module.system;

import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.host.packages.AptOptions;
import dev.provision.host.packages.PackageSpec;
import dev.provision.host.packages.TidyPackages;
import dev.provision.module.Goal;
import dev.provision.module.Outcome;
import dev.provision.module.Param;
import dev.provision.module.Proposal;
import dev.provision.module.Reversibility;
import dev.provision.module.Risk;
import dev.provision.module.StateModule;
import dev.provision.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Packages of Debian and its like. */
public final class AptModule implements StateModule<AptModule.Params, PackagesState> {

  /** Its arguments. */
  public record Params(
      @Param(
              value = "Packages, each perhaps as name=version.",
              aliases = {"package", "pkg"},
              defaultValue = "")
          List<String> name,
      @Param(
              value = "What they shall be.",
              defaultValue = "present",
              choices = {"present", "absent", "latest", "build-dep", "fixed"})
          State state,
      @Param(
              value = "Fetch the package index before.",
              aliases = "update-cache",
              defaultValue = "false")
          boolean updateCache,
      @Param(
              value =
                  "Fetch the index only where it is older than so many seconds; implies `update_cache`.",
              defaultValue = "0")
          int cacheValidTime,
      @Param(
              value = "Whether recommended packages come along; without it as the host has it.",
              aliases = "install-recommends")
          Optional<Boolean> installRecommends,
      @Param(value = "Take packages from this release.", aliases = "default-release")
          Optional<String> defaultRelease,
      @Param(value = "Remove configuration too.", defaultValue = "false") boolean purge,
      @Param(value = "Remove packages that nothing needs any more.", defaultValue = "false")
          boolean autoremove,
      @Param(value = "Remove fetched files that can't be fetched any more.", defaultValue = "false")
          boolean autoclean,
      @Param(value = "Remove fetched files.", defaultValue = "false") boolean clean,
      @Param(
              value = "Upgrade all packages.",
              defaultValue = "no",
              choices = {"no", "yes", "safe", "full", "dist"})
          Upgrade upgrade,
      @Param(value = "Upgrade packages but install none.", defaultValue = "false")
          boolean onlyUpgrade,
      @Param(
              value = "Take an older version where one is asked for.",
              aliases = {"allow-downgrade", "allow_downgrades", "allow-downgrades"},
              defaultValue = "false")
          boolean allowDowngrade,
      @Param(
              value = "Options for dpkg, parted by commas.",
              defaultValue = "force-confdef,force-confold")
          String dpkgOptions,
      @Param(value = "Go on where apt would rather ask.", defaultValue = "false") boolean force,
      @Param("Keep services from starting: the exit code of policy-rc.d, such as 101.")
          Optional<Integer> policyRcD,
      @Param(value = "Wait so many seconds for another program that uses apt.", defaultValue = "60")
          Duration lockTimeout) {

    /** What packages shall be. */
    public enum State {
      PRESENT(PackageTask.Wanted.PRESENT),
      ABSENT(PackageTask.Wanted.ABSENT),
      LATEST(PackageTask.Wanted.LATEST),
      BUILD_DEP(PackageTask.Wanted.BUILD_DEPENDENCIES),
      FIXED(PackageTask.Wanted.PRESENT);

      private final PackageTask.Wanted wanted;

      State(PackageTask.Wanted wanted) {
        this.wanted = wanted;
      }
    }

    /** How all packages are upgraded. */
    public enum Upgrade {
      NO,
      YES,
      SAFE,
      FULL,
      DIST
    }
  }

  @Override
  public String name() {
    return "apt";
  }

  @Override
  public String summary() {
    return "Installs, upgrades and removes packages with apt.";
  }

  @Override
  public List<String> notes() {
    return List.of(
        "Files of configuration that were changed on the host are kept, as with `force-confdef,force-confold`.",
        "`deb` is not known: copy the file and use `command: dpkg -i`.");
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
    return params.name().isEmpty() ? "packages" : String.join(" ", params.name());
  }

  @Override
  public List<Problem> check(Params params) {
    return PackageChecks.names(params.name());
  }

  private static PackageTask task(Params params) {
    AptOptions options = options(params);
    return new PackageTask(
        params.name().stream().map(PackageSpec::parse).toList(),
        params.state().wanted,
        params.purge(),
        params.updateCache() || params.cacheValidTime() > 0,
        params.cacheValidTime(),
        options,
        events(params, options));
  }

  private static AptOptions options(Params params) {
    return new AptOptions(
        params.installRecommends(),
        params.defaultRelease(),
        List.of(params.dpkgOptions().split(" *, *")),
        params.onlyUpgrade(),
        params.allowDowngrade(),
        params.force(),
        params.policyRcD(),
        params.lockTimeout());
  }

  private static List<Proposal.Event> events(Params params, AptOptions options) {
    List<Proposal.Event> events = new ArrayList<>();
    switch (params.upgrade()) {
      case NO -> {
        // Packages stay as they are.
      }
      case YES, SAFE -> events.add(event("upgrade", params, options, Risk.RESTART));
      case FULL, DIST -> events.add(event("dist-upgrade", params, options, Risk.RESTART));
    }
    if (params.autoremove()) {
      events.add(event("autoremove", params, options, Risk.NONE));
    }
    if (params.autoclean()) {
      events.add(event("autoclean", params, options, Risk.NONE));
    }
    if (params.clean()) {
      events.add(event("clean", params, options, Risk.NONE));
    }
    return events;
  }

  private static Proposal.Event event(String verb, Params params, AptOptions options, Risk risk) {
    TidyPackages step =
        new TidyPackages(verb, params.purge() && verb.equals("autoremove"), options);
    return new Proposal.Event(step.words(), false, risk, List.of(step));
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
    return PackageTask.result(outcome)
        .with("cache_updated", Value.of(params.updateCache() || params.cacheValidTime() > 0));
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
