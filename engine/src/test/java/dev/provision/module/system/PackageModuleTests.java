package dev.provision.module.system;

import dev.provision.host.LocalShell;
import dev.provision.module.ModuleLaws;
import java.util.List;

class PackageModuleTests implements ModuleLaws {

  @Override
  public String module() {
    return "package";
  }

  @Override
  public List<LocalShell.Kind> shells() {
    return List.of();
  }

  @Override
  public List<Case> cases() {
    return List.of(
        Case.of(
            "installs",
            AptModuleTests.known("a", "", "1.0"),
            "package: {name: a, state: present}",
            "",
            1),
        Case.of(
            "removes",
            AptModuleTests.known("a", "1.0", "1.0"),
            "package: {name: a, state: removed}",
            "",
            1));
  }
}
