package dev.provision.run.journal;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import dev.provision.value.Json;
import dev.provision.value.Value;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All runs' journals on this machine. */
public final class Journals {

  private static final Logger LOG = LoggerFactory.getLogger(Journals.class);

  private final Path runs;

  /**
   * @param state the folder that holds them
   */
  public Journals(Path state) {
    this.runs = state.resolve("runs");
  }

  /** The ids, newest first. */
  public List<String> ids() {
    if (!Files.isDirectory(runs)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(runs)) {
      return folders
          .filter(folder -> Files.isRegularFile(folder.resolve("run.json")))
          .map(folder -> folder.getFileName().toString())
          .sorted(Comparator.reverseOrder())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is known of a run; empty where its journal can't be read. */
  public Value.Dict head(String run) {
    try {
      Path file = runs.resolve(run).resolve("run.json");
      return Json.parse(Files.readString(file), file.toString()) instanceof Value.Dict dict
          ? dict
          : Value.dict(Map.of());
    } catch (IOException | ProvisionException e) {
      return Value.dict(Map.of());
    }
  }

  /**
   * The run that somebody means: an id, a unique beginning of one, or {@code latest}.
   *
   * @throws ProvisionException USAGE where there is none or more than one
   */
  public String find(String wanted) {
    List<String> ids = ids();
    if (ids.contains(wanted)) {
      return wanted;
    }
    List<String> found =
        wanted.equals("latest")
            ? ids.stream().limit(1).toList()
            : ids.stream().filter(id -> id.startsWith(wanted)).toList();
    if (found.size() == 1) {
      return found.get(0);
    }
    throw new ProvisionException(
        ErrorCode.USAGE,
        found.isEmpty()
            ? "There is no journal of a run \"" + wanted + "\". See: provision history"
            : "\"" + wanted + "\" may mean " + String.join(", ", found) + ".");
  }

  /** The changes of a run on a host, without secrets. */
  public List<Entry> entries(String run, String host) {
    Path file = runs.resolve(run).resolve(Journal.fileName(host));
    try {
      return Files.exists(file)
          ? Entries.read(Files.readString(file), file.toString())
          : new ArrayList<>();
    } catch (IOException e) {
      throw new ProvisionException(
          ErrorCode.JOURNAL_UNUSABLE, "The journal [" + file + "] can't be read: " + e);
    }
  }

  /** Lets the oldest go. */
  public void prune(int keep) {
    ids().stream().skip(keep).forEach(id -> delete(runs.resolve(id)));
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // A journal that can't be deleted now will be tried again after the next run.
      LOG.debug("The old journal {} stays for now", folder, e);
    }
  }
}
