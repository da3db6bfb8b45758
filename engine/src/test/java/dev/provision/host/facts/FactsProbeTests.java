package dev.provision.host.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.provision.host.LocalShell;
import dev.provision.value.Json;
import dev.provision.value.Value;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FactsProbeTests {

  @TempDir Path scratch;

  private Value.Dict facts(LocalShell.Kind kind, Set<FactGroup> groups, String path) {
    assumeTrue(kind.isHere(), kind + " is not installed");
    return new LocalShell(kind, scratch).ask(new FactsProbe(groups, path));
  }

  @ParameterizedTest
  @EnumSource(LocalShell.Kind.class)
  void tellsAboutThisMachine(LocalShell.Kind kind) throws IOException {
    Value.Dict facts = facts(kind, EnumSet.allOf(FactGroup.class), "");
    assertEquals(Value.of("Linux"), facts.get("ansible_system").orElseThrow());
    assertEquals(
        Value.of(System.getProperty("user.name")), facts.get("ansible_user_id").orElseThrow());
    assertEquals(
        Value.of(Runtime.getRuntime().availableProcessors()),
        facts.get("ansible_processor_nproc").orElseThrow());
    Value.Int memory = (Value.Int) facts.get("ansible_memtotal_mb").orElseThrow();
    assertTrue(memory.value().signum() > 0);
    assertTrue(facts.get("ansible_distribution").orElseThrow().isTruthy());
    assertTrue(facts.get("ansible_date_time").orElseThrow().isTruthy());
    assertTrue(facts.get("ansible_env").orElseThrow().isTruthy());
    assertTrue(facts.get("ansible_cmdline").isPresent());
  }

  @ParameterizedTest
  @EnumSource(LocalShell.Kind.class)
  void readsLocalFactsAsJsonAndAsIni(LocalShell.Kind kind) throws IOException {
    Path folder = Files.createDirectory(scratch.resolve("it's facts.d"));
    Files.writeString(folder.resolve("a.fact"), "{\"x\": [1, \"two\"]}");
    Files.writeString(folder.resolve("b.fact"), "[part]\nKey = some value\n");
    Files.writeString(folder.resolve("c.fact"), "nonsense");
    Path program = folder.resolve("d.fact");
    Files.writeString(program, "#!/bin/sh\necho '{\"ran\": true}'\n");
    assertTrue(program.toFile().setExecutable(true));
    Value.Dict facts = facts(kind, EnumSet.of(FactGroup.LOCAL), folder.toString());
    assertEquals(
        "{\"a\":{\"x\":[1,\"two\"]},\"b\":{\"part\":{\"key\":\"some value\"}},"
            + "\"c\":\"error loading facts as JSON or ini - please check content: "
            + folder
            + "/c.fact\",\"d\":{\"ran\":true}}",
        Json.show(facts.get("ansible_local").orElseThrow()));
  }

  @Test
  void givesOnlyTheGroupsThatAreAsked() {
    Value.Dict facts = facts(LocalShell.Kind.SH, EnumSet.of(FactGroup.MIN), "");
    assertFalse(facts.get("ansible_memtotal_mb").isPresent());
    assertFalse(facts.get("ansible_interfaces").isPresent());
    assertTrue(facts.get("ansible_hostname").isPresent());
  }

  /** Facts that differ from call to call, and those that only tell about Python. */
  private static final Set<String> NOT_COMPARED =
      Set.of(
          "ansible_date_time",
          "ansible_loadavg",
          "ansible_uptime_seconds",
          "ansible_memfree_mb",
          "ansible_memory_mb",
          "ansible_env",
          "ansible_python",
          "ansible_python_version",
          "ansible_selinux_python_present",
          "ansible_mounts",
          "ansible_devices",
          "ansible_device_links",
          "ansible_system_capabilities",
          "ansible_local",
          "ansible_system_capabilities_enforced",
          "ansible_lvm",
          "ansible_fibre_channel_wwn",
          "ansible_hostnqn",
          "ansible_iscsi_iqn",
          "ansible_fqdn",
          // Containers come and go meanwhile.
          "ansible_interfaces",
          "ansible_docker0",
          "ansible_all_ipv6_addresses",
          "ansible_domain",
          "ansible_virtualization_tech_guest");

  @Test
  @Tag("oracle")
  void agreesWithAnsible() throws IOException, InterruptedException {
    Process ansible =
        new ProcessBuilder("ansible", "localhost", "-m", "setup")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(ansible.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, ansible.waitFor());
    Value.Dict theirs =
        (Value.Dict)
            ((Value.Dict) Json.parse(out.substring(out.indexOf("{")), "ansible"))
                .get("ansible_facts")
                .orElseThrow();
    Value.Dict ours = facts(LocalShell.Kind.SH, EnumSet.allOf(FactGroup.class), "");
    List<String> different = new ArrayList<>();
    for (Value key : theirs.entries().keySet()) {
      String name = key.toString();
      if (!name.startsWith("ansible_")
          || name.startsWith("ansible_veth")
          || NOT_COMPARED.contains(name)) {
        continue;
      }
      String their = normal(theirs.get(name).orElseThrow());
      String our = ours.get(name).map(FactsProbeTests::normal).orElse("(absent)");
      if (!their.equals(our)) {
        different.add(name + ": ansible " + their + ", provision " + our);
      }
    }
    assertEquals(List.of(), different, InetAddress.getLocalHost().getHostName());
  }

  private static String normal(Value value) {
    if (value instanceof Value.Dict dict) {
      TreeSet<String> entries = new TreeSet<>();
      dict.entries().forEach((k, v) -> entries.add(k + "=" + normal(v)));
      return entries.toString();
    }
    if (value instanceof Value.Seq seq) {
      TreeSet<String> items = new TreeSet<>();
      seq.items().forEach(item -> items.add(normal(item)));
      return items.toString();
    }
    return value.toString();
  }
}
