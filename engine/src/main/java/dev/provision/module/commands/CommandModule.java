package dev.provision.module.commands;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.host.HostInfo;
import dev.provision.module.ActionModule;
import dev.provision.module.Param;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.util.List;
import java.util.Optional;

/** A program with its arguments, without a shell. */
public final class CommandModule implements ActionModule<CommandModule.Params> {

  /** Its arguments. */
  public record Params(
      @Param(value = "The command.", name = "_raw_params", aliases = "cmd") Optional<Text> command,
      @Param("The command as a list of words.") Optional<List<Text>> argv,
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
      @Param(value = "Put in `$NAME` and `~` in arguments.", defaultValue = "true")
          boolean expandArgumentVars) {}

  @Override
  public String name() {
    return "command";
  }

  @Override
  public String summary() {
    return "Runs a program, without a shell.";
  }

  @Override
  public Class<Params> parameters() {
    return Params.class;
  }

  @Override
  public List<Problem> check(Params params) {
    boolean isGiven = params.command().filter(c -> !c.reveal().isBlank()).isPresent();
    if (isGiven == params.argv().filter(words -> !words.isEmpty()).isPresent()) {
      return List.of(
          Problem.error(
              ErrorCode.INVALID_ARGUMENT,
              Position.NONE,
              "The module \"command\" needs a command: as text or as \"argv\", and not both."));
    }
    try {
      words(params);
      return List.of();
    } catch (IllegalArgumentException e) {
      return List.of(
          Problem.error(
              ErrorCode.INVALID_ARGUMENT, Position.NONE, "The command " + e.getMessage()));
    }
  }

  private static List<Text> words(Params params) {
    return params.argv().orElseGet(() -> CommandLine.split(params.command().orElseThrow()));
  }

  @Override
  public Action start(Params params, HostInfo host, boolean check) {
    List<Text> words = words(params);
    Value shown = Value.list(words.stream().map(word -> Value.of(word).asUnsafe()).toList());
    UserCommand.Guards guards =
        new UserCommand.Guards(params.creates(), params.removes(), params.chdir());
    Text script = CommandLine.script(words, params.expandArgumentVars());
    return new UserCommand(
            shown,
            script,
            guards,
            StandardInput.of(params.stdin(), params.stdinAddNewline()),
            params.stripEmptyEnds(),
            true)
        .start(host, check);
  }
}
