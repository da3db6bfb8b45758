package dev.provision.module.files;

import dev.provision.host.FrameResult;
import dev.provision.host.files.FileContent;
import dev.provision.host.files.FileType;
import dev.provision.host.files.Owner;
import dev.provision.host.files.PutFile;
import dev.provision.module.Outcome;
import dev.provision.module.Results;
import java.util.Optional;

/** Fields that the results of modules for files share. */
final class FileResults {

  private FileResults() {}

  /** What Ansible tells of a path after a change. */
  static Results attributes(Results results, FileState state) {
    results.put("state", state.type().word());
    if (!state.exists()) {
      return results;
    }
    results.put("mode", state.mode().toString());
    owner(results, "owner", "uid", state.owner());
    owner(results, "group", "gid", state.group());
    if (state.type() == FileType.FILE) {
      results.put("size", state.content().size());
    }
    return results;
  }

  private static void owner(Results results, String name, String id, Owner owner) {
    if (!owner.name().isEmpty()) {
      results.put(name, owner.name());
    }
    if (owner.id() >= 0) {
      results.put(id, owner.id());
    }
  }

  static void digests(Results results, FileContent content) {
    content
        .reveal()
        .ifPresent(
            bytes -> {
              results.put("checksum", FileContent.digest("SHA-1", bytes));
              results.put("md5sum", FileContent.digest("MD5", bytes));
            });
  }

  /** The kept old file's name, as the step printed it. */
  static Optional<String> backup(Outcome<?> outcome) {
    return outcome.steps().stream()
        .map(FrameResult::out)
        .map(String::lines)
        .flatMap(lines -> lines)
        .filter(line -> line.startsWith(PutFile.BACKUP_WORD))
        .map(line -> line.substring(PutFile.BACKUP_WORD.length()))
        .findFirst();
  }
}
