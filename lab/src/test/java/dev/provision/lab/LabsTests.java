package dev.provision.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabsTests {

  @TempDir private Path folder;

  private Labs labs() {
    LabPaths paths = new LabPaths(folder.resolve("cache"), folder.resolve("state"));
    return new Labs(paths, Progress.SILENT);
  }

  @Test
  void thereAreNoneAtFirst() {
    assertEquals(List.of(), labs().list());
  }

  @ParameterizedTest
  @ValueSource(strings = {"nobody", "..", "../state", ".", "", "a/b"})
  void nothingIsRemovedUnderANameThatIsNoLabs(String name) throws IOException {
    Files.createDirectories(folder.resolve("state/kept"));
    ProvisionException refused = assertThrows(ProvisionException.class, () -> labs().down(name));
    assertEquals(ErrorCode.UNKNOWN_LAB, refused.code());
    assertTrue(Files.exists(folder.resolve("state/kept")));
  }

  @Test
  void filesGoWhereTheEnvironmentSays() {
    Path home = Path.of("/home/u");
    assertEquals(
        new LabPaths(
            home.resolve(".cache/provision/lab"), home.resolve(".local/state/provision/lab")),
        LabPaths.of(Map.of("HOME", "/home/u", "XDG_CACHE_HOME", "relative")));
    assertEquals(
        new LabPaths(Path.of("/c/provision/lab"), Path.of("/s/provision/lab")),
        LabPaths.of(Map.of("HOME", "/h", "XDG_CACHE_HOME", "/c", "XDG_STATE_HOME", "/s")));
    assertEquals(
        new LabPaths(Path.of("/a/lab"), Path.of("/b/lab")),
        LabPaths.of(
            Map.of("PROVISION_CACHE", "/a", "PROVISION_STATE", "/b", "XDG_CACHE_HOME", "/c")));
  }

  @Test
  void theInventoryNamesPortsKeysAndGroups() {
    String text =
        LabInventory.text(LabShapes.defaultLab(), new LabFolder(Path.of("/s/lab/default")));
    for (String part :
        List.of(
            "    db:\n      hosts:\n        hk-db:\n          ansible_port: 22011\n",
            "    client:\n      hosts:\n        bj-client:\n          ansible_port: 22012\n",
            "ansible_ssh_private_key_file: \"/s/lab/default/id_ed25519\"",
            "UserKnownHostsFile=/s/lab/default/known_hosts")) {
      assertTrue(text.contains(part), text);
    }
  }

  @Test
  void readsFromTheConsoleWhichBootsCameUp() throws IOException {
    Path file = folder.resolve("console.log");
    String first = "0e1c1e43-8f27-4a4f-9dd5-9d6f4c2d0001";
    String second = "0e1c1e43-8f27-4a4f-9dd5-9d6f4c2d0002";
    assertEquals(List.of(), new Console(file).boots());
    Files.writeString(
        file,
        "\u001b[0mprovision-lab: up nonsense\nprovision-lab: up "
            + first
            + "\r\nshutting down\n\nprovision-lab: up "
            + second
            + "\n");
    assertEquals(List.of(first, second), new Console(file).boots());
  }
}
