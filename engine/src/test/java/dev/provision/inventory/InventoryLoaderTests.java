package dev.provision.inventory;

import static dev.provision.inventory.InventoryFiles.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InventoryLoaderTests {

  @TempDir Path folder;
  private InventoryFiles files;

  @BeforeEach
  void setUp() {
    files = new InventoryFiles(folder);
  }

  private static List<String> names(Inventory inventory) {
    return inventory.hosts().stream().map(Host::name).toList();
  }

  private static List<String> group(Inventory inventory, String name) {
    return inventory.group(name).orElseThrow(() -> new AssertionError("no group " + name)).hosts();
  }

  // YAML

  @Test
  void readsGroupsHostsAndVariables() {
    files.with(
        "i.yml",
        """
        all:
          vars: {a: all, b: all, c: all}
          children:
            db:
              hosts:
                db1: {c: host}
                db2:
              vars: {b: db, c: db}
              children:
                replicas:
                  hosts: db3
        web:
          hosts: {web1: , db1: }
        """);
    Inventory inventory = files.good("i.yml");
    assertEquals(List.of("db1", "db2", "db3", "web1"), names(inventory));
    assertEquals(List.of("db1", "db2", "db3"), group(inventory, "db"));
    assertEquals("all", value(inventory, "db1", "a"));
    assertEquals("db", value(inventory, "db3", "b"));
    assertEquals("host", value(inventory, "db1", "c"));
    assertEquals(
        List.of("all", "db", "web"),
        inventory.host("db1").orElseThrow().groups().stream().map(Group::name).toList());
  }

  @Test
  void hostsKeepThePlaceWhereTheyAreNamed() {
    files.with("i.yml", "all:\n  hosts:\n    a: {x: 1}\n");
    Host host = files.good("i.yml").host("a").orElseThrow();
    assertEquals(folder + "/i.yml:3:5", host.at().toString());
    assertEquals(
        folder + "/i.yml:3:12", host.variables().lookup("x").orElseThrow().origin().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "db[01:03].x|db01.x db02.x db03.x",
        "db[1:3]|db1 db2 db3",
        "db[8:12:2]|db8 db10 db12",
        "db-[a:c]|db-a db-b db-c",
        "r[1:2]-[a:b]|r1-a r1-b r2-a r2-b",
        "db[:2]|db0 db1 db2",
        "plain|plain"
      })
  void expandsRanges(String name, String hosts) {
    files.with("i.yml", "all:\n  hosts:\n    \"" + name + "\":\n");
    assertEquals(List.of(hosts.split(" ")), names(files.good("i.yml")));
  }

  @ParameterizedTest
  @CsvSource({
    "db[3:1]",
    "db[01:100]",
    "db[a:3]",
    "db[1:5:0]",
    "db[1:5:x]",
    "db[1]",
    "db[0:999999999]"
  })
  void refusesBrokenRanges(String name) {
    files.with("i.yml", "all:\n  hosts:\n    ok:\n    \"" + name + "\":\n").load("i.yml");
    assertEquals(List.of("i.yml:4:5 INVALID_INVENTORY"), files.problems());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h:2222|h|2222",
        "[2001:db8::1]:22|2001:db8::1|22",
        "2001:db8::1|2001:db8::1|undefined"
      })
  void readsPorts(String written, String name, String port) {
    Inventory inventory =
        files.with("i.yml", "all:\n  hosts:\n    \"" + written + "\":\n").good("i.yml");
    assertEquals(List.of(name), names(inventory));
    assertEquals(port, value(inventory, name, "ansible_port"));
  }

  @Test
  void wrongTypesAreErrorsEachWithItsPlace() {
    files.with(
        "i.yml",
        """
        all:
          hosts: [a, b]
          vars: 5
          children:
            g: {hosts: {x: 7}}
            h: text
        """);
    files.load("i.yml");
    assertEquals(
        List.of(
            "i.yml:2:10 WRONG_TYPE",
            "i.yml:3:9 WRONG_TYPE",
            "i.yml:5:20 WRONG_TYPE",
            "i.yml:6:8 WRONG_TYPE"),
        files.problems());
  }

  @Test
  void listIsNoInventory() {
    files.with("i.yml", "- a\n").load("i.yml");
    assertEquals(List.of("i.yml:1:1 WRONG_TYPE"), files.problems());
  }

  @Test
  void unknownKeysOfGroupsAreWarnedOf() {
    files.with("i.yml", "all:\n  hosts: {a: }\n  var: {x: 1}\n").load("i.yml");
    assertEquals(List.of("i.yml:3:3 INVALID_INVENTORY"), files.problems());
    assertFalse(files.collected().hasErrors());
    assertTrue(
        files.details().contains("Did you mean \\\"vars\\\"?")
            || files.details().contains("\"vars\"?"));
  }

  @Test
  void groupsInARingAreAnError() {
    files.with("i.yml", "a: {hosts: {h: }, children: {b: {children: {a: }}}}\n").load("i.yml");
    assertTrue(files.problems().get(0).endsWith("INVALID_INVENTORY"), files.details());
  }

  @Test
  void emptyInventoryIsAnError() {
    files.with("i.yml", "all:\n").load("i.yml");
    assertEquals(List.of("i.yml EMPTY_INVENTORY"), files.problems());
  }

  @Test
  void withoutAnySourceThereIsOnlyThisMachine() {
    Inventory inventory = files.loadAll();
    assertTrue(files.collected().isEmpty());
    assertEquals("local", value(inventory, "localhost", "ansible_connection"));
  }

  @Test
  void inventoryPluginsAreRefused() {
    files.with("i.yml", "plugin: constructed\n").load("i.yml");
    assertEquals(List.of("i.yml:1:1 INVALID_INVENTORY"), files.problems());
  }

  @Test
  void unreadableYamlIsOneError() throws Exception {
    Files.write(
        files.path("i.yml"), "all:\n  hosts: {h\u00e9: }\n".getBytes(StandardCharsets.ISO_8859_1));
    files.load("i.yml");
    assertEquals(List.of("i.yml:2:12 INVALID_ENCODING"), files.problems());
  }

  @Test
  void tenThousandHostsAreRead() {
    files.with("i.yml", "all:\n  hosts:\n    h[0001:9999]: {x: 1}\n  vars: {y: 2}\n");
    Inventory inventory = files.good("i.yml");
    assertEquals(9999, inventory.hosts().size());
    assertEquals("2", value(inventory, "h9999", "y"));
  }

  // INI

  @Test
  void readsIni() {
    files.with(
        "hosts",
        """
        # comment
        lonely ansible_host=192.0.2.1
        [db]
        db[1:2] x=1 name="two words" flag=True  # comment
        db3:2200
        [web]
        web1
        [web:vars]
        port=8080
        text = a b c
        list=[1, 'two']
        ; another comment
        [prod:children]
        db
        web
        [prod:vars]
        level=prod
        """);
    Inventory inventory = files.good("hosts");
    assertEquals(List.of("lonely", "db1", "db2", "db3", "web1"), names(inventory));
    assertEquals(List.of("lonely"), group(inventory, "ungrouped"));
    assertEquals(List.of("db1", "db2", "db3", "web1"), group(inventory, "prod"));
    assertEquals("two words", value(inventory, "db2", "name"));
    assertEquals("true", value(inventory, "db1", "flag"));
    assertEquals("2200", value(inventory, "db3", "ansible_port"));
    assertEquals("a b c", value(inventory, "web1", "text"));
    assertEquals("[1, two]", value(inventory, "web1", "list"));
    assertEquals("prod", value(inventory, "db1", "level"));
    assertEquals(
        folder + "/hosts:9:6",
        inventory
            .host("web1")
            .orElseThrow()
            .variables()
            .lookup("port")
            .orElseThrow()
            .origin()
            .toString());
  }

  @Test
  void iniProblemsHaveTheirLines() {
    files.with(
        "hosts",
        """
        [db]
        a x
        b y='open
        c[3:1]
        [db:wars]
        z=1
        [web:children]
        nowhere
        [other:vars]
        x=1
        """);
    files.load("hosts");
    assertEquals(
        List.of(
            "hosts:2:3 INVALID_INVENTORY",
            "hosts:3:1 INVALID_INVENTORY",
            "hosts:4:1 INVALID_INVENTORY",
            "hosts:5:1 INVALID_INVENTORY",
            "hosts:8:1 UNKNOWN_GROUP",
            "hosts:9:1 UNKNOWN_GROUP"),
        files.problems());
  }

  @Test
  void fileWithoutSuffixMayBeYaml() {
    assertEquals(
        List.of("a"), names(files.with("hosts", "---\nall: {hosts: {a: }}\n").good("hosts")));
  }

  // Scripts

  @Test
  void runsExecutables() {
    files.withScript(
        "inv.sh",
        """
        #!/bin/sh
        [ "$1" = --list ] && cat <<'END'
        {"db": {"hosts": ["a", "b"], "vars": {"x": 1}, "children": ["sub"]}, "sub": ["c"],
         "_meta": {"hostvars": {"a": {"y": [1, "z"]}}}}
        END
        """);
    Inventory inventory = files.good("inv.sh");
    assertEquals(List.of("a", "b", "c"), names(inventory));
    assertEquals("1", value(inventory, "c", "x"));
    assertEquals("[1, z]", value(inventory, "a", "y"));
  }

  @Test
  void asksExecutablesForEachHostWhereTheyGiveNoMeta() {
    files.withScript(
        "inv.sh",
        """
        #!/bin/sh
        if [ "$1" = --list ]; then echo '{"g": ["a"]}'; else echo "{\\"me\\": \\"$2\\"}"; fi
        """);
    assertEquals("a", value(files.good("inv.sh"), "a", "me"));
  }

  @Test
  void failingExecutableIsAnErrorWithWhatItSaid() {
    files.withScript("inv.sh", "#!/bin/sh\necho no credentials >&2\nexit 3\n").load("inv.sh");
    assertEquals(List.of("inv.sh INVALID_INVENTORY"), files.problems());
    assertTrue(files.details().contains("exit code 3, no credentials"), files.details());
  }

  @Test
  void otherOutputThanJsonIsAnError() {
    files.withScript("inv.sh", "#!/bin/sh\necho hello\n").load("inv.sh");
    assertEquals(List.of("inv.sh INVALID_INVENTORY"), files.problems());
  }

  // Folders and names

  @Test
  void foldersAreReadInOrderOfNames() {
    files
        .with("inv/10-a.yml", "all: {hosts: {a: {x: 1}}}\n")
        .with("inv/20-b.yml", "all: {hosts: {a: {x: 2}, b: }}\n")
        .with("inv/README.md", "not an inventory")
        .with("inv/.hidden.yml", "- broken")
        .with("inv/group_vars/all.yml", "g: 1\n");
    Inventory inventory = files.good("inv");
    assertEquals(List.of("a", "b"), names(inventory));
    assertEquals("2", value(inventory, "a", "x"));
    assertEquals("1", value(inventory, "b", "g"));
  }

  @Test
  void bareNamesAreLookedForInInventories() {
    files.with("inventories/hk-prod.yml", "all: {hosts: {a: }}\n").with("inventories/lab", "b\n");
    assertEquals(List.of("a"), names(files.loadAll("hk-prod")));
    assertEquals(List.of("b"), names(files.loadAll("lab")));
    assertEquals(List.of("a"), names(files.loadAll("hk-prod.yml")));
    assertTrue(files.collected().isEmpty(), files.details());
  }

  @Test
  void aBareNameMeansAnInventoryRatherThanAFolderHere() {
    files.with("inventories/lab.yml", "all: {hosts: {a: }}\n").with("lab/README", "no inventory\n");
    assertEquals(List.of("a"), names(files.loadAll("lab")));
    assertTrue(files.collected().isEmpty(), files.details());
  }

  @Test
  void unknownInventoryIsAnErrorWithASuggestion() {
    files.with("inventories/hk-prod.yml", "all: {hosts: {a: }}\n").loadAll("hk-pord");
    assertEquals(List.of(" FILE_NOT_FOUND"), files.problems());
    assertTrue(files.details().contains("Did you mean \"hk-prod\""), files.details());
  }

  @Test
  void hostsMayBeGivenThemselves() {
    assertEquals(List.of("a", "b"), names(files.loadAll("a,b,")));
    assertEquals("22", value(files.loadAll("a:22,"), "a", "ansible_port"));
  }

  @Test
  void laterSourcesWin() {
    files
        .with("a.yml", "g: {hosts: {h: {x: 1, y: 1}}, vars: {z: 1}}\n")
        .with("b.yml", "g: {hosts: {h: {x: 2}}, vars: {z: 2}}\n");
    Inventory inventory =
        files.loadAll(files.path("a.yml").toString(), files.path("b.yml").toString());
    assertEquals("2", value(inventory, "h", "x"));
    assertEquals("1", value(inventory, "h", "y"));
    assertEquals("2", value(inventory, "h", "z"));
  }

  // Variables beside the inventory and the playbook

  @Test
  void variablesBesideTheInventoryAndThePlaybookRankAsDocumented() {
    files
        .with(
            "inv/i.yml",
            "all: {vars: {v: 1, a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1}}\n"
                + "db: {vars: {a: 2, b: 2, c: 2, d: 2, e: 2, f: 2, g: 2, h: 2}, hosts: {x: {f: 7,"
                + " g: 7, h: 7}}}\n")
        .with("inv/group_vars/all.yml", "{b: 3, c: 3, d: 3, e: 3, f: 3, g: 3, h: 3}")
        .with("group_vars/all/x.yml", "{c: 4, d: 4, e: 4, f: 4, g: 4, h: 4}")
        .with("inv/group_vars/db", "{d: 5, e: 5, f: 5, g: 5, h: 5}")
        .with("group_vars/db.json", "{\"e\": 6, \"f\": 6, \"g\": 6, \"h\": 6}")
        .with("inv/host_vars/x.yaml", "{g: 8, h: 8}")
        .with("host_vars/x/deep/er.yml", "{h: 9}");
    Inventory inventory = files.good("inv");
    inventory = inventory.with(files.besidePlaybook(".", inventory));
    StringBuilder found = new StringBuilder();
    for (String name : List.of("v", "a", "b", "c", "d", "e", "f", "g", "h")) {
      found.append(value(inventory, "x", name));
    }
    assertEquals("123456789", found.toString());
  }

  @Test
  void deeperGroupsWinAndPriorityBreaksTies() {
    files.with(
        "i.yml",
        """
        all:
          children:
            a: {vars: {x: a, y: a}, hosts: {h: }, children: {deep: {vars: {y: deep}, hosts: {h: }}}}
            b: {vars: {x: b}, hosts: {h: }}
            c: {vars: {x: c, ansible_group_priority: 0}, hosts: {h: }}
        """);
    Inventory inventory = files.good("i.yml");
    assertEquals("b", value(inventory, "h", "x"));
    assertEquals("deep", value(inventory, "h", "y"));
  }

  @Test
  void thisMachineTakesTheVariablesOfAllAndItsOwn() {
    files
        .with("i.yml", "all: {hosts: {h: }, vars: {x: 1}}\n")
        .with("group_vars/all.yml", "y: 2\n")
        .with("host_vars/localhost.yml", "z: 3\n");
    Inventory inventory = files.good("i.yml");
    assertEquals("1", value(inventory, "localhost", "x"));
    assertEquals("2", value(inventory, "localhost", "y"));
    assertEquals("3", value(inventory, "localhost", "z"));
    assertFalse(names(inventory).contains("localhost"));
  }

  @Test
  void brokenGroupVarsAreErrorsUpFront() {
    files
        .with("i.yml", "db: {hosts: {h: }}\n")
        .with("group_vars/db.yml", "- 1\n")
        .with("host_vars/h.yml", "a: {{ x }}\n");
    files.load("i.yml");
    assertEquals(
        List.of("group_vars/db.yml:1:1 WRONG_TYPE", "host_vars/h.yml:1:4 UNQUOTED_TEMPLATE"),
        files.problems());
  }
}
