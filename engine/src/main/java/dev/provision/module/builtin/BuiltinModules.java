package dev.provision.module.builtin;

import dev.provision.module.ModuleRegistry;
import dev.provision.module.commands.CommandModule;
import dev.provision.module.commands.RawModule;
import dev.provision.module.commands.ShellModule;
import dev.provision.module.commands.WaitForModule;
import dev.provision.module.control.AssertModule;
import dev.provision.module.control.DebugModule;
import dev.provision.module.control.FailModule;
import dev.provision.module.control.SetFactModule;
import dev.provision.module.files.BlockInFileModule;
import dev.provision.module.files.CopyModule;
import dev.provision.module.files.FileModule;
import dev.provision.module.files.LineInFileModule;
import dev.provision.module.files.ReplaceModule;
import dev.provision.module.files.SlurpModule;
import dev.provision.module.files.StatModule;
import dev.provision.module.files.TemplateModule;
import dev.provision.module.system.AptModule;
import dev.provision.module.system.PackageModule;
import dev.provision.module.system.PingModule;
import dev.provision.module.system.ServiceModule;
import dev.provision.module.system.SetupModule;
import dev.provision.module.system.SysctlModule;
import dev.provision.module.system.SysctlProfileModule;
import dev.provision.module.system.SystemdModule;
import java.util.List;
import java.util.Map;

/** All modules that come with the program. */
public final class BuiltinModules {

  private BuiltinModules() {}

  public static ModuleRegistry registry() {
    return new ModuleRegistry(
        List.of(
            new AptModule(),
            new AssertModule(),
            new BlockInFileModule(),
            new CommandModule(),
            new CopyModule(),
            new DebugModule(),
            new FailModule(),
            new FileModule(),
            new LineInFileModule(),
            new PackageModule(),
            new PingModule(),
            new RawModule(),
            new ReplaceModule(),
            new ServiceModule(),
            new SetFactModule(),
            new SetupModule(),
            new ShellModule(),
            new SlurpModule(),
            new StatModule(),
            new SysctlModule(),
            new SystemdModule(),
            new SysctlProfileModule(),
            new TemplateModule(),
            new WaitForModule()),
        Map.of("gather_facts", "setup", "systemd_service", "systemd"));
  }
}
