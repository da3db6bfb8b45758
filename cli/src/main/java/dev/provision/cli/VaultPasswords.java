package dev.provision.cli;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Secret;
import dev.provision.value.Vault;
import dev.provision.value.VaultFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Gathers vault passwords from prompts, files and programs. */
final class VaultPasswords {

  private VaultPasswords() {}

  static Vault open(VaultMixin options, Terminal terminal) {
    return VaultFormat.vault(all(options, terminal));
  }

  static List<VaultFormat.Password> all(VaultMixin options, Terminal terminal) {
    List<VaultFormat.Password> passwords = new ArrayList<>();
    if (options.ask) {
      passwords.add(new VaultFormat.Password("default", prompt(terminal, "default")));
    }
    options.files.forEach(file -> passwords.add(new VaultFormat.Password("default", read(file))));
    options.ids.forEach(id -> passwords.add(ofId(id, terminal)));
    return passwords;
  }

  private static VaultFormat.Password ofId(String written, Terminal terminal) {
    int at = written.indexOf('@');
    String id = at > 0 ? written.substring(0, at) : "default";
    String source = at >= 0 ? written.substring(at + 1) : written;
    Secret password = source.equals("prompt") ? prompt(terminal, id) : read(Path.of(source));
    return new VaultFormat.Password(id, password);
  }

  private static Secret prompt(Terminal terminal, String id) {
    return terminal
        .prompter()
        .ask("Vault password (" + id + "): ", true)
        .map(Secret::of)
        .orElseThrow(
            () ->
                new ProvisionException(
                    ErrorCode.VAULT_PASSWORD_MISSING,
                    "The vault password can't be asked for without a terminal. Give it with"
                        + " --vault-password-file."));
  }

  static Secret read(Path file) {
    try {
      if (Files.isExecutable(file)) {
        return run(file);
      }
      return Secret.of(Files.readString(file).strip());
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.FILE_UNREADABLE,
          "The vault password file \"" + file + "\" can't be read: " + e.getMessage());
    }
  }

  private static Secret run(Path program) throws IOException {
    Process process =
        new ProcessBuilder(program.toAbsolutePath().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      int exit = process.waitFor();
      if (exit != 0) {
        throw new ProvisionException(
            ErrorCode.VAULT_PASSWORD_MISSING,
            "The program \"" + program + "\" ended with exit code " + exit + ".");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProvisionException(ErrorCode.INTERRUPTED, "Stopped while asking for a password.");
    }
    return Secret.of(output.strip());
  }
}
