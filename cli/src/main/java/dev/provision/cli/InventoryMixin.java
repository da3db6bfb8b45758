package dev.provision.cli;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Which hosts there are. */
final class InventoryMixin {

  @Option(
      names = {"-i", "--inventory"},
      paramLabel = "INV",
      description =
          "An inventory: a file, a folder, an executable or names with commas; a bare name is looked"
              + " for in inventories/ too. May repeat.")
  private List<String> inventories = new ArrayList<>();

  @Option(
      names = {"-l", "--limit"},
      paramLabel = "PATTERN",
      description = "Only these hosts; @FILE takes the names from a file.")
  List<String> limit = new ArrayList<>();

  /** What was given, in that order. */
  List<String> sources() {
    if (inventories.isEmpty()) {
      throw new ProvisionException(
          ErrorCode.USAGE,
          "No inventory was given. Name one with -i, or set \"inventory\" in "
              + Settings.FILE
              + ".");
    }
    return List.copyOf(inventories);
  }

  boolean isEmpty() {
    return inventories.isEmpty();
  }
}
