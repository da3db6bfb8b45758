package dev.provision.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Problem;
import dev.provision.diag.Problems;
import dev.provision.value.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class LabReaderTests {

  static final List<String> BUNDLED = LabShapes.BUNDLED;

  private final Problems problems = new Problems();

  private Optional<LabSpec> read(String text) {
    return LabShapes.parse(text, "lab.yml", problems);
  }

  private String only() {
    assertEquals(1, problems.sorted().size(), () -> "problems: " + problems.sorted());
    return problems.sorted().get(0).oneLine();
  }

  @Test
  void describesTheDefaultLab() {
    LabSpec lab = LabShapes.defaultLab();
    MachineSpec server = lab.machine("hk-db");
    assertEquals(2, server.numaNodes());
    assertEquals(4, server.cpus());
    assertEquals(DiskBus.NVME, server.systemDisk().bus());
    assertEquals(NetworkStack.NETWORK_MANAGER, server.network());
    assertEquals(Database.MYSQL_9_7, server.database());
    assertEquals(22011, server.port());
    assertEquals(22012, lab.machine("bj-client").port());
    assertEquals(Duration.ofMillis(48), lab.links().get(0).rtt());
  }

  @ParameterizedTest
  @FieldSource("BUNDLED")
  void readsWhatComesWithTheProgramAndWhatItWritesItself(String name) {
    LabSpec lab = LabShapes.read(name, problems).orElseThrow();
    String written = Json.reveal(LabWriter.write(lab));
    assertEquals(Optional.of(lab), read(written));
    assertEquals(List.of(), problems.sorted());
  }

  @Test
  void fillsInDefaults() {
    MachineSpec machine = read("machines: {web: {}}").orElseThrow().machine("web");
    assertEquals(Distribution.BOOKWORM, machine.distribution());
    assertEquals(1, machine.cpus());
    assertEquals("web", machine.group());
    assertEquals(Database.NONE, machine.database());
    assertEquals(0, machine.port());
  }

  @Test
  void readsAllThatALineCanHave() {
    LabSpec lab =
        read("""
                machines: {a: {}, b: {}}
                links:
                  - {server: a, client: b, rtt: 190ms, jitter: 2 ms, loss: 0.5 %, rate: 100 Mbit/s, lease: 2 m}
                """)
            .orElseThrow();
    assertEquals(
        List.of(
            new LinkSpec(
                "a",
                "b",
                Duration.ofMillis(190),
                Duration.ofMillis(2),
                0.5,
                100_000_000,
                Duration.ofMinutes(2))),
        lab.links());
  }

  @Test
  void namesThePlaceOfAnUnknownKeyAndWhatWasMeant() {
    assertTrue(read("machines:\n  a:\n    memroy: 1 GiB\n").isEmpty());
    assertEquals(
        "lab.yml:3:5: error: Unknown keyword: A machine has no \"memroy\". Did you mean \"memory\"?",
        only());
  }

  @Test
  void reportsAllThatIsWrongAtOnce() {
    assertTrue(
        read("""
                machines:
                  a: {cpus: 3, numa_nodes: 2, distribution: buster}
                  b: {disks: [{bus: ide}], port: high}
                links:
                  - {server: a, client: c, rtt: 48}
                """)
            .isEmpty());
    assertEquals(
        List.of("2:13", "2:45", "3:21", "3:34", "5:25", "5:33"),
        problems.sorted().stream().map(p -> p.at().line() + ":" + p.at().column()).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          machines: {}                                                    | at least one machine
          machines: [a]                                                   | takes a mapping
          machine: {a: {}}                                                | Did you mean "machines"
          machines: {A: {}}                                               | can't be the name of a machine
          machines: {a: {memory: 100 MiB}}                                | at least 256 MiB
          machines: {a: {memory: 1 GB}}                                   | Write it like "1792 MiB"
          machines: {a: {database: mysql-9.7}}                            | Only the distribution sid
          machines: {a: {packages: [../x]}}                               | no valid item of packages
          machines: {a: {port: 99}, b: {port: 99}}                        | has it already
          machines: {a: {volumes: [{disks: [2], mount: /srv}]}}           | Name disks of this machine
          machines: {a: {disks: [{}, {}, {}], volumes: [{disks: [2, 3], mount: /srv}]}} | joined by raid or lvm
          machines: {a: {disks: [{}, {}], volumes: [{disks: [2]}]}}       | lacks "mount"
          machines: {a: {disks: [{size: 1500 KiB}]}}                      | whole MiB
          machines: {a: {nics: [{queues: 0}]}}                            | from 1 to 64
          {machines: {a: {}}, links: [{server: a, client: a}]}            | A line has two ends
          {machines: {a: {}, b: {}}, links: [{server: a, client: b, lease: 1 m}]} | at least 2 m
          {machines: {a: {}, b: {}}, links: [{server: a, client: b, loss: 101 %}]} | Write it like "0.1 %"
          """)
  void refuses(String text, String complaint) {
    assertTrue(read(text).isEmpty());
    assertTrue(
        problems.sorted().stream().map(Problem::detail).anyMatch(d -> d.contains(complaint)),
        () -> "problems: " + problems.sorted());
  }

  @Test
  void namesTheKnownLabsWhereOneIsUnknown() {
    assertTrue(LabShapes.read("defualt", problems).isEmpty());
    assertEquals(ErrorCode.UNKNOWN_LAB, problems.sorted().get(0).code());
    assertTrue(only().contains("Did you mean \"default\"?"));
  }

  @Test
  void givesACopyPortsOfItsOwn() {
    LabSpec copy = LabShapes.defaultLab().copy("other");
    assertEquals("other", copy.name());
    assertTrue(copy.machines().stream().allMatch(machine -> machine.port() == 0));
  }
}
