package dev.provision.inventory;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.Position;
import dev.provision.diag.Problems;
import dev.provision.diag.ProvisionException;
import dev.provision.lang.Conversions;
import dev.provision.value.Json;
import dev.provision.value.Value;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs an executable that prints an inventory as JSON: Ansible's dynamic inventories. */
final class ScriptInventory {

  /** More output than this is refused. */
  private static final int MAX_BYTES = 64 << 20;

  private final InventoryDraft draft;
  private final Problems problems;
  private final Path script;
  private final Duration limit;

  ScriptInventory(InventoryDraft draft, Path script, Duration limit) {
    this.draft = draft;
    this.problems = draft.problems();
    this.script = script;
    this.limit = limit;
  }

  private Position at() {
    return Position.ofFile(script.toString());
  }

  void read() {
    Optional<Value.Dict> listed = run("--list");
    if (listed.isEmpty()) {
      return;
    }
    Value.Dict groups = listed.get();
    groups
        .entries()
        .forEach(
            (name, body) -> {
              if (!Conversions.text(name).equals("_meta")) {
                group(Conversions.text(name), body);
              }
            });
    Optional<Value> meta = groups.get("_meta");
    if (meta.isPresent()) {
      hostVars(meta.get());
    } else {
      List.copyOf(draft.hostNames()).forEach(this::ask);
    }
  }

  private void ask(String host) {
    run("--host", host).ifPresent(vars -> draft.hostVars(host, vars));
  }

  private void hostVars(Value meta) {
    Value all =
        meta instanceof Value.Dict dict ? dict.get("hostvars").orElse(Value.NULL) : Value.NULL;
    if (!(all instanceof Value.Dict dict)) {
      return;
    }
    dict.entries()
        .forEach(
            (host, vars) -> {
              String name = Conversions.text(host);
              // Hosts that are in no group of the answer are none.
              if (vars instanceof Value.Dict own && draft.hostNames().contains(name)) {
                draft.hostVars(name, own);
              }
            });
  }

  private void group(String name, Value body) {
    draft.addGroup(name);
    if (body instanceof Value.Seq) {
      hosts(name, body);
    } else if (body instanceof Value.Dict dict) {

      dict.get("hosts").ifPresent(hosts -> hosts(name, hosts));
      dict.get("vars")
          .filter(Value.Dict.class::isInstance)
          .ifPresent(vars -> draft.groupVars(name, (Value.Dict) vars));
      dict.get("children").ifPresent(children -> children(name, children));
    } else {
      wrong("the group \"" + name + "\" is neither a list of hosts nor a mapping");
    }
  }

  private void hosts(String group, Value hosts) {
    if (!(hosts instanceof Value.Seq seq)) {
      wrong("\"hosts\" of the group \"" + group + "\" is no list");
      return;
    }
    seq.items().forEach(host -> draft.hostInGroup(Conversions.text(host), group, at()));
  }

  private void children(String group, Value children) {
    if (!(children instanceof Value.Seq seq)) {
      wrong("\"children\" of the group \"" + group + "\" is no list");
      return;
    }
    for (Value child : seq.items()) {
      draft.addGroup(Conversions.text(child));
      draft.childGroup(group, Conversions.text(child), at());
    }
  }

  private void wrong(String what) {
    problems.error(
        ErrorCode.INVALID_INVENTORY,
        at(),
        "What the executable printed is no inventory: " + what + ".");
  }

  // Running

  private Optional<Value.Dict> run(String... arguments) {
    try {
      String printed = output(arguments);
      Value value = Json.parse(printed.isBlank() ? "{}" : printed, script.toString());
      if (value instanceof Value.Dict dict) {
        return Optional.of(located(dict));
      }
      wrong("it is a " + value.typeName() + ", not a mapping");
    } catch (ProvisionException e) {
      problems.error(
          ErrorCode.INVALID_INVENTORY,
          at(),
          "What the executable printed is no JSON: " + e.problem().detail());
    } catch (IOException e) {
      problems.error(
          ErrorCode.INVALID_INVENTORY, at(), "The executable failed: " + e.getMessage() + ".");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      problems.error(ErrorCode.INTERRUPTED, at(), "Waiting for the executable was interrupted.");
    }
    return Optional.empty();
  }

  /** The lines of the output are nowhere to be read, so only the executable is named. */
  private Value.Dict located(Value.Dict value) {
    return (Value.Dict) Locations.put(value, at());
  }

  private String output(String... arguments) throws IOException, InterruptedException {
    Path absolute = script.toAbsolutePath();
    java.util.ArrayList<String> command = new java.util.ArrayList<>(List.of(absolute.toString()));
    command.addAll(List.of(arguments));
    Path errors = Files.createTempFile("inventory", ".err");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectError(errors.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
              .start();
      return output(process, errors);
    } finally {
      Files.deleteIfExists(errors);
    }
  }

  private String output(Process process, Path errors) throws IOException, InterruptedException {
    Thread guard = new Thread(() -> stopAfterLimit(process), "inventory-time-limit");
    guard.setDaemon(true);
    guard.start();
    byte[] bytes;
    try (InputStream out = process.getInputStream()) {
      bytes = out.readNBytes(MAX_BYTES + 1);
    } finally {
      if (process.isAlive()) {
        process.waitFor(1, TimeUnit.SECONDS);
      }
    }
    if (bytes.length > MAX_BYTES) {
      process.destroyForcibly();
      throw new IOException("it printed more than " + MAX_BYTES + " bytes");
    }
    int exit = process.waitFor();
    guard.interrupt();
    if (exit != 0) {
      String said = Files.readString(errors, StandardCharsets.ISO_8859_1).strip();
      String end = said.length() > 500 ? "…" + said.substring(said.length() - 500) : said;
      throw new IOException("exit code " + exit + (end.isEmpty() ? "" : ", " + end));
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private void stopAfterLimit(Process process) {
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it has ended
    }
  }
}
