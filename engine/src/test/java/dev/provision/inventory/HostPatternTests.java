package dev.provision.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostPatternTests {

  @TempDir Path folder;
  private InventoryFiles files;
  private Inventory inventory;

  @BeforeEach
  void setUp() {
    files = new InventoryFiles(folder);
    files.with(
        "i.yml",
        """
        db: {hosts: {db1: , db2: , db3: , db4: }}
        web: {hosts: {web1.example: , web2.example: }}
        prod: {hosts: {db1: , web1.example: }}
        v6: {hosts: {"2001:db8::1": }}
        """);
    inventory = files.good("i.yml");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "db|db1 db2 db3 db4",
        "db1|db1",
        "db1:web1.example|db1 web1.example",
        "db1,db2|db1 db2",
        "db:&prod|db1",
        "db:!prod|db2 db3 db4",
        "!prod:db|db2 db3 db4",
        "&prod|db1 web1.example",
        "db*|db1 db2 db3 db4",
        "*.example|web1.example web2.example",
        "[a-e]b[12]|",
        "db?|db1 db2 db3 db4",
        "~db[13]|db1 db3",
        "[!w]b1|db1",
        "db[0]|db1",
        "db[-1]|db4",
        "db[1:2]|db2 db3",
        "db[2:]|db3 db4",
        "db[0:3]:!db2|db1 db3 db4",
        "all:!v6:!web|db1 db2 db3 db4",
        "2001:db8::1|2001:db8::1",
        "web,db:|web1.example web2.example",
        "localhost|localhost",
        "db[9]|",
        "prod:web|db1 web1.example web2.example",
        "*:!~web.*:!v6|db1 db2 db3 db4"
      })
  void selectsHosts(String pattern, String hosts) {
    List<String> expected = hosts == null ? List.of() : List.of(hosts.split(" "));
    assertEquals(expected, InventoryFiles.select(inventory, pattern));
  }

  @Test
  void expressionsAreLookedForAtTheStart() {
    assertEquals(List.of("db1", "web1.example"), InventoryFiles.select(inventory, "~(db1|web1)"));
  }

  @Test
  void severalPatternsAreOne() {
    assertEquals(
        List.of("db2", "web1.example"),
        InventoryFiles.select(inventory, "db:web", "!db1,!db3", "!db4", "!web2.example"));
  }

  @Test
  void unknownNamesAreSaidWithASuggestion() {
    Problems problems = new Problems();
    assertEquals(
        1, inventory.select(List.of("db1:wbe:x*"), Position.of("p.yml", 1, 10), problems).size());
    assertEquals(2, problems.sorted().size());
    assertEquals(ErrorCode.UNKNOWN_HOST, problems.sorted().get(0).code());
    assertTrue(problems.sorted().toString().contains("Did you mean \"web\"?"));
  }

  @Test
  void brokenExpressionIsAnError() {
    Problems problems = new Problems();
    inventory.select(List.of("~db("), Position.NONE, problems);
    assertEquals(ErrorCode.INVALID_PATTERN, problems.sorted().get(0).code());
  }

  // Limits

  private List<String> limited(String... limit) {
    Problems problems = new Problems();
    HostLimit only = HostLimit.parse(List.of(limit), inventory, problems);
    assertTrue(problems.isEmpty(), () -> problems.sorted().toString());
    return inventory.select(List.of("db"), Position.NONE, Optional.of(only), problems).stream()
        .map(Host::name)
        .toList();
  }

  @Test
  void limitsNarrow() {
    assertEquals(List.of("db1"), limited("prod"));
    assertEquals(List.of("db2", "db3", "db4"), limited("!prod"));
    assertEquals(List.of("db1", "db2"), limited("db1,db2"));
    assertEquals(List.of(), limited("web"));
  }

  @Test
  void limitsMayStandInAFile() {
    files.with("failed", "# comment\ndb2\n\ndb4\n");
    assertEquals(List.of("db2", "db4"), limited("@" + files.path("failed")));
  }

  @ParameterizedTest
  @CsvSource({"nosuch", "@/nonexistent", "db:!db"})
  void limitThatLeavesNothingIsAnError(String limit) {
    Problems problems = new Problems();
    HostLimit.parse(List.of(limit), inventory, problems);
    assertTrue(problems.hasErrors());
  }

  // Changes while a run goes on

  @Test
  void hostsAndGroupsCanBeAdded() {
    LiveInventory live = new LiveInventory(inventory, Optional.empty(), () -> inventory);
    live.add("new1", List.of("db", "fresh"), Map.of("x", Value.of(1)));
    live.group("web1.example", "os_debian", List.of("linux"));
    assertEquals(List.of("new1"), live.select(List.of("fresh")));
    assertTrue(live.groups().getOrDefault("db", List.of()).contains("new1"));
    assertTrue(live.groups().getOrDefault("all", List.of()).contains("new1"));
    assertEquals(List.of("web1.example"), live.select(List.of("linux:&os_debian")));
    assertEquals("1", live.variables("new1").lookup("x").orElseThrow().toString());
    assertEquals(
        List.of("os_debian", "prod", "web"),
        live.groupsOf("web1.example").stream().filter(g -> !g.equals("linux")).toList());
    live.add("new1", List.of(), Map.of("y", Value.of(2)));
    assertEquals("1", live.variables("new1").lookup("x").orElseThrow().toString());
    live.refresh();
    assertEquals(List.of(), live.select(List.of("new1")));
  }

  @Test
  void liveSelectionThrowsOnlyForBrokenPatterns() {
    LiveInventory live = new LiveInventory(inventory, Optional.empty(), () -> inventory);
    assertEquals(List.of(), live.select(List.of("later")));
    Assertions.assertThrows(ProvisionException.class, () -> live.select(List.of("~(")));
  }
}
