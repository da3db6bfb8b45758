package dev.provision.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.value.Json;
import dev.provision.value.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our reading of inventories beside that of ansible-core. */
@Tag("oracle")
class AnsibleInventoryTests {

  @TempDir Path folder;

  private void same(InventoryFiles files, String... sources) throws Exception {
    String[] paths = new String[sources.length];
    for (int i = 0; i < sources.length; i++) {
      paths[i] = sources[i].endsWith(",") ? sources[i] : files.path(sources[i]).toString();
    }
    Inventory inventory = files.loadAll(paths);
    inventory = inventory.with(files.besidePlaybook("play", inventory));
    assertTrue(!files.collected().hasErrors(), files.details());
    Value.Dict theirs = ansible(files.path("play"), paths);
    assertEquals(hostVars(theirs), hostVars(inventory));
    assertEquals(groups(theirs), groups(inventory));
  }

  private static Map<String, String> hostVars(Inventory inventory) {
    Map<String, String> found = new TreeMap<>();
    for (Host host : inventory.hosts()) {
      Map<String, Value> vars = new TreeMap<>();
      host.variables()
          .names()
          .forEach(name -> vars.put(name, host.variables().lookup(name).orElseThrow()));
      found.put(host.name(), Json.show(Value.dict(vars)));
    }
    return found;
  }

  private static Map<String, String> hostVars(Value.Dict listed) {
    Map<String, String> found = new TreeMap<>();
    Value.Dict meta = (Value.Dict) listed.get("_meta").orElseThrow();
    Value.Dict all = (Value.Dict) meta.get("hostvars").orElseThrow();
    all.entries()
        .forEach(
            (host, vars) -> {
              Map<String, Value> sorted = new TreeMap<>();
              ((Value.Dict) vars).entries().forEach((k, v) -> sorted.put(k.toString(), v));
              found.put(host.toString(), Json.show(Value.dict(sorted)));
            });
    return found;
  }

  /** Each group's direct children; {@code ansible-inventory} leaves empty groups out. */
  private static Map<String, Set<String>> groups(Inventory inventory) {
    Map<String, Set<String>> found = new TreeMap<>();
    for (Group group : inventory.groups()) {
      Set<String> inside = new TreeSet<>(group.children());
      if (!group.name().equals("all")) {
        inside.addAll(group.directHosts());
      }
      if (!group.hosts().isEmpty()) {
        inside.removeIf(
            child -> inventory.group(child).filter(g -> g.hosts().isEmpty()).isPresent());
        found.put(group.name(), inside);
      }
    }
    return found;
  }

  private static Map<String, Set<String>> groups(Value.Dict listed) {
    Map<String, Set<String>> found = new TreeMap<>();
    listed
        .entries()
        .forEach(
            (name, body) -> {
              Set<String> inside = new TreeSet<>();
              if (!name.toString().equals("_meta")) {
                for (String key : List.of("hosts", "children")) {
                  ((Value.Dict) body)
                      .get(key)
                      .ifPresent(
                          v -> ((Value.Seq) v).items().forEach(i -> inside.add(i.toString())));
                }
                found.put(name.toString(), inside);
              }
            });
    Map<String, Set<String>> used = new LinkedHashMap<>(found);
    used.values().removeIf(Set::isEmpty);
    found
        .values()
        .forEach(inside -> inside.removeIf(n -> found.containsKey(n) && !used.containsKey(n)));
    found.keySet().retainAll(used.keySet());
    found.computeIfPresent(
        "all",
        (k, v) -> {
          v.removeIf(child -> child.equals("ungrouped") && !used.containsKey("ungrouped"));
          return v;
        });
    return found;
  }

  private static Value.Dict ansible(Path playbooks, String... sources)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of("ansible-inventory", "--list", "--playbook-dir", playbooks.toString()));
    for (String source : sources) {
      command.add("-i");
      command.add(source);
    }
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("ANSIBLE_LOCALHOST_WARNING", "false");
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    return (Value.Dict) Json.parse(printed, "ansible-inventory");
  }

  @Test
  void yamlWithAllPlacesOfVariables() throws Exception {
    InventoryFiles files =
        new InventoryFiles(folder)
            .with(
                "inv/i.yml",
                """
                all:
                  vars: {v: 1, a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1}
                  hosts: {alone: {mode: 0644, t: yes, s: 1e3, n: ~}}
                  children:
                    db:
                      vars: {a: 2, b: 2, c: 2, d: 2, e: 2, f: 2, g: 2, h: 2}
                      hosts: {"db[01:03].x": {f: 7, g: 7, h: 7}, "other:2222": }
                      children: {replicas: {hosts: {db03.x: , r1: }, vars: {a: r, d: r}}}
                web: {hosts: {db01.x: , w1: }, vars: {a: w, ansible_group_priority: 5}}
                """)
            .with("inv/group_vars/all.yml", "{b: 3, c: 3, d: 3, e: 3, f: 3, g: 3, h: 3}")
            .with("play/group_vars/all/x.yml", "{c: 4, d: 4, e: 4, f: 4, g: 4, h: 4}")
            .with("inv/group_vars/db", "{d: 5, e: 5, f: 5, g: 5, h: 5}")
            .with("inv/group_vars/replicas.yml", "{d: rv, q: 1}")
            .with("play/group_vars/db.json", "{\"e\": 6, \"f\": 6, \"g\": 6, \"h\": 6}")
            .with("inv/host_vars/db01.x.yaml", "{g: 8, h: 8}")
            .with("play/host_vars/db01.x/deep/er.yml", "{h: 9}");
    same(files, "inv");
  }

  @Test
  void ini() throws Exception {
    InventoryFiles files =
        new InventoryFiles(folder)
            .with("play/x", "")
            .with(
                "hosts",
                """
                lonely ansible_host=192.0.2.1
                [db]
                db[1:3] x=1 name="two words" flag=True off=no  # comment
                db4:2200 esc="a\\nb" empty= quoted="'5'" n=0x10 m=0644
                [web]
                web1 list="[1, 2]"
                web[a:c]-z
                [web:vars]
                port=8080
                text = a b c
                list=[1, 'two', {'x': None}]
                hash=x # y
                num=5 # z
                q="quoted text"
                [prod:children]
                db
                web
                [prod:vars]
                level=prod
                port=1
                """);
    same(files, "hosts");
  }

  @Test
  void executable() throws Exception {
    InventoryFiles files =
        new InventoryFiles(folder)
            .with("play/x", "")
            .withScript(
                "inv.sh",
                """
                #!/bin/sh
                cat <<'END'
                {"db": {"hosts": ["a", "b"], "vars": {"x": 1}, "children": ["sub"]}, "sub": ["c"], "all": {"vars": {"z": 1}},
                 "_meta": {"hostvars": {"a": {"y": [1, "z"]}, "lonely": {"q": 1}}}}
                END
                """);
    same(files, "inv.sh");
  }

  @Test
  void severalSources() throws Exception {
    InventoryFiles files =
        new InventoryFiles(folder)
            .with("play/group_vars/all.yml", "p: 1\n")
            .with("one/a.yml", "g: {hosts: {h: {x: 1, y: 1}}, vars: {z: 1}}\n")
            .with("one/group_vars/g.yml", "w: 1\nv: 1\n")
            .with("two/b", "[g]\nh x=2\nk\n[g:vars]\nz=2\n")
            .with("two/group_vars/g.yml", "w: 2\n");
    same(files, "one", "two", "extra1,extra2,");
  }
}
