package dev.provision.inventory;

import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.lang.Sources;
import dev.provision.lang.VariableFiles;
import dev.provision.value.Vault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** A folder with inventories and what belongs to them, for tests. */
final class InventoryFiles {

  private final Path root;
  private final Problems problems = new Problems();
  private final VariableFiles files = new VariableFiles(new Sources(), Vault.locked());

  InventoryFiles(Path root) {
    this.root = root;
  }

  InventoryFiles with(String name, String text) {
    Path file = root.resolve(name);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  InventoryFiles withScript(String name, String text) {
    with(name, text);
    try {
      Files.setPosixFilePermissions(
          root.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  Path path(String name) {
    return root.resolve(name);
  }

  Inventory loadAll(String... sources) {
    return new InventoryLoader(files, root).load(List.of(sources), problems);
  }

  /** Loads one source below the folder. */
  Inventory load(String name) {
    return loadAll(root.resolve(name).toString());
  }

  /** Loads one source without problems. */
  Inventory good(String name) {
    Inventory inventory = load(name);
    if (!problems.isEmpty()) {
      throw new AssertionError(problems().toString() + problems.sorted());
    }
    return inventory;
  }

  AdjacentVars besidePlaybook(String folder, Inventory inventory) {
    return AdjacentVars.besidePlaybook(root.resolve(folder), inventory, files, problems);
  }

  /** {@code file:line:column CODE}, by position. */
  List<String> problems() {
    return problems.sorted().stream()
        .map(p -> p.at().toString().replace(root + "/", "") + " " + p.code())
        .toList();
  }

  String details() {
    return problems.sorted().toString();
  }

  Problems collected() {
    return problems;
  }

  static String value(Inventory inventory, String host, String name) {
    return inventory
        .host(host)
        .orElseThrow(() -> new AssertionError("no host " + host))
        .variables()
        .lookup(name)
        .map(Object::toString)
        .orElse("undefined");
  }

  static List<String> select(Inventory inventory, String... patterns) {
    return inventory.select(List.of(patterns), Position.NONE, new Problems()).stream()
        .map(Host::name)
        .toList();
  }
}
