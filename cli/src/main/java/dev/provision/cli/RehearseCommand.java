package dev.provision.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Announced in the contract, not there yet: says so. */
@Command(
    name = "rehearse",
    description = "Not there yet: the same playbook against throw-away lab machines.")
final class RehearseCommand implements Callable<Integer> {

  @Unmatched private List<String> ignored = List.of();

  private final Terminal terminal;

  RehearseCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    return ProvisionCommand.notThereYet(
        terminal,
        "There is no rehearsal yet. Try the playbook on lab machines instead:\n"
            + "      provision lab up\n"
            + "      provision apply -i lab "
            + String.join(" ", ignored));
  }
}
