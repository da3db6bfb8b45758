package dev.provision.module.system;

import dev.provision.host.LocalShell;
import dev.provision.module.ModuleLaws;
import java.util.List;

class ServiceModuleTests implements ModuleLaws {

  @Override
  public String module() {
    return "service";
  }

  @Override
  public List<LocalShell.Kind> shells() {
    return List.of();
  }

  @Override
  public List<Case> cases() {
    return List.of(
        Case.of(
            "starts and enables",
            SystemdModuleTests.unit(SystemdModuleTests.STOPPED),
            "service: {name: x, state: started, enabled: true}",
            "",
            2),
        Case.of(
            "stops",
            SystemdModuleTests.unit(SystemdModuleTests.RUNNING),
            "service: {name: x, state: stopped}",
            "",
            1));
  }
}
