package dev.provision.module.system;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.host.packages.PackageSpec;
import java.util.ArrayList;
import java.util.List;

/** What modules for packages refuse. */
final class PackageChecks {

  private PackageChecks() {}

  static List<Problem> names(List<String> written) {
    List<Problem> problems = new ArrayList<>();
    for (String name : written) {
      try {
        PackageSpec.parse(name);
      } catch (IllegalArgumentException e) {
        problems.add(
            Problem.error(
                ErrorCode.INVALID_ARGUMENT, Position.NONE, String.valueOf(e.getMessage())));
      }
    }
    return problems;
  }
}
