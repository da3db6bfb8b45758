package dev.provision.module.commands;

import dev.provision.host.HostInfo;
import dev.provision.module.ActionModule;
import dev.provision.module.Param;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.Optional;

/** A command line as it is, also for hosts that have next to nothing. */
public final class RawModule implements ActionModule<RawModule.Params> {

  /** Its arguments. */
  public record Params(
      @Param(value = "The command line.", name = "_raw_params") Text command,
      @Param("The shell to use instead of /bin/sh.") Optional<String> executable) {}

  @Override
  public String name() {
    return "raw";
  }

  @Override
  public String summary() {
    return "Runs a command line as it is.";
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public Action start(Params params, HostInfo host, boolean check) {
    UserCommand.Guards guards =
        new UserCommand.Guards(Optional.empty(), Optional.empty(), Optional.empty());
    return new UserCommand(
            Value.of(params.command()).asUnsafe(),
            ShellModule.script(params.command(), params.executable()),
            guards,
            Optional.empty(),
            false,
            false)
        .start(host, check);
  }
}
