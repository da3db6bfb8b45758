package dev.provision.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeedTests {

  private static Map<String, String> files(String stack, String machine) {
    String text =
        """
        machines: {db: {network: STACK}, app: {network: STACK}}
        links: [{server: db, client: app, rtt: 48 ms}]
        """
            .replace("STACK", stack);
    LabSpec lab = LabShapes.parse(text, "lab.yml", new Problems()).orElseThrow();
    return new Seed(lab).files(lab.machine(machine), "ssh-ed25519 KEY\n", "HOSTKEY\n");
  }

  private static String file(Map<String, String> files, String path) {
    assertTrue(files.containsKey(path), () -> path + " is not among " + files.keySet());
    return files.get(path);
  }

  @ParameterizedTest
  @CsvSource({
    "NetworkManager, etc/NetworkManager/system-connections/wan0.nmconnection, gateway=10.99.1.2",
    "networkd, etc/systemd/network/10-wan0.network, Gateway=10.99.1.2",
    "ifupdown, etc/network/interfaces, gateway 10.99.1.2"
  })
  void theServersDefaultRouteLeadsToTheClient(String stack, String path, String line) {
    assertTrue(file(files(stack, "db"), path).contains(line));
  }

  @ParameterizedTest
  @CsvSource({
    "NetworkManager, etc/NetworkManager/system-connections/wan0.nmconnection, src=10.99.0.2",
    "networkd, etc/systemd/network/10-wan0.network, PreferredSource=10.99.0.2",
    "ifupdown, etc/network/interfaces, src 10.99.0.2"
  })
  void theClientSpeaksFromAnAddressBehindTheGateway(String stack, String path, String line) {
    assertTrue(file(files(stack, "app"), path).contains(line));
  }

  @Test
  void theCardForManagementHasNoDefaultRoute() {
    Map<String, String> files = files("NetworkManager", "db");
    String card = file(files, "etc/NetworkManager/system-connections/management.nmconnection");
    assertTrue(card.contains("never-default=true"));
    assertFalse(card.contains("gateway"));
  }

  @Test
  void onlyTheLinesCardIsDelayed() {
    assertEquals(
        "52:54:00:6c:01:04 limit 10000 delay 24000us\n",
        file(files("networkd", "db"), "etc/provision-lab/lines"));
  }

  @Test
  void writesAllPropertiesOfALine() {
    LinkSpec link =
        new LinkSpec(
            "a",
            "b",
            Duration.ofMillis(190),
            Duration.ofMillis(2),
            0.5,
            100_000_000,
            Duration.ZERO);
    assertEquals(
        "limit 10000 delay 95000us 2000us distribution normal loss 0.5000% rate 100000000bit",
        Seed.netem(link));
  }

  @Test
  void machinesKnowEachOtherByName() {
    assertTrue(file(files("networkd", "app"), "etc/hosts").contains("10.99.1.1 db\n"));
    assertTrue(file(files("networkd", "db"), "etc/hosts").contains("10.99.0.2 app\n"));
  }

  @Test
  void packsKeysSuchThatOnlyTheirOwnersReadThem(@TempDir Path folder) throws IOException {
    Path target = folder.resolve("seed.tar");
    Seed.pack(files("NetworkManager", "db"), folder.resolve("work"), target);
    List<String> listed =
        Command.output(List.of("tar", "-tvf", target.toString()), Duration.ofMinutes(1))
            .lines()
            .toList();
    for (String secret : List.of("ssh_host_ed25519_key", "authorized_keys", ".nmconnection")) {
      List<String> lines = listed.stream().filter(line -> line.contains(secret)).toList();
      assertFalse(lines.isEmpty());
      lines.forEach(line -> assertTrue(line.startsWith("-rw------- 0/0"), line));
    }
    assertFalse(Files.exists(folder.resolve("work")));
  }
}
