package dev.provision.cli;

import dev.provision.value.Vault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** With which passwords encrypted values are opened. */
final class VaultMixin {

  @Option(
      names = {"-J", "--ask-vault-pass", "--ask-vault-password"},
      description = "Ask for the vault password.")
  boolean ask;

  @Option(
      names = {"--vault-password-file", "--vault-pass-file"},
      paramLabel = "FILE",
      description = "A file that holds the vault password, or a program that prints it.")
  List<Path> files = new ArrayList<>();

  @Option(
      names = "--vault-id",
      paramLabel = "[ID@]SOURCE",
      description = "A vault password for an id: a file, a program, or prompt.")
  List<String> ids = new ArrayList<>();

  boolean isEmpty() {
    return !ask && files.isEmpty() && ids.isEmpty();
  }

  Vault open(Terminal terminal) {
    return isEmpty() ? Vault.locked() : VaultPasswords.open(this, terminal);
  }
}
