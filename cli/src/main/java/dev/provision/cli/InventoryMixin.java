package dev.provision.cli;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Which hosts there are. */
final class InventoryMixin {

  @Option(
      names = {"-i", "--inventory"},
      paramLabel = "INV",
      description =
          "An inventory: a file, a folder or an executable; a bare name is looked for in"
              + " inventories/ too. May repeat.")
  private List<String> inventories = new ArrayList<>();

  @Option(
      names = {"-l", "--limit"},
      paramLabel = "PATTERN",
      description = "Only these hosts; @FILE takes the names from a file.")
  List<String> limit = new ArrayList<>();

  /** The inventories' paths, in the order given. */
  List<Path> paths() {
    if (inventories.isEmpty()) {
      throw new ProvisionException(
          ErrorCode.USAGE,
          "No inventory was given. Name one with -i, or set \"inventory\" in "
              + Settings.FILE
              + ".");
    }
    return inventories.stream().map(InventoryMixin::path).toList();
  }

  boolean isEmpty() {
    return inventories.isEmpty();
  }

  private static Path path(String name) {
    Path plain = Path.of(name);
    if (Files.exists(plain)) {
      return plain;
    }
    for (String candidate : List.of(name, name + ".yml", name + ".yaml", name + ".ini")) {
      Path path = Path.of("inventories").resolve(candidate);
      if (Files.exists(path)) {
        return path;
      }
    }
    throw new ProvisionException(
        ErrorCode.FILE_NOT_FOUND,
        "There is no inventory \""
            + name
            + "\": neither here nor in inventories/ (also tried with .yml, .yaml and .ini).");
  }
}
