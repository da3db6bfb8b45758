package dev.provision.cli;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Secret;
import dev.provision.value.Vault;
import dev.provision.value.VaultFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Encrypts and decrypts as ansible-vault does, byte for byte compatible. */
@Command(
    name = "vault",
    description = "Encrypt and decrypt files and values; the same format as ansible-vault.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class VaultCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  private final Terminal terminal;

  VaultCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    throw new CommandLine.ParameterException(
        spec.commandLine(),
        "Say what to do: encrypt, decrypt, view, edit, rekey or encrypt_string.");
  }

  @Command(
      name = "encrypt",
      description = "Encrypt files in place.",
      mixinStandardHelpOptions = true)
  int encrypt(
      @Mixin VaultMixin vault, @Parameters(paramLabel = "FILE", arity = "1..*") List<Path> files) {
    VaultFormat.Password password = password(vault);
    for (Path file : files) {
      byte[] plain = read(file);
      if (VaultFormat.isEnvelope(new String(plain, StandardCharsets.UTF_8))) {
        throw new ProvisionException(
            ErrorCode.INVALID_VAULT, Position.ofFile(file.toString()), "It is encrypted already.");
      }
      write(
          file,
          VaultFormat.encrypt(Secret.of(plain), password).getBytes(StandardCharsets.US_ASCII));
    }
    terminal.err().println("Encryption successful");
    return 0;
  }

  @Command(
      name = "decrypt",
      description = "Decrypt files in place.",
      mixinStandardHelpOptions = true)
  int decrypt(
      @Mixin VaultMixin vault, @Parameters(paramLabel = "FILE", arity = "1..*") List<Path> files) {
    Vault opener = vault.open(terminal);
    for (Path file : files) {
      write(file, open(opener, file).reveal());
    }
    terminal.err().println("Decryption successful");
    return 0;
  }

  @Command(name = "view", description = "Print what is inside.", mixinStandardHelpOptions = true)
  int view(
      @Mixin VaultMixin vault, @Parameters(paramLabel = "FILE", arity = "1..*") List<Path> files) {
    Vault opener = vault.open(terminal);
    files.forEach(file -> terminal.out().print(open(opener, file).revealText()));
    return 0;
  }

  @Command(
      name = "edit",
      description = "Open what is inside in $EDITOR and encrypt it again.",
      mixinStandardHelpOptions = true)
  int edit(@Mixin VaultMixin vault, @Parameters(paramLabel = "FILE") Path file) {
    VaultFormat.Password password = password(vault);
    byte[] before = open(vault.open(terminal), file).reveal();
    byte[] after = edited(before);
    if (!java.util.Arrays.equals(before, after)) {
      write(
          file,
          VaultFormat.encrypt(Secret.of(after), password).getBytes(StandardCharsets.US_ASCII));
    }
    return 0;
  }

  @Command(
      name = "rekey",
      description = "Encrypt files with another password.",
      mixinStandardHelpOptions = true)
  int rekey(
      @Mixin VaultMixin vault,
      @Option(names = "--new-vault-password-file", required = true, paramLabel = "FILE")
          Path newFile,
      @Parameters(paramLabel = "FILE", arity = "1..*") List<Path> files) {
    Vault opener = vault.open(terminal);
    VaultFormat.Password password =
        new VaultFormat.Password("default", VaultPasswords.read(newFile));
    List<Secret> plain = new ArrayList<>();
    // All are opened before the first is written: either all change their password or none.
    files.forEach(file -> plain.add(open(opener, file)));
    for (int i = 0; i < files.size(); i++) {
      write(
          files.get(i),
          VaultFormat.encrypt(plain.get(i), password).getBytes(StandardCharsets.US_ASCII));
    }
    terminal.err().println("Rekey successful");
    return 0;
  }

  @Command(
      name = "encrypt_string",
      description = "Print a value for a YAML file; without TEXT it is read from standard input.",
      mixinStandardHelpOptions = true)
  int encryptString(
      @Mixin VaultMixin vault,
      @Option(
              names = {"-n", "--name"},
              paramLabel = "NAME")
          @Nullable String name,
      @Parameters(paramLabel = "TEXT", arity = "0..1") @Nullable String text) {
    Secret plain = text == null ? standardInput() : Secret.of(text);
    String envelope = VaultFormat.encrypt(plain, password(vault));
    terminal.out().println((name == null ? "" : name + ": ") + "!vault |");
    envelope.lines().forEach(line -> terminal.out().println("          " + line));
    return 0;
  }

  private static Secret standardInput() {
    try {
      return Secret.of(System.in.readAllBytes());
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.FILE_UNREADABLE, "Standard input can't be read: " + e.getMessage());
    }
  }

  private VaultFormat.Password password(VaultMixin vault) {
    List<VaultFormat.Password> passwords = VaultPasswords.all(vault, terminal);
    if (passwords.size() != 1) {
      throw new ProvisionException(
          ErrorCode.VAULT_PASSWORD_MISSING,
          "Give exactly one password to encrypt with: --vault-password-file, --vault-id or -J.");
    }
    return passwords.get(0);
  }

  private static Secret open(Vault vault, Path file) {
    String text = new String(read(file), StandardCharsets.UTF_8);
    return vault.decrypt(text, Position.of(file.toString(), 1, 1));
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.FILE_UNREADABLE, "\"" + file + "\" can't be read: " + e.getMessage());
    }
  }

  /** Whole or not at all, readable by its owner only, as ansible-vault leaves it. */
  private static void write(Path file, byte[] content) {
    try {
      Path folder = file.toAbsolutePath().normalize().getParent();
      Path next =
          Files.createTempFile(
              folder,
              ".vault",
              "",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try {
        Files.write(next, content);
        move(next, file);
      } finally {
        Files.deleteIfExists(next);
      }
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.FILE_UNREADABLE, "\"" + file + "\" can't be written: " + e.getMessage());
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** The plain text is in a file of a private folder only while the editor is open. */
  private byte[] edited(byte[] before) {
    String editor = terminal.environment().getOrDefault("EDITOR", "vi");
    try {
      Path folder = Files.createTempDirectory("provision-vault");
      Path file = folder.resolve("vault.yml");
      try {
        Files.write(file, before);
        Process process =
            new ProcessBuilder("/bin/sh", "-c", editor + " \"$1\"", "sh", file.toString())
                .inheritIO()
                .start();
        if (process.waitFor() != 0) {
          throw new ProvisionException(
              ErrorCode.COMMAND_FAILED, "The editor failed; nothing was changed.");
        }
        return Files.readAllBytes(file);
      } finally {
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.FILE_UNREADABLE, "The editor can't be started: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProvisionException(ErrorCode.INTERRUPTED, "Stopped; nothing was changed.");
    }
  }
}
