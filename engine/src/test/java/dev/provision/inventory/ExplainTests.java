package dev.provision.inventory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.Problems;
import dev.provision.lang.Playbook;
import dev.provision.lang.PlaybookLoader;
import dev.provision.lang.PlaybookOptions;
import dev.provision.lang.Sources;
import dev.provision.lang.VariableFiles;
import dev.provision.value.Value;
import dev.provision.value.Vault;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainTests {

  @TempDir Path folder;

  private Explain explain(Map<String, Value> extra) {
    InventoryFiles files = new InventoryFiles(folder);
    files
        .with(
            "i.yml", "db: {hosts: {h: {v: host}}, vars: {v: group}}\nother: {hosts: {o: {v: 1}}}\n")
        .with("group_vars/all.yml", "v: all\n")
        .with("vf.yml", "v: file\n")
        .with("roles/r/defaults/main.yml", "v: default\n")
        .with("roles/r/vars/main.yml", "v: role\n")
        .with(
            "roles/r/tasks/main.yml",
            "- ping:\n  vars: {v: task}\n- set_fact: {v: fact}\n- ping:\n  register: v\n")
        .with(
            "p.yml",
            "- hosts: db\n"
                + "  vars: {v: play}\n"
                + "  vars_files: [vf.yml]\n"
                + "  roles: [{role: r, v: param}]\n"
                + "- hosts: other\n"
                + "  vars: {v: elsewhere}\n");
    VariableFiles read = new VariableFiles(new Sources(), Vault.locked());
    Playbook playbook =
        new PlaybookLoader(read, PlaybookOptions.DEFAULT)
            .load(files.path("p.yml"), new Problems())
            .orElseThrow();
    return new Explain(files.good("i.yml"), List.of(playbook), extra, read);
  }

  @Test
  void namesEveryDefinitionTheWeakestFirst() {
    Explanation found = explain(Map.of()).of("v", "h").orElseThrow();
    assertEquals(
        List.of(
            "default", "group", "all", "host", "play", "file", "role", "task", "fact", "null",
            "param"),
        found.definitions().stream().map(d -> d.value().toString()).toList());
    assertEquals("role", found.winner().orElseThrow().value().toString());
    assertTrue(found.winner().orElseThrow().at().toString().endsWith("roles/r/vars/main.yml:1:4"));
    assertTrue(found.definitions().stream().allMatch(d -> d.at().isKnown()));
  }

  @Test
  void theCommandLineWins() {
    Explanation found = explain(Map.of("v", Value.of("extra"))).of("v", "h").orElseThrow();
    assertEquals(Precedence.EXTRA_VARS, found.winner().orElseThrow().precedence());
  }

  @Test
  void unknownHostsHaveNoExplanationAndUnknownVariablesAnEmptyOne() {
    assertEquals(Optional.empty(), explain(Map.of()).of("v", "nosuch"));
    assertEquals(Optional.empty(), explain(Map.of()).of("nosuch", "h").orElseThrow().winner());
  }
}
