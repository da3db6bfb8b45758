package dev.provision.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.ProvisionException;
import dev.provision.value.VaultFormat.Password;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VaultFormatTests {

  private static final Position HERE = Position.of("vars.yml", 2, 5);
  private static final Password PASSWORD = new Password("default", Secret.of("correct horse"));

  /** Made by ansible-vault of ansible-core 2.14; the text is in the name's row. */
  @ParameterizedTest
  @CsvSource({
    "plain.vault, correct horse, 'hello vault\n'",
    "umlaut.vault, pässwörd, 'grüß dich\n'",
    "id.vault, other, 'with an id\n'"
  })
  void opensWhatAnsibleVaultHasSealed(String file, String password, String text)
      throws IOException {
    Vault vault = VaultFormat.vault(List.of(new Password("default", Secret.of(password))));

    assertEquals(text, vault.decrypt(sample(file), HERE).revealText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "fifteen letters", "sixteen letters!", "üñí\n"})
  void opensWhatItHasSealed(String text) {
    String envelope = VaultFormat.encrypt(Secret.of(text), PASSWORD);

    assertTrue(envelope.startsWith("$ANSIBLE_VAULT;1.1;AES256\n"), envelope);
    assertTrue(envelope.lines().allMatch(line -> line.length() <= 80));
    assertEquals(text, VaultFormat.vault(List.of(PASSWORD)).decrypt(envelope, HERE).revealText());
  }

  @Test
  void namesTheIdOfAnEnvelope() {
    Password prod = new Password("prod", Secret.of("p"));
    String envelope = VaultFormat.encrypt(Secret.of("x"), prod);

    assertTrue(envelope.startsWith("$ANSIBLE_VAULT;1.2;AES256;prod\n"), envelope);
    assertEquals(
        "x", VaultFormat.vault(List.of(PASSWORD, prod)).decrypt(envelope, HERE).revealText());
  }

  @Test
  void tellsAWrongPasswordFromDamage() {
    String envelope = VaultFormat.encrypt(Secret.of("x"), new Password("prod", Secret.of("p")));

    ProvisionException wrong =
        assertThrows(
            ProvisionException.class,
            () -> VaultFormat.vault(List.of(PASSWORD)).decrypt(envelope, HERE));
    assertEquals(ErrorCode.VAULT_PASSWORD_WRONG, wrong.code());
    assertEquals(HERE, wrong.problem().at());
    assertFalse(wrong.getMessage().contains("correct horse"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$ANSIBLE_VAULT;1.1;AES256\n61zz",
        "$ANSIBLE_VAULT;1.1;AES256\n",
        "$ANSIBLE_VAULT;9.9;AES256\n61",
        "$ANSIBLE_VAULT;1.1;ROT13\n61",
        "$ANSIBLE_VAULT;"
      })
  void refusesDamagedEnvelopes(String envelope) {
    ProvisionException damaged =
        assertThrows(
            ProvisionException.class,
            () -> VaultFormat.vault(List.of(PASSWORD)).decrypt(envelope, HERE));
    assertEquals(ErrorCode.INVALID_VAULT, damaged.code());
  }

  @Test
  void staysShutWithoutAPassword() {
    ProvisionException missing =
        assertThrows(
            ProvisionException.class, () -> VaultFormat.vault(List.of()).decrypt("x", HERE));
    assertEquals(ErrorCode.VAULT_PASSWORD_MISSING, missing.code());
  }

  private static String sample(String file) throws IOException {
    try (var in = VaultFormatTests.class.getResourceAsStream("/dev/provision/value/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
