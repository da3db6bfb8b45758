package dev.provision.module.system;

import dev.provision.host.packages.PackageSeen;
import dev.provision.host.packages.PackagesProbe;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Packages by name with their versions; an empty version where a package is not installed.
 *
 * @param leftovers packages that are removed but whose configuration is still there
 * @param background what else was seen, which is no part of the state
 */
record PackagesState(Map<String, String> packages, List<String> leftovers, Background background) {

  /** Stands for the version of a package that another one stands in for. */
  static final String PROVIDED = "provided by another package";

  static PackagesState of(List<String> names, PackagesProbe.Answer answer, long indexAge) {
    Map<String, String> versions = new LinkedHashMap<>();
    Map<String, String> candidates = new LinkedHashMap<>();
    for (String name : names) {
      PackageSeen seen = answer.of(name);
      versions.put(
          name, seen.provided() && seen.installed().isEmpty() ? PROVIDED : seen.installed());
      candidates.put(name, seen.candidate());
    }
    return new PackagesState(
        versions,
        names.stream().filter(name -> answer.of(name).configured()).toList(),
        new Background(candidates, indexAge));
  }

  PackagesState withPackages(Map<String, String> newPackages) {
    return new PackagesState(newPackages, leftovers, background);
  }

  /**
   * Equal to any other.
   *
   * @param candidates the versions that an installation would bring; empty ones where that is not
   *     known
   * @param indexAge seconds since the index was fetched
   */
  record Background(Map<String, String> candidates, long indexAge) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Background;
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }
}
