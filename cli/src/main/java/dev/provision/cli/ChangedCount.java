package dev.provision.cli;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Json;
import dev.provision.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads how many tasks were changed from a run's report. */
final class ChangedCount {

  private ChangedCount() {}

  static long in(Path report) {
    Path file = report.resolve("run.jsonl");
    try {
      return Files.readAllLines(file).stream()
          .map(line -> Json.parse(line, file.toString()))
          .filter(event -> field(event, "status").equals("changed"))
          .count();
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.FILE_UNREADABLE,
          "The report \"" + file + "\" can't be read: " + e.getMessage());
    }
  }

  private static String field(Value event, String name) {
    return event instanceof Value.Dict dict ? dict.get(name).map(Value::toString).orElse("") : "";
  }
}
