package dev.provision.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.provision.connect.Session.Traffic;
import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problem;
import dev.provision.diag.ProblemPrinter;
import dev.provision.report.View.Format;
import dev.provision.run.event.RunEvent;
import dev.provision.run.event.RunEvent.Change;
import dev.provision.run.event.RunEvent.Mode;
import dev.provision.run.event.RunEvent.Recap;
import dev.provision.run.event.RunEvent.Status;
import dev.provision.run.event.RunEvent.TaskEnd;
import dev.provision.run.event.RunEvent.TaskInfo;
import dev.provision.value.Json;
import dev.provision.value.Text;
import dev.provision.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ViewTests {

  private static final Path GOLDEN = Path.of("src/test/resources/dev/provision/report");

  /** Run with {@code -Dgolden.write=true} to write the files anew, then read the difference. */
  @ParameterizedTest
  @EnumSource(Format.class)
  void showsARunAsTheGoldenFileDoes(Format format) throws IOException {
    Path golden =
        GOLDEN.resolve("run." + format.name().toLowerCase(java.util.Locale.ROOT) + ".txt");
    String shown = show(format, run());
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(golden, shown);
    }

    assertEquals(Files.readString(golden), shown);
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void neverShowsASecret(Format format) {
    assertFalse(show(format, run()).contains("hunter2"));
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void neverLetsAHostSteerTheTerminal(Format format) {
    assertFalse(show(format, run()).contains("\u001b"));
  }

  @Test
  void eachJsonLineIsAnObjectWithAnEvent() {
    show(Format.JSON, run())
        .lines()
        .forEach(
            line ->
                assertTrue(((Value.Dict) Json.parse(line, "out")).get("event").isPresent(), line));
  }

  private static String show(Format format, List<RunEvent> events) {
    StringBuilder out = new StringBuilder();
    ProblemPrinter printer =
        new ProblemPrinter(
            file -> file.equals("site.yml") ? Optional.of(source()) : Optional.empty());
    View view = View.of(format, out, new View.Options(false, true, true, 0), printer);
    events.forEach(view::on);
    return out.toString();
  }

  private static List<String> source() {
    return List.of("- hosts: db", "  tasks:", "    - command: /bin/false");
  }

  private static List<RunEvent> run() {
    TaskInfo sysctl = task("Keep idle connections alive", Optional.of("kernel_net"), "sysctl");
    TaskInfo file = task("Write the password file", Optional.empty(), "copy");
    TaskInfo fails = task("Fails", Optional.empty(), "command");
    TaskInfo debug = task("Say it", Optional.empty(), "debug");
    return List.of(
        new RunEvent.RunStart("20261201-010203-ab12", Mode.APPLY, "0.1.0"),
        new RunEvent.PlayStart("Tune long links", List.of("hk-db", "us-db")),
        new RunEvent.TaskStart(task("Gathering Facts", Optional.empty(), "setup")),
        end("hk-db", task("Gathering Facts", Optional.empty(), "setup"), Status.OK, List.of()),
        end("us-db", task("Gathering Facts", Optional.empty(), "setup"), Status.OK, List.of()),
        new RunEvent.TaskStart(sysctl),
        end("hk-db", sysctl, Status.CHANGED, List.of(keepalive(), owned())),
        end("us-db", sysctl, Status.OK, List.of()),
        new RunEvent.TaskStart(file),
        end("hk-db", file, Status.CHANGED, List.of(secret(), unknown())),
        end("us-db", file, Status.SKIPPED, List.of()),
        new RunEvent.TaskStart(debug),
        message("hk-db", debug),
        new RunEvent.TaskStart(fails),
        failure("hk-db", fails),
        new RunEvent.ProblemFound(
            Problem.warning(ErrorCode.UNKNOWN_TAG_SELECTED, Position.NONE, "No task has it."),
            Optional.empty()),
        new RunEvent.RunEnd(recap(), 2, Duration.ofMillis(1500)));
  }

  private static TaskInfo task(String name, Optional<String> role, String module) {
    return new TaskInfo(
        "Tune long links", name, role, module, "site.yml › play 1", "site.yml:3:7", false);
  }

  private static TaskEnd end(String host, TaskInfo task, Status status, List<Change> changes) {
    Value.Dict result = Value.dict("changed", Value.of(status == Status.CHANGED));
    Optional<Boolean> verified = changes.isEmpty() ? Optional.empty() : Optional.of(true);
    String risk = changes.isEmpty() ? "none" : "new_connections";
    return new TaskEnd(
        host,
        task,
        Optional.empty(),
        false,
        status,
        changes,
        risk,
        verified,
        result,
        Optional.empty(),
        Duration.ofMillis(12));
  }

  private static TaskEnd message(String host, TaskInfo task) {
    return new TaskEnd(
        host,
        task,
        Optional.of(Text.plain("first\u001b[2J")),
        false,
        Status.OK,
        List.of(),
        "none",
        Optional.empty(),
        Value.dict("msg", Value.of("hello\u001b[31m")),
        Optional.empty(),
        Duration.ofMillis(1));
  }

  private static TaskEnd failure(String host, TaskInfo task) {
    Map<String, Value> result = new LinkedHashMap<>();
    result.put("msg", Value.of("non-zero return code"));
    result.put("rc", Value.of(1));
    result.put("stderr", Value.of("no such thing\nreally"));
    Problem problem =
        Problem.error(
            ErrorCode.COMMAND_FAILED,
            Position.of("site.yml", 3, 7).withLength(7),
            "The command ended with exit code 1.");
    return new TaskEnd(
        host,
        task,
        Optional.empty(),
        false,
        Status.FAILED,
        List.of(),
        "none",
        Optional.empty(),
        Value.dict(result),
        Optional.of(problem),
        Duration.ofMillis(3));
  }

  private static Change keepalive() {
    return new Change(
        "net.ipv4.tcp_keepalive_time live",
        Value.of("7200"),
        Value.of("60"),
        true,
        "NAT gateways forget idle flows after 350 s.",
        "provider documentation",
        "ss -to shows the timer");
  }

  private static Change owned() {
    return new Change(
        "/etc/sysctl.d/60-net.conf content",
        Value.NULL,
        Value.of("# owned\nnet.ipv4.tcp_keepalive_time = 60\n"),
        true,
        "",
        "",
        "");
  }

  private static Change secret() {
    Text.Builder after = new Text.Builder().append("user=a\npassword=");
    after.append(Text.secret("hunter2")).append("\n");
    return new Change(
        "/root/.my.cnf content",
        Value.of("user=b\npassword=\n"),
        Value.of(after.build()),
        true,
        "",
        "",
        "");
  }

  private static Change unknown() {
    return new Change("alice uid", Value.NULL, Value.NULL, false, "", "", "");
  }

  private static Map<String, Recap> recap() {
    Map<String, Recap> hosts = new LinkedHashMap<>();
    Traffic traffic = new Traffic(6, 2, 5120, 20480);
    hosts.put("hk-db", new Recap(4, 2, 0, 1, 0, 0, 0, traffic, Duration.ofMillis(1400)));
    hosts.put("us-db", new Recap(2, 0, 0, 0, 1, 0, 0, traffic, Duration.ofMillis(900)));
    return hosts;
  }
}
