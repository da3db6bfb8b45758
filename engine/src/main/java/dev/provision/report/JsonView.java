package dev.provision.report;

import dev.provision.diag.Problem;
import dev.provision.run.event.RunEvent;
import dev.provision.value.Json;
import dev.provision.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One JSON object a line, as the contract lists them. */
final class JsonView implements View {

  private final Lines lines;

  JsonView(Lines lines) {
    this.lines = lines;
  }

  @Override
  public void on(RunEvent event) {
    if (event instanceof RunEvent.RunStart start) {
      put(runStart(start));
    } else if (event instanceof RunEvent.TaskEnd end && !end.loopSum()) {
      put(task(end));
      end.problem().ifPresent(problem -> put(problem(problem, Optional.of(end.host()))));
    } else if (event instanceof RunEvent.ProblemFound found) {
      put(problem(found.problem(), found.host()));
    } else if (event instanceof RunEvent.RunEnd end) {
      put(recap(end));
    }
  }

  private void put(Map<String, Value> fields) {
    lines.line(Json.show(Value.dict(fields)));
  }

  private static Map<String, Value> event(String name) {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("event", Value.of(name));
    return fields;
  }

  private static Map<String, Value> runStart(RunEvent.RunStart start) {
    Map<String, Value> fields = event("run_start");
    fields.put("run", Value.of(start.run()));
    fields.put("mode", Value.of(start.mode().name().toLowerCase(Locale.ROOT)));
    fields.put("version", Value.of(start.version()));
    return fields;
  }

  private static Map<String, Value> task(RunEvent.TaskEnd end) {
    Map<String, Value> fields = event("task");
    fields.put("host", Value.of(end.host()));
    fields.put("play", Value.of(end.task().play()));
    fields.put("task", Value.of(end.task().name()));
    fields.put("role", optional(end.task().role().map(Value::of)));
    fields.put("module", Value.of(end.task().module()));
    end.item().ifPresent(item -> fields.put("item", Value.of(item)));
    fields.put("status", Value.of(end.status().name().toLowerCase(Locale.ROOT)));
    fields.put("diff", Value.list(end.changes().stream().map(JsonView::change).toList()));
    fields.put("risk", Value.of(end.risk()));
    fields.put("verified", optional(end.verified().map(Value::of)));
    fields.put("result", end.result());
    fields.put("at", Value.of(end.task().at()));
    fields.put("elapsed_ms", Value.of(end.elapsed().toMillis()));
    return fields;
  }

  private static Value change(RunEvent.Change change) {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("path", Value.of(change.path()));
    fields.put("before", change.before());
    fields.put("after", change.known() ? change.after() : Value.of("(known after apply)"));
    fields.put("reason", Value.of(change.reason()));
    if (!change.known()) {
      fields.put("known", Value.FALSE);
    }
    if (!change.source().isEmpty()) {
      fields.put("source", Value.of(change.source()));
    }
    if (!change.verifiedBy().isEmpty()) {
      fields.put("verified_by", Value.of(change.verifiedBy()));
    }
    return Value.dict(fields);
  }

  private static Map<String, Value> problem(Problem problem, Optional<String> host) {
    Map<String, Value> fields = event("problem");
    fields.put("severity", Value.of(problem.severity().word()));
    fields.put("code", Value.of(problem.code().name()));
    fields.put("summary", Value.of(problem.summary()));
    fields.put("detail", Value.of(problem.detail()));
    fields.put("at", Value.of(problem.at().toString()));
    fields.put("host", optional(host.map(Value::of)));
    if (!problem.commands().isEmpty()) {
      List<Value.Str> commands = problem.commands().stream().map(Value::of).toList();
      fields.put("commands", Value.list(commands));
    }
    return fields;
  }

  private static Map<String, Value> recap(RunEvent.RunEnd end) {
    Map<String, Value> hosts = new LinkedHashMap<>();
    end.hosts().forEach((host, recap) -> hosts.put(host, recap(recap)));
    Map<String, Value> fields = event("recap");
    fields.put("hosts", Value.dict(hosts));
    fields.put("exit", Value.of(end.exit()));
    return fields;
  }

  private static Value recap(RunEvent.Recap recap) {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put("ok", Value.of(recap.ok()));
    fields.put("changed", Value.of(recap.changed()));
    fields.put("unreachable", Value.of(recap.unreachable()));
    fields.put("failed", Value.of(recap.failed()));
    fields.put("skipped", Value.of(recap.skipped()));
    fields.put("rescued", Value.of(recap.rescued()));
    fields.put("ignored", Value.of(recap.ignored()));
    fields.put("round_trips", Value.of(recap.traffic().roundTrips()));
    fields.put("connect_round_trips", Value.of(recap.traffic().connectRoundTrips()));
    fields.put("bytes_out", Value.of(recap.traffic().bytesOut()));
    fields.put("bytes_in", Value.of(recap.traffic().bytesIn()));
    fields.put("elapsed_ms", Value.of(recap.elapsed().toMillis()));
    return Value.dict(fields);
  }

  private static Value optional(Optional<? extends Value> value) {
    return value.isPresent() ? value.get() : Value.NULL;
  }
}
