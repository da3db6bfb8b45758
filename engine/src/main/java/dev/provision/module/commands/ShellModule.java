package dev.provision.module.commands;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.host.Sh;
import dev.provision.module.ActionModule;
import dev.provision.module.Param;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.List;
import java.util.Optional;

/** A command line for a shell. */
public final class ShellModule implements ActionModule<ShellModule.Params> {

  /** Its arguments. */
  public record Params(
      @Param(value = "The command line.", name = "_raw_params", aliases = "cmd") Text command,
      @Param("Where to run it.") Optional<String> chdir,
      @Param("A path or pattern; where something fits it, the command is not run.")
          Optional<String> creates,
      @Param("A path or pattern; where nothing fits it, the command is not run.")
          Optional<String> removes,
      @Param("What the command reads on its standard input.") Optional<Text> stdin,
      @Param(value = "End `stdin` with a line break.", defaultValue = "true")
          boolean stdinAddNewline,
      @Param(value = "Cut line breaks off the end of the output.", defaultValue = "true")
          boolean stripEmptyEnds,
      @Param("The shell to use instead of /bin/sh.") Optional<String> executable) {}

  @Override
  public String name() {
    return "shell";
  }

  @Override
  public String summary() {
    return "Runs a command line in a shell.";
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public List<Problem> check(Params params) {
    if (params.command().reveal().isBlank()) {
      return List.of(
          Problem.error(
              ErrorCode.INVALID_ARGUMENT,
              Position.NONE,
              "The module \"shell\" needs a command line."));
    }
    return List.of();
  }

  @Override
  public Action start(Params params, HostInfo host, boolean check) {
    UserCommand.Guards guards =
        new UserCommand.Guards(params.creates(), params.removes(), params.chdir());
    return new UserCommand(
            Value.of(params.command()).asUnsafe(),
            ShellModule.script(params.command(), params.executable()),
            guards,
            StandardInput.of(params.stdin(), params.stdinAddNewline()),
            params.stripEmptyEnds(),
            true)
        .start(host, check);
  }

  /** Another shell reads the text from a pipe: in an argument list everybody could see it. */
  static Text script(Text command, Optional<String> executable) {
    if (executable.isEmpty()) {
      return command.plus(Text.plain("\n"));
    }
    return new Text.Builder()
        .append("exec 6<&0\nprintf '%s\\n' ")
        .append(Sh.quote(command))
        .append(" | { exec ")
        .append(Sh.quote(executable.get()))
        .append(" /dev/fd/5 5<&0 0<&6 6<&-; }\n")
        .build();
  }
}
