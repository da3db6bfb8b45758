package dev.provision.module.system;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.host.Query;
import dev.provision.host.Step;
import dev.provision.host.packages.AptOptions;
import dev.provision.host.packages.ChangePackages;
import dev.provision.host.packages.IndexAgeProbe;
import dev.provision.host.packages.PackageManager;
import dev.provision.host.packages.PackageSeen;
import dev.provision.host.packages.PackageSpec;
import dev.provision.host.packages.PackagesProbe;
import dev.provision.host.packages.UpdateIndex;
import dev.provision.module.Goal;
import dev.provision.module.Outcome;
import dev.provision.module.Proposal;
import dev.provision.module.Results;
import dev.provision.module.Reversibility;
import dev.provision.module.Risk;
import dev.provision.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What apt and package have in common.
 *
 * @param purge whether configuration goes with a removed package
 * @param updateIndex whether the index is fetched before
 * @param indexValid seconds for which an index is new enough; 0 fetches it each time
 * @param events done besides
 */
record PackageTask(
    List<PackageSpec> specs,
    Wanted wanted,
    boolean purge,
    boolean updateIndex,
    long indexValid,
    AptOptions options,
    List<Proposal.Event> events) {

  /** Younger than this an index was fetched by this very task. */
  private static final long JUST_NOW = 20;

  /** What shall be. */
  enum Wanted {
    PRESENT,
    ABSENT,
    LATEST,
    BUILD_DEPENDENCIES
  }

  Query<PackagesState> observe(HostInfo host) {
    Optional<PackageManager> manager = PackageManager.of(host);
    List<String> names = names();
    if (manager.isEmpty() || names.isEmpty() && !updateIndex) {
      return Query.of(PackagesState.of(names, new PackagesProbe.Answer(Map.of()), 0));
    }
    Query<PackagesProbe.Answer> packages =
        names.isEmpty()
            ? Query.of(new PackagesProbe.Answer(Map.of()))
            : Query.ask(new PackagesProbe(manager.get(), names, wanted == Wanted.LATEST));
    Query<Long> age =
        updateIndex && manager.get() == PackageManager.APT
            ? Query.ask(new IndexAgeProbe())
            : Query.of(0L);
    return packages.and(age, (answer, seconds) -> PackagesState.of(names, answer, seconds));
  }

  private List<String> names() {
    return specs.stream().map(PackageSpec::name).distinct().toList();
  }

  Proposal<PackagesState> desired(PackagesState seen, HostInfo host) {
    Optional<PackageManager> manager = PackageManager.of(host);
    if (manager.isEmpty()) {
      return refused("The host has none of the package managers that are known here.");
    }
    boolean isApt = manager.get() == PackageManager.APT;
    if (updateIndex && isApt && seen.background().indexAge() > Math.max(indexValid, JUST_NOW)) {
      UpdateIndex update = new UpdateIndex(manager.get(), options.lockTimeout());
      return new Proposal.First<>(List.of(update), update.words());
    }
    if (wanted == Wanted.BUILD_DEPENDENCIES) {
      return Proposal.want(Goal.unchanged(seen), withBuildDependencies(manager.get()));
    }
    Optional<String> unknown = unknownPackage(seen, isApt);
    if (unknown.isPresent()) {
      return refused("No package matching '" + unknown.get() + "' is available.");
    }
    return Proposal.want(goal(seen), events);
  }

  private List<Proposal.Event> withBuildDependencies(PackageManager manager) {
    List<Proposal.Event> all = new ArrayList<>();
    if (!specs.isEmpty()) {
      ChangePackages step =
          new ChangePackages(manager, ChangePackages.Verb.BUILD_DEPENDENCIES, names(), options);
      all.add(new Proposal.Event(step.words(), true, Risk.NONE, List.of(step)));
    }
    all.addAll(events);
    return all;
  }

  private static Proposal<PackagesState> refused(String detail) {
    return Proposal.refuse(Problem.error(ErrorCode.MODULE_FAILED, Position.NONE, detail));
  }

  /** A package that is not there and that the index does not know. */
  private Optional<String> unknownPackage(PackagesState seen, boolean isApt) {
    if (wanted == Wanted.ABSENT || !isApt || options.onlyUpgrade()) {
      return Optional.empty();
    }
    return names().stream()
        .filter(name -> seen.packages().getOrDefault(name, "").isEmpty())
        .filter(name -> seen.background().candidates().getOrDefault(name, "").isEmpty())
        .findFirst();
  }

  private Goal<PackagesState> goal(PackagesState seen) {
    Map<String, String> want = new LinkedHashMap<>();
    for (PackageSpec spec : specs) {
      String now = seen.packages().getOrDefault(spec.name(), "");
      want.put(spec.name(), isRight(spec, now, seen) ? now : target(spec, seen));
    }
    PackagesState wantState = seen.withPackages(want);
    if (wanted == Wanted.ABSENT && purge) {
      wantState = new PackagesState(want, List.of(), seen.background());
    }
    Goal<PackagesState> goal =
        Goal.of(seen, wantState)
            .matching(
                "packages",
                words(),
                packages ->
                    specs.stream().allMatch(s -> isRight(s, version(packages, s.name()), seen)))
            .naming("packages");
    return wanted == Wanted.ABSENT && purge
        ? goal.naming("leftovers")
        : goal.matching("leftovers", "whatever", leftovers -> true);
  }

  private static String version(Object packages, String name) {
    Object version = ((Map<?, ?>) packages).get(name);
    return version == null ? "" : (String) version;
  }

  private String target(PackageSpec spec, PackagesState seen) {
    if (wanted == Wanted.ABSENT) {
      return "";
    }
    String candidate = seen.background().candidates().getOrDefault(spec.name(), "");
    boolean isCandidate = !candidate.isEmpty() && spec.accepts(candidate);
    return isCandidate
        ? candidate
        : spec.version().isEmpty() ? PackageSeen.SOME_VERSION : spec.version();
  }

  private boolean isRight(PackageSpec spec, String version, PackagesState seen) {
    boolean isInstalled = !version.isEmpty();
    return switch (wanted) {
      case ABSENT -> !isInstalled || version.equals(PackagesState.PROVIDED);
      case PRESENT -> (isInstalled || options.onlyUpgrade()) && accepts(spec, version);
      case LATEST ->
          isInstalled && isLatest(spec, version, seen) || !isInstalled && options.onlyUpgrade();
      case BUILD_DEPENDENCIES -> true;
    };
  }

  private static boolean accepts(PackageSpec spec, String version) {
    return version.equals(PackageSeen.SOME_VERSION) || version.isEmpty() || spec.accepts(version);
  }

  private static boolean isLatest(PackageSpec spec, String version, PackagesState seen) {
    String candidate = seen.background().candidates().getOrDefault(spec.name(), "");
    return candidate.isEmpty()
        || version.equals(candidate)
        || version.equals(PackageSeen.SOME_VERSION)
        || version.equals(PackagesState.PROVIDED);
  }

  private String words() {
    return switch (wanted) {
      case PRESENT, BUILD_DEPENDENCIES -> "installed";
      case LATEST -> "the latest version";
      case ABSENT -> "not installed";
    };
  }

  List<Step> transition(PackagesState from, Goal<PackagesState> to, HostInfo host) {
    Set<String> gaps = to.gaps(from);
    if (gaps.isEmpty()) {
      return List.of();
    }
    PackageManager manager = PackageManager.of(host).orElseThrow();
    List<String> install = new ArrayList<>();
    List<String> remove = new ArrayList<>();
    boolean isForward = to.words("packages").isPresent();
    to.want()
        .packages()
        .forEach(
            (name, version) -> {
              String now = from.packages().getOrDefault(name, "");
              if (version.equals(now)) {
                return;
              }
              if (version.isEmpty()) {
                remove.add(name);
              } else {
                install.add(isForward ? asWritten(name) : name + "=" + version);
              }
            });
    if (gaps.contains("leftovers")) {
      from.leftovers().stream()
          .filter(name -> !to.want().leftovers().contains(name) && !remove.contains(name))
          .forEach(remove::add);
    }
    List<Step> steps = new ArrayList<>();
    if (!remove.isEmpty()) {
      ChangePackages.Verb verb = purge ? ChangePackages.Verb.PURGE : ChangePackages.Verb.REMOVE;
      steps.add(new ChangePackages(manager, verb, remove, options));
    }
    if (!install.isEmpty()) {
      steps.add(new ChangePackages(manager, ChangePackages.Verb.INSTALL, install, options));
    }
    return steps;
  }

  private String asWritten(String name) {
    return specs.stream()
        .filter(spec -> spec.name().equals(name))
        .map(PackageSpec::toString)
        .findFirst()
        .orElse(name);
  }

  static Value.Dict result(Outcome<PackagesState> outcome) {
    Results results = new Results();
    StringBuilder out = new StringBuilder();
    StringBuilder err = new StringBuilder();
    outcome
        .steps()
        .forEach(
            step -> {
              out.append(step.out());
              err.append(step.err());
            });
    results.put("stdout", out.toString());
    results.put("stderr", err.toString());
    results.put("stdout_lines", out.toString().lines().toList());
    results.put("stderr_lines", err.toString().lines().toList());
    return results.toValue();
  }

  static Reversibility reversibility(PackagesState from, Goal<PackagesState> to) {
    boolean removes =
        to.want().packages().entrySet().stream()
            .anyMatch(
                e ->
                    e.getValue().isEmpty()
                        && !from.packages().getOrDefault(e.getKey(), "").isEmpty());
    return removes
        ? Reversibility.lossy("Removed packages come back without what was removed with them.")
        : Reversibility.lossy(
            "Packages that came along stay, and so do files that the packages made or changed.");
  }

  static Risk risk(PackagesState from, Goal<PackagesState> to) {
    boolean touchesInstalled =
        from.packages().entrySet().stream()
            .anyMatch(
                e ->
                    !e.getValue().isEmpty()
                        && !e.getValue().equals(to.want().packages().get(e.getKey())));
    // A new version restarts its services, a removed one stops them.
    return touchesInstalled ? Risk.RESTART : Risk.NONE;
  }
}
