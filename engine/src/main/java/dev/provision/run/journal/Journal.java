package dev.provision.run.journal;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Json;
import dev.provision.value.Value;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One run's journal on this machine: a folder that only its owner can read. Holds no secret:
 * digests stand in their place. Safe for use by many threads.
 */
public final class Journal {

  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rwx------");

  private final Path folder;
  private final Digests digests;
  private Value.Dict head;

  private Journal(Path folder, Digests digests, Value.Dict head) {
    this.folder = folder;
    this.digests = digests;
    this.head = head;
  }

  /**
   * Begins a journal.
   *
   * @param state the folder that holds all journals
   */
  public static Journal begin(Path state, Head head) {
    try {
      makePrivate(state);
      makePrivate(state.resolve("runs"));
      Path folder = state.resolve("runs").resolve(head.run());
      makePrivate(folder);
      Journal journal = new Journal(folder, Digests.in(state), head.toValue());
      journal.writeHead();
      return journal;
    } catch (IOException e) {
      throw unusable(state, e);
    }
  }

  private static void makePrivate(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
      Files.setPosixFilePermissions(folder, OWNER);
    }
  }

  private static ProvisionException unusable(Path path, IOException e) {
    return new ProvisionException(
        ErrorCode.JOURNAL_UNUSABLE,
        "The journal [" + path + "] can't be written: " + e + ". Nothing is changed without one.");
  }

  public Digests digests() {
    return digests;
  }

  /** Adds a line to a host's part. */
  public synchronized void add(String host, Value.Dict line) {
    Path file = folder.resolve(fileName(host));
    try {
      Files.writeString(
          file,
          Json.show(digests.clean(line)) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  static String fileName(String host) {
    // Dots are safe for the encoder and yet must not make a name like "..".
    return "host-" + URLEncoder.encode(host, StandardCharsets.UTF_8) + ".jsonl";
  }

  /** Notes how the run ended. */
  public synchronized void end(Instant time, int exit, int changes) {
    head =
        head.with("end", Value.of(time.toString()))
            .with("exit", Value.of(exit))
            .with("changes", Value.of(changes));
    try {
      writeHead();
    } catch (IOException e) {
      throw unusable(folder, e);
    }
  }

  private void writeHead() throws IOException {
    Path draft = folder.resolve("run.json.new");
    Files.writeString(draft, Json.show(head) + "\n");
    Files.move(
        draft,
        folder.resolve("run.json"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** What is known when a run begins. */
  public record Head(
      String run,
      Instant start,
      String mode,
      String version,
      List<String> inventory,
      List<String> playbooks,
      List<String> hosts) {

    Value.Dict toValue() {
      Map<String, Value> entries = new LinkedHashMap<>();
      entries.put("run", Value.of(run));
      entries.put("start", Value.of(start.toString()));
      entries.put("mode", Value.of(mode));
      entries.put("version", Value.of(version));
      entries.put("inventory", strings(inventory));
      entries.put("playbooks", strings(playbooks));
      entries.put("hosts", strings(hosts));
      return Value.dict(entries);
    }

    private static Value strings(List<String> words) {
      return Value.list(words.stream().map(Value::of).toList());
    }
  }
}
