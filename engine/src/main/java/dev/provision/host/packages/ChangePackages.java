package dev.provision.host.packages;

import dev.provision.host.HostModel;
import dev.provision.host.Known;
import dev.provision.host.Resource;
import dev.provision.host.Sh;
import dev.provision.host.Step;
import dev.provision.host.files.FileModel;
import dev.provision.value.Text;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;

/**
 * Installs, upgrades or removes packages.
 *
 * @param packages for an installation perhaps with versions
 */
public record ChangePackages(
    PackageManager manager, Verb verb, List<String> packages, AptOptions options) implements Step {

  /** What is done with them. */
  public enum Verb {
    INSTALL("install"),
    REMOVE("remove"),
    PURGE("purge"),
    BUILD_DEPENDENCIES("build-dep");

    private final String word;

    Verb(String word) {
      this.word = word;
    }
  }

  private static final Resource ALL_FILES = Resource.tree("/");

  public ChangePackages {
    packages = List.copyOf(packages);
  }

  @Override
  public Text script() {
    return Text.plain(
        switch (manager) {
          case APT -> apt();
          case DNF5, DNF, YUM ->
              manager.tool() + " -q -y " + simpleVerb("install", "remove") + names("-");
          case ZYPPER -> "zypper --non-interactive " + simpleVerb("install", "remove") + names("=");
          case APK -> "apk " + simpleVerb("add", "del") + names("=");
        });
  }

  private String simpleVerb(String install, String remove) {
    return verb == Verb.INSTALL ? install : remove;
  }

  private String names(String separator) {
    List<String> written =
        packages.stream()
            .map(name -> name.replaceFirst("=", Matcher.quoteReplacement(separator)))
            .toList();
    return " " + Sh.words(written) + "\n";
  }

  private String apt() {
    StringBuilder script = new StringBuilder(PackageScripts.APT);
    options.policyRcd().ifPresent(code -> script.append(policy(code)));
    script.append(PackageScripts.aptGet(options.lockTimeout()));
    for (String option : options.dpkgOptions()) {
      script.append(" -o ").append(Sh.quote("Dpkg::Options::=--" + option));
    }
    options
        .recommends()
        .ifPresent(r -> script.append(" -o APT::Install-Recommends=").append(r ? "yes" : "no"));
    options.release().ifPresent(r -> script.append(" -t ").append(Sh.quote(r)));
    script.append(options.onlyUpgrade() ? " --only-upgrade" : "");
    script.append(options.allowDowngrade() ? " --allow-downgrades" : "");
    script.append(options.force() ? " --allow-downgrades --allow-remove-essential" : "");
    return script
        .append(" ")
        .append(verb.word)
        .append(" ")
        .append(Sh.words(packages))
        .append("\n")
        .toString();
  }

  /** Puts a policy in place while packages are installed, and an older one back afterwards. */
  private static String policy(int code) {
    return """
        q=/usr/sbin/policy-rc.d
        if [ -e "$q" ]; then mv "$q" "$q.provision" || exit 1; fi
        trap 'rm -f "$q"; [ ! -e "$q.provision" ] || mv -f "$q.provision" "$q"' EXIT
        printf '#!/bin/sh\\nexit CODE\\n' >"$q" && chmod 755 "$q" || exit 1
        """
        .replace("CODE", Integer.toString(code));
  }

  @Override
  public Duration timeout() {
    return Duration.ofHours(1);
  }

  @Override
  public Set<Resource> reads() {
    return Set.of(Resource.packages());
  }

  /** A package brings files anywhere, accounts, and services that start at once. */
  @Override
  public Set<Resource> writes() {
    Set<Resource> writes = new LinkedHashSet<>();
    writes.add(Resource.packages());
    writes.add(ALL_FILES);
    for (String kind : List.of("unit", "account", "group", "port", "mysql", "facts", "sysctl")) {
      writes.add(new Resource(kind, "*"));
    }
    return writes;
  }

  /** What is there keeps being there; of what is not there nobody knows any more. */
  @Override
  public void applyTo(HostModel model) {
    FileModel.of(model).forgetAbsentBelow(Set.of(ALL_FILES));
    if (verb == Verb.BUILD_DEPENDENCIES) {
      return;
    }
    boolean installs = verb == Verb.INSTALL;
    if (!installs) {
      // Others that need it go too.
      model.facts().keySet().stream()
          .filter(resource -> resource.kind().equals("package"))
          .forEach(model::drop);
    }
    for (String written : packages) {
      PackageSpec spec = PackageSpec.parse(written);
      Resource fact = PackagesProbe.fact(spec.name());
      Known<PackageSeen> before = model.fact(fact, PackageSeen.class);
      String candidate = before.isKnown() ? before.get().candidate() : "";
      model.put(fact, installs ? installed(spec, candidate) : removed(candidate));
    }
  }

  private static PackageSeen installed(PackageSpec spec, String candidate) {
    boolean isExact = !spec.version().isEmpty() && !spec.version().contains("*");
    String version =
        isExact
            ? spec.version()
            : spec.accepts(candidate) && !candidate.isEmpty()
                ? candidate
                : PackageSeen.SOME_VERSION;
    return new PackageSeen(version, candidate, false, false);
  }

  private PackageSeen removed(String candidate) {
    return new PackageSeen(
        "", candidate, false, verb == Verb.REMOVE && manager == PackageManager.APT);
  }

  @Override
  public String words() {
    return verb.word + " " + String.join(" ", packages);
  }
}
